import type { KeptRow } from './statement.ts'
import type { StatedRow } from './statement-views.ts'
import { type Movement, type MovementEvent, movement, type ReadRow } from './till-movement.ts'

/**
 * What is known about a row before its import: the payment of its receipt (for a reversal, the reversed one), and the
 * row itself.
 */
export type KnownOfRow = { readonly payment: StatedRow | null; readonly movement: Movement | null }

/** What a row's import does. The preview shows the same result. */
export type RowOutcome = {
  /** What happens to the payment; null: nothing. */
  readonly payment: 'see' | 'doubt' | 'reverse' | null
  readonly shows: 'matched' | 'newMoney' | 'differs' | 'failed' | 'failedShown' | 'reversals' | 'known' | null
  /** What happens to the row, where it is not a customer's payment. */
  readonly moves: readonly MovementEvent[]
}

const moves = (read: ReadRow, known: KnownOfRow): readonly MovementEvent[] => movement.decide(read, known.movement)

/** @param read the row as the table or an admin reads it */
export const getOutcome = (row: KeptRow, read: ReadRow, known: KnownOfRow): RowOutcome => {
  const { payment } = known
  switch (row.kind) {
    case 'payment':
      return { ...ofPayment(payment, row.cents), moves: known.movement ? moves(read, known) : [] }
    case 'failed':
      return ofFailed(payment)
    case 'reversal':
      return ofReversal(payment, read, known)
    default:
      // Another layout has said that it is a customer's payment, and had more words.
      if (payment?.stated && payment.cents === row.cents) return ofMoves([])
      return ofMoves(moves(read, known))
  }
}

/** The payment has only a message, and M-Pesa's statement says that it failed. */
const ofFailed = (known: StatedRow | null): RowOutcome => {
  const isBelieved = known && !known.confirmed && known.doubt === null && !known.letPass
  return { payment: isBelieved ? 'doubt' : null, shows: isBelieved ? 'failedShown' : 'failed', moves: [] }
}

const ofReversal = (payment: StatedRow | null, read: ReadRow, known: KnownOfRow): RowOutcome => {
  if (!payment) return ofMoves(moves({ ...read, as: null }, known))
  const shows = payment.reversed ? 'known' : 'reversals'
  return { payment: 'reverse', shows, moves: known.movement ? moves(read, known) : [] }
}

const ofMoves = (all: readonly MovementEvent[]): RowOutcome => ({
  payment: null,
  shows: all.length === 0 ? 'known' : null,
  moves: all,
})

const ofPayment = (known: StatedRow | null, cents: number): Pick<RowOutcome, 'payment' | 'shows'> => {
  if (!known) return { payment: 'see', shows: 'newMoney' }
  if (known.stated && known.cents === cents) return { payment: null, shows: 'matched' }
  return { payment: 'see', shows: isSameAmount(known, cents) ? 'matched' : 'differs' }
}

/** A message has only whole shillings for us; stronger evidence has cents. */
const isSameAmount = ({ confirmed, cents }: StatedRow, told: number): boolean =>
  cents === told || (!confirmed && cents === 100 * Math.floor(told / 100))
