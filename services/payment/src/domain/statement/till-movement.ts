import { Refused, type TillMove } from '@tuma/contracts/vocabulary'
import type { Decider, DomainEvent } from '@tuma/platform/domain'
import type { Reason } from '../payment.ts'

/**
 * A row of a statement that is not a customer's payment. Its receipt and its signed amount identify it, so the same row
 * of another layout, or read as another kind, is the same stream, and the two halves of a sweep are two. The id is a
 * keyed hash of these, and of whether it is a charge, because a payment out and its charge share a receipt.
 */
export const movementStream = (movementId: string): string => `movement-${movementId}`

/** An admin's decision about a kind of rows: which kind, and since when. */
export type Ruling = { readonly kindId: string; readonly since: string }

/** Facts about a row beside its kind. The opening balance of the till has none. */
type About = {
  readonly receipt: string | null
  /** For an unknown kind: M-Pesa's own words, and their keyed hash. */
  readonly name: string | null
  readonly kindId: string | null
  readonly cents: number
  readonly movedAt: string
}

export type TillMoved = About & {
  readonly kind: TillMove
  /** The payment that a charge was taken for. */
  readonly paymentId: string | null
  /** For money that left: a keyed hash of its receipt, by which payouts are known. */
  readonly outgoingId: string | null
  /** The admin's decision about its kind; null where M-Pesa's own words decide. */
  readonly ruling: Ruling | null
  readonly at: string
}

export type MovementEvent =
  /**
   * The till gains so many cents, or loses them. An opening balance may be corrected: then this is the difference. A
   * row that turns out to be of another kind is first reversed by the opposite.
   */
  | DomainEvent<'TillMoved', TillMoved>
  /** No known words fit this row. `linkedId`: for a reversal, the reversed payment, which we do not know yet. */
  | DomainEvent<'TillMoveUnclear', About & { readonly linkedId: string | null; readonly at: string }>
  /** An admin says that it is not Tuma's. */
  | DomainEvent<
      'TillMoveExplained',
      { readonly note: Reason; readonly cents: number; readonly movedAt: string; readonly at: string }
    >
  /** It is now booked as a customer's payment, or as its reversal, and no longer here. */
  | DomainEvent<'TillMoveIsPayment', { readonly at: string }>

export type Movement = About & {
  /** `payment`: it is booked with a customer's payment. */
  readonly standing: 'open' | 'booked' | 'explained' | 'payment'
  /** What it is booked as, and how much of it. */
  readonly kind: TillMove | null
  readonly booked: number
  readonly paymentId: string | null
  readonly outgoingId: string | null
  readonly ruling: Ruling | null
  readonly linkedId: string | null
}

/** A row from a statement. `as`: null where no known words fit it. */
export type ReadRow = About & {
  readonly type: 'ReadRow'
  readonly as: Exclude<TillMove, 'opening'> | 'payment' | null
  readonly paymentId: string | null
  readonly outgoingId: string | null
  readonly ruling: Ruling | null
  readonly linkedId: string | null
  readonly at: string
}

export type MovementCommand =
  /** The balance of an account before its oldest row. */
  | { readonly type: 'OpenTill'; readonly cents: number; readonly movedAt: string; readonly at: string }
  | ReadRow
  | { readonly type: 'ExplainRow'; readonly note: Reason; readonly at: string }
  | { readonly type: 'UndoRuling'; readonly ruling: Ruling; readonly at: string }

const nothing = { receipt: null, name: null, kindId: null, paymentId: null, outgoingId: null, ruling: null } as const

export const movement: Decider<Movement | null, MovementCommand, MovementEvent> = {
  initialState: null,
  decide: (command, state) => {
    const { at } = command
    switch (command.type) {
      case 'OpenTill':
        return openTill(command, state)
      case 'ReadRow':
        return readRow(command, state)
      case 'ExplainRow': {
        if (!state) throw new Refused('not_found')
        const { cents, movedAt, standing } = state
        return standing === 'open'
          ? [{ type: 'TillMoveExplained', data: { note: command.note, cents, movedAt, at } }]
          : []
      }
      case 'UndoRuling':
        return state && isSame(state.ruling, command.ruling) ? [...takenBack(state, at), unclear(state, at)] : []
    }
  },
  evolve: (state, event) => {
    switch (event.type) {
      case 'TillMoved':
        return afterMoving(state, event.data)
      case 'TillMoveUnclear': {
        const { at: _, ...about } = event.data
        return { ...about, ...unbooked, paymentId: null, outgoingId: null, standing: 'open' }
      }
      case 'TillMoveExplained':
        return state && { ...state, standing: 'explained', kind: 'not_ours', booked: event.data.cents }
      case 'TillMoveIsPayment':
        return state && { ...state, ...unbooked, standing: 'payment' }
    }
  },
}

