import { deliveryEvents, knownWord, paymentEvents } from '@tuma/contracts/events'
import { getEatDay } from '@tuma/contracts/vocabulary'
import { assumeNewStream, on, type Reaction, reactionMetadata, type Streams } from '@tuma/platform/event-sourcing'
import type { Message } from '@tuma/platform/ports'
import type { BookEvent } from './domain/books-views.ts'
import { type SaleCommand, sale, saleStream } from './domain/sale.ts'
import { type TellTakings, takingsStream, takings as takingsTold } from './domain/takings.ts'
import { type TillCommand, till, tillStream } from './domain/till.ts'
import { readNotePerson } from './note-person.ts'
import type { Payees } from './payees.ts'
import { paymentReactions } from './payment-reactions.ts'

const cents = (shillings: number) => 100 * shillings

/** How revenue reacts to events. Parcels and payments come in no fixed order, so no reaction depends on another. */
export const reactions = (deps: {
  readonly streams: Streams<BookEvent>
  readonly payees: Pick<Payees, 'leave'>
  /** Finishes the payout that a receipt was taken for, by the receipt's id. */
  readonly finishPayout: (outgoingId: string) => Promise<void>
  readonly group: string
  readonly now: () => string
}): { readonly ofDelivery: readonly Reaction[]; readonly ofPayment: readonly Reaction[] } => {
  const { streams, payees, finishPayout, group, now } = deps
  const sales = streams.createRecorder(sale)
  const tills = streams.createRecorder(till)
  const buildMetadata = (message: Message) => reactionMetadata(group, message, now())
  const tell = (deliveryId: string, command: SaleCommand, message: Message) =>
    sales(saleStream(deliveryId), command, buildMetadata(message))
  const book = (id: string, command: TillCommand, message: Message) =>
    tills(tillStream(id), command, buildMetadata(message))

  const takings = streams.createRecorder(takingsTold)
  const hearTakings = (told: Omit<TellTakings, 'type' | 'at'>, message: Message) =>
    takings(takingsStream(told.by, told.day), { type: 'TellTakings', ...told, at: now() }, buildMetadata(message))

  return {
    ofDelivery: [
      on(deliveryEvents.requested, async (requested, message) => {
        const { deliveryId, deliveryType, requestedAt: at, senderShop = null, paymentId, fee } = requested
        const command = { deliveryType: knownWord(deliveryType), day: getEatDay(at), shop: senderShop, at }
        const metadata = buildMetadata(message)
        await sales(saleStream(deliveryId), { type: 'CountDelivery', ...command }, metadata, assumeNewStream(sale))
        if (paymentId === null) return
        await book(paymentId, { type: 'MoneySpent', deliveryId, due: cents(fee), agentId: null, at }, message)
      }),
      on(deliveryEvents.paid, async ({ deliveryId, deliveryType, fee, paidAt: at }, message) => {
        const command = { deliveryType: knownWord(deliveryType), fee, day: getEatDay(at), at }
        await tell(deliveryId, { type: 'TakeFee', ...command }, message)
      }),
      on(deliveryEvents.taken, async (taken, message) => {
        const { deliveryId, said, agentId, fee, productPrice, paymentIds, owedTo, at } = taken
        const due = { feeCents: cents(fee), productCents: cents(productPrice) }
        const how = knownWord(taken.how)
        const when = taken.beforehand ? { beforehand: true as const, at } : { at }
        await tell(deliveryId, { type: 'TakeSale', how, said, agentId, ...due, paymentIds, owedTo, ...when }, message)
      }),
      on(deliveryEvents.cancelled, async ({ deliveryId, cashBack = 0, agentId, paymentId, at }, message) => {
        await tell(deliveryId, { type: 'CancelSale', agentId, cashBack: cents(cashBack), at }, message)
        if (paymentId !== null) await book(paymentId, { type: 'MoneyFreed', deliveryId, withdrawn: false, at }, message)
      }),
      on(deliveryEvents.deleted, async ({ deliveryId, paymentId, freed, at }, message) => {
        await tell(deliveryId, { type: 'DeleteSale', freed, at }, message)
        if (paymentId !== null && freed)
          await book(paymentId, { type: 'MoneyFreed', deliveryId, withdrawn: false, at }, message)
      }),
      on(deliveryEvents.takingsSummed, async ({ day, takings, at: summedAt }, message) => {
        const sums = takings.map(({ agentId, cents }) => ({ party: agentId, cents }))
        await hearTakings({ by: 'delivery', day, takings: sums, summedAt }, message)
      }),
      on(deliveryEvents.returnStarted, async ({ deliveryId, at }, message) => {
        await tell(deliveryId, { type: 'TurnBack', at }, message)
      }),
      // An admin's notes about the parcel may name them.
      on(deliveryEvents.personErased, async ({ deliveryId }) =>
        streams.keys.destroy([await readNotePerson(streams.keys, deliveryId)]),
      ),
      on(deliveryEvents.accountParcelsEnded, ({ accountId }, message) =>
        payees.leave(accountId, buildMetadata(message)),
      ),
    ],
    ofPayment: [
      ...paymentReactions({ book, tell, finishPayout }),
      on(paymentEvents.takingsSummed, async ({ day, cents, at: summedAt }, message) => {
        await hearTakings({ by: 'payment', day, takings: [{ party: null, cents }], summedAt }, message)
      }),
    ],
  }
}
