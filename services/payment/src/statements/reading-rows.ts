import type { KeyedHash } from '@tuma/platform/event-sourcing'
import type { Collection } from '@tuma/platform/ports'
import type { KnownOfRow } from '../domain/statement/row-outcome.ts'
import type { KeptRow, KindRuling } from '../domain/statement/statement.ts'
import type { StatedRow } from '../domain/statement/statement-views.ts'
import type { ReadRow } from '../domain/statement/till-movement.ts'
import { type TillRow, toMovement } from '../domain/statement/till-rows-view.ts'

/** The id of a row that is not a customer's payment. Its receipt and signed amount identify it, in every layout. */
const getMovementId = (
  hash: KeyedHash,
  { receipt, cents, isCharge }: Pick<KeptRow, 'receipt' | 'cents' | 'isCharge'>,
): string => hash('row of a statement', [receipt, cents, isCharge])

/** The id of an unknown kind of rows. */
export const getKindId = (
  hash: KeyedHash,
  { name, cents }: { readonly name: string; readonly cents: number },
): string => hash('kind of a row', [name.toLowerCase(), cents < 0 ? 'out' : 'in'])

/** One row, what it is, and what was known of it. */
export type Reading = {
  readonly row: KeptRow
  readonly read: ReadRow
  readonly movementId: string
  /** The payment of its receipt; for a reversal the reversed one. */
  readonly paymentId: string
  readonly known: KnownOfRow
}

type Deps = {
  readonly hash: KeyedHash
  readonly stated: Pick<Collection<StatedRow>, 'get'>
  readonly tillRows: Pick<Collection<TillRow>, 'get'>
}

/**
 * Reads rows by the table of kinds and the admins' decisions about unknown kinds.
 * @param at ISO instant at which they are read
 */
export const readingRows = ({ hash, stated, tillRows }: Deps, rulings: readonly KindRuling[], at: string) => {
  const ruled = new Map(rulings.map((ruling) => [ruling.kindId, ruling]))

  const toRead = (row: KeptRow, paymentId: string): ReadRow => {
    const { receipt, name, cents, at: movedAt, kind, linked } = row
    const kindId = kind === 'other' && name !== null ? getKindId(hash, { name, cents }) : null
    const ruling = kindId === null ? undefined : ruled.get(kindId)
    const as = ruling?.as ?? asOf(kind)
    return {
      ...{ type: 'ReadRow', as, receipt, name, kindId, cents, movedAt, at },
      paymentId: as === 'charge' ? paymentId : null,
      outgoingId: as === 'paid_out' ? hash('outgoing', receipt) : null,
      ruling: ruling ? { kindId: ruling.kindId, since: ruling.since } : null,
      linkedId: kind === 'reversal' && linked ? paymentId : null,
    }
  }

  return async (row: KeptRow): Promise<Reading> => {
    const paymentId = hash('code', receiptOfPayment(row) ?? row.receipt)
    const movementId = getMovementId(hash, row)
    const payment = receiptOfPayment(row) === null ? null : await stated.get(paymentId)
    const isSaid = row.kind === 'failed' || (row.kind === 'payment' && payment?.stated)
    const known = isSaid ? null : await tillRows.get(movementId)
    return {
      ...{ row, movementId, paymentId, read: toRead(row, paymentId) },
      known: { payment, movement: known && toMovement(known) },
    }
  }
}

/** The receipt of the customer's payment that a row may belong to; for a reversal, of the reversed one. */
const receiptOfPayment = ({ kind, receipt, linked, cents }: KeptRow): string | null => {
  if (kind === 'reversal') return linked
  return kind === 'failed' || cents > 0 ? receipt : null
}

const asOf = (kind: KeptRow['kind']): ReadRow['as'] => {
  switch (kind) {
    case 'other':
    case 'failed':
      return null
    case 'reversal':
      return 'payment'
    default:
      return kind
  }
}