const unbooked = { kind: null, booked: 0, ruling: null } as const

type OpenTill = Extract<MovementCommand, { type: 'OpenTill' }>

/** Books the difference; from another day on, all of it is reversed on the old day. */
const openTill = ({ cents, movedAt, at }: OpenTill, state: Movement | null): MovementEvent[] => {
  const by = (more: number, on = movedAt): MovementEvent[] =>
    more === 0 ? [] : [{ type: 'TillMoved', data: { ...nothing, kind: 'opening', cents: more, movedAt: on, at } }]
  if (!state || state.movedAt === movedAt) return by(cents - (state?.booked ?? 0))
  return [...by(-state.booked, state.movedAt), ...by(cents)]
}

const afterMoving = (state: Movement | null, { at: _, kind, ...moved }: TillMoved): Movement => {
  const booked = (state?.booked ?? 0) + moved.cents
  const row = state && kind !== 'opening' ? { cents: state.cents } : {}
  const about = { ...moved, ...row, linkedId: state?.linkedId ?? null }
  return booked === 0 ? { ...about, ...unbooked, standing: 'open' } : { ...about, kind, booked, standing: 'booked' }
}

/**
 * The strongest reading stays, in whatever order they come: a customer's payment; an admin's decision about this very
 * row; M-Pesa's own words; the newest decision of an admin about its kind; last, no match.
 */
const readRow = (row: ReadRow, state: Movement | null): MovementEvent[] => {
  const { type: _, as, at, ...about } = row
  if (!state) return as === 'payment' ? [] : [booking(row)]
  if (!isStronger(row, state)) return []
  if (as === 'payment') return [...takenBack(state, at), { type: 'TillMoveIsPayment', data: { at } }]
  return as === null ? [unclear({ ...state, ...about }, at)] : [...takenBack(state, at), booking(row)]
}

const getStrength = ({ standing, ruling }: Movement): number =>
  standing === 'booked' ? (ruling ? 1 : 2) : { payment: 4, explained: 3, open: 0 }[standing]

const isStronger = ({ as, ruling, linkedId }: ReadRow, state: Movement): boolean => {
  if (as === null) return state.standing === 'open' && state.linkedId === null && linkedId !== null
  const reading = as === 'payment' ? 4 : ruling ? 1 : 2
  const known = getStrength(state)
  if (reading !== known) return reading > known
  if (ruling && state.ruling) return ruling.since > state.ruling.since
  // Both are M-Pesa's own words, from two layouts.
  return as !== 'payment' && state.kind !== null && as < state.kind
}

const booking = ({ type: _, as, linkedId, at, ...about }: ReadRow): MovementEvent =>
  as === null || as === 'payment'
    ? unclear({ ...about, linkedId }, at)
    : { type: 'TillMoved', data: { ...about, kind: as, at } }

const unclear = (
  { receipt, name, kindId, cents, movedAt, linkedId }: About & Pick<Movement, 'linkedId'>,
  at: string,
): MovementEvent => ({
  type: 'TillMoveUnclear',
  data: { receipt, name, kindId, cents, movedAt, linkedId, at },
})

/** The opposite of all that is booked for a row. */
const takenBack = (state: Movement, at: string): MovementEvent[] => {
  const { kind, booked, receipt, name, kindId, movedAt, paymentId, outgoingId, ruling } = state
  if (kind === null || booked === 0) return []
  const about = { receipt, name, kindId, movedAt, paymentId, outgoingId, ruling }
  return [{ type: 'TillMoved', data: { ...about, kind, cents: -booked, at } }]
}

const isSame = (one: Ruling | null, other: Ruling): boolean =>
  one !== null && one.kindId === other.kindId && one.since === other.since
