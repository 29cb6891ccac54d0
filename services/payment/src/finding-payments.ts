import type { Actor } from '@tuma/contracts/services'
import type { KeyedHash, Streams } from '@tuma/platform/event-sourcing'
import type { Collection } from '@tuma/platform/ports'
import type { guessingLimit } from './claims/guessing-limit.ts'
import { type PaymentRow, paymentsView } from './domain/payment-views.ts'
import { shownBy, toKeys } from './payer.ts'
import type { StoredDomainEvent } from './stored-events.ts'

type Deps = {
  readonly streams: Streams<StoredDomainEvent>
  readonly payments: Collection<PaymentRow>
  readonly limit: ReturnType<typeof guessingLimit>
  readonly hash: KeyedHash
}
type Asking = { readonly actor: Actor; readonly reference: string; readonly senderName: string }
type Key = ReturnType<typeof toKeys>[number]

/**
 * All payments of a payer for a reference, by any of their keys: unused ones first, the oldest first; then used ones,
 * the newest first. Finding none counts as a guess. @throws Refused too_many
 */
export const findingPayments =
  ({ streams, payments, limit, hash }: Deps) =>
  async ({ actor, reference, senderName }: Asking) => {
    const keys = toKeys(shownBy(actor, senderName, hash))
    if (keys.length === 0) return []
    const rows = await limit.guess(
      keys.map(({ key }) => key),
      (open) => {
        const openKeys = keys.filter(({ key }) => open.includes(key))
        return rowsOnceShown({ streams, payments }, openKeys, reference)
      },
    )
    return (rows ?? []).map(({ paymentId, amount, claimedAt, usedBy, told }) => ({
      ...{ paymentId, amount, claimedAt, usedBy, told },
    }))
  }

/** Null without rows although the view shows all that is recorded. */
const rowsOnceShown = async (
  { streams, payments }: Pick<Deps, 'streams' | 'payments'>,
  keys: readonly Key[],
  reference: string,
): Promise<readonly PaymentRow[] | null> => {
  const found = await getRows(payments, keys, reference)
  if (found.length > 0) return found
  await streams.assertShown([paymentsView], 'the payments do not show all that is recorded')
  const late = await getRows(payments, keys, reference)
  return late.length > 0 ? late : null
}

/**
 * A later payment never comes before an unused one, so that two replicas with the same request try the same one first.
 */
const getRows = async (
  payments: Collection<PaymentRow>,
  keys: readonly Key[],
  reference: string,
): Promise<readonly PaymentRow[]> => {
  const pages = await Promise.all(
    keys.map(({ field, key }) => payments.find({ where: { [field]: key, reference }, limit: 100 })),
  )
  const rows = new Map(pages.flatMap(({ documents }) => documents.map((row) => [row.paymentId, row] as const)))
  const alone = [...rows.values()].filter(({ addedTo }) => addedTo === null).sort(oldestFirst)
  return [...alone.filter(({ usedBy }) => usedBy === null), ...alone.filter(({ usedBy }) => usedBy !== null).reverse()]
}

const oldestFirst = (one: PaymentRow, other: PaymentRow): number => (toPlace(one) < toPlace(other) ? -1 : 1)
const toPlace = ({ heldSince, paymentId }: PaymentRow): string => `${heldSince} ${paymentId}`
