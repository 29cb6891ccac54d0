import { type CommandContext, getTrace, type PaymentClient } from '@tuma/contracts/services'
import { getAccount, Refused } from '@tuma/contracts/vocabulary'
import {
  type CommandHandler,
  type EventMetadata,
  isRefusal,
  metadataFrom,
  type Streams,
} from '@tuma/platform/event-sourcing'
import type { Collection } from '@tuma/platform/ports'
import type { BookEvent } from './domain/books-views.ts'
import { type Owed, type OwedCommand, type OwedEvent, owed, owedStream, toRefusal } from './domain/owed.ts'
import type { OwedRow } from './domain/owed-views.ts'
import type { PayTos } from './pay-to.ts'
import type { Payees } from './payees.ts'
import { type SnapshotCaches, withSnapshots } from './snapshot-cache.ts'

/**
 * The receipts of the payment service: a receipt is taken before a payout is decided, and given back where the payout
 * is refused.
 */
export type OutgoingReceipts = Pick<
  PaymentClient,
  'claimOutgoing' | 'finishOutgoing' | 'openOutgoing' | 'releaseOutgoing'
>

type Deps = {
  readonly streams: Streams<BookEvent>
  readonly snapshots: SnapshotCaches
  readonly payment: OutgoingReceipts
  readonly payTos: Pick<PayTos, 'of' | 'readChange'>
  readonly now: () => string
}
type Approval = Parameters<OutgoingReceipts['claimOutgoing']>[0]['approval']
type Paying = {
  readonly asked: CommandContext
  readonly owedTo: string
  readonly cents: number
  readonly reference: string
  readonly payee: { readonly name: string | null; readonly phone: string | null }
  readonly approval: Approval
}
type Claimed = {
  readonly outgoingId: string
  readonly payoutId: string
  readonly owedTo: string
  readonly cents: number
  readonly reference: string
  readonly at: string
}

/**
 * Decides a payout whose receipt is taken. The same command again, from here or after a crash, adds nothing and gets
 * the same answer. The receipt is given back only for a recorded refusal: after any other failure another attempt, in
 * this process or after a crash, could have paid.
 * @throws Refused payout_changed, payee_new
 */
const deciding =
  ({ payment, payTos }: Deps, handle: CommandHandler<Owed, OwedCommand, OwedEvent>) =>
  async ({ outgoingId, ...payout }: Claimed, metadata: EventMetadata) => {
    const { payoutId: id, owedTo } = payout
    const accountId = getAccount(owedTo)
    const payee = accountId === null ? null : await payTos.readChange(accountId)
    const { events } = await handle(
      owedStream(owedTo),
      { type: 'PayOut', ...payout, payee, valueAt: payout.at },
      metadata,
    )
    for (const event of events) {
      if (event.type === 'PaidOut') {
        const deliveryIds = event.data.parcels.map(({ deliveryId }) => deliveryId)
        await payment.finishOutgoing({ outgoingId, id, deliveryIds })
        return event.data
      }
      if (event.type === 'PayoutRefused') {
        await payment.releaseOutgoing({ outgoingId, id })
        throw toRefusal(event.data)
      }
    }
    throw new Error(`payout ${id} was not recorded`)
  }

/** Pays a sender: takes the receipt first, then decides the payout. */
export const payingOut = (deps: Deps & { readonly payees: Payees; readonly senders: Collection<OwedRow> }) => {
  const { streams, snapshots, payment, payTos, payees, now, senders } = deps
  const decide = deciding(deps, withSnapshots(streams.getHandler(owed), snapshots.senders))

  /** For an account its payout number; for a sender without an account the number in the form of the parcel. */
  const readPayee = async ({ owedTo, payee }: Pick<Paying, 'owedTo' | 'payee'>) => {
    const accountId = getAccount(owedTo)
    if (accountId === null) return payee
    const { name, phone } = (await payTos.of(accountId)) ?? (await payees.of(accountId)) ?? payee
    return { name, phone }
  }

  return async ({ asked, owedTo, cents, reference: typed, payee, approval }: Paying) => {
    const payoutId = asked.commandId
    const at = asked.at ?? now()
    const ready = ((await senders.get(owedTo))?.parcels ?? []).filter((parcel) => parcel.ready)
    const personId = getAccount(owedTo) ?? `payee:${ready[0]?.deliveryId ?? payoutId}`
    const claim = await payment.claimOutgoing({
      ...{ asked, id: payoutId, about: owedTo, cents, receipt: typed, approval },
      payee: { personId, ...(await readPayee({ owedTo, payee })) },
      // All of it is paid at once, so the money can not have been sent before the last of it was there.
      dueAt:
        ready
          .map((parcel) => parcel.at)
          .sort()
          .at(-1) ?? at,
    })
    if (claim.standing === 'released') throw new Refused('payout_changed')
    const { outgoingId, receipt: reference } = claim
    const metadata = metadataFrom({ ...asked, actor: getTrace(asked.actor) }, now())
    const paid = await decide({ outgoingId, payoutId, owedTo, cents, reference, at }, metadata)
    return { payoutId, owedTo, cents, reference, parcels: paid.parcels.length, at: paid.at }
  }
}

/**
 * Completes a payout after a crash between receipt and payout: payment publishes every receipt that was taken for a
 * payout.
 */
export const finishingPayouts = (deps: Deps) => {
  const { streams, snapshots, payment } = deps
  const decide = deciding(deps, withSnapshots(streams.createRecorder(owed), snapshots.senders))

  return async (outgoingId: string): Promise<void> => {
    const open = await payment.openOutgoing({ outgoingId })
    if (open?.of !== 'payout') return
    const { id: payoutId, about: owedTo, cents, receipt: reference, metadata } = open
    const { at, commandId, correlationId, requestHash, origin, actor } = metadata
    const said = { actor, commandId, correlationId, requestHash, origin, at }
    await decide({ outgoingId, payoutId, owedTo, cents, reference, at }, metadataFrom(said, at)).catch((error) => {
      if (!isRefusal(error) || error.code === 'busy') throw error
    })
  }
}
