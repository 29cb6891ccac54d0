import type { Actor } from '@tuma/contracts/services'
import { fold, type KeyedHash, type Streams } from '@tuma/platform/event-sourcing'
import type { Collection } from '@tuma/platform/ports'
import { isUsable } from './domain/payment.ts'
import { payment } from './domain/payment-decisions.ts'
import type { PaymentRow } from './domain/payment-views.ts'
import { shownBy } from './payer.ts'
import { getPast } from './recorded.ts'
import type { StoredDomainEvent } from './stored-events.ts'

const lookedThrough = 100
const maxGreeted = 5

/**
 * What a person has paid and not used, newest first, without payments that they may not be able to use. At most five,
 * from the newest hundred rows.
 */
export const unusedPayments =
  (deps: {
    readonly streams: Streams<StoredDomainEvent>
    readonly payments: Collection<PaymentRow>
    readonly hash: KeyedHash
  }) =>
  async (actor: Actor) => {
    const { streams, payments, hash } = deps
    const { keys } = shownBy(actor, '', hash)
    const pages = keys.map((payerKey) => payments.find({ where: { payerKey }, limit: lookedThrough }))
    const rows = (await Promise.all(pages)).flatMap(({ documents }) => documents)
    const unused = rows
      .filter(({ usedBy, addedTo, amount }) => usedBy === null && addedTo === null && amount > 0)
      .sort(newestFirst)
    const each = await Promise.all(
      unused.slice(0, maxGreeted).map(async ({ paymentId, reference, amount, paidAt }) => {
        const state = fold(payment, await getPast(streams, paymentId))
        return state && isUsable(state) ? [{ reference, amount, paidAt }] : []
      }),
    )
    return each.flat()
  }

const newestFirst = (one: PaymentRow, other: PaymentRow): number => (one.claimedAt < other.claimedAt ? 1 : -1)
