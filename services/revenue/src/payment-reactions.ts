import { knownWord, paymentEvents } from '@tuma/contracts/events'
import { on, type Reaction } from '@tuma/platform/event-sourcing'
import type { Message } from '@tuma/platform/ports'
import type { SaleCommand } from './domain/sale.ts'
import type { TillCommand } from './domain/till.ts'

/** How revenue books the events of payment. `book` takes the id of a till stream, `tell` that of a delivery. */
export const paymentReactions = ({
  book,
  tell,
  finishPayout,
}: {
  readonly book: (id: string, command: TillCommand, message: Message) => Promise<unknown>
  readonly tell: (deliveryId: string, command: SaleCommand, message: Message) => Promise<unknown>
  readonly finishPayout: (outgoingId: string) => Promise<void>
}): readonly Reaction[] => [
  on(paymentEvents.seen, async ({ paymentId, by, cents, claimed, paidAt: valueAt, at }, message) => {
    await book(paymentId, { type: 'MoneySeen', by: knownWord(by), cents, claimed, valueAt, at }, message)
  }),
  on(paymentEvents.confirmed, async ({ paymentId, cents, at, valueAt = at }, message) => {
    await book(paymentId, { type: 'MoneyConfirmed', cents, valueAt, at }, message)
  }),
  on(paymentEvents.doubted, async ({ paymentId, at }, message) => {
    await book(paymentId, { type: 'MoneyDoubted', at }, message)
  }),
  on(paymentEvents.cleared, async ({ paymentId, at }, message) => {
    await book(paymentId, { type: 'MoneyCleared', at }, message)
  }),
  on(paymentEvents.reversed, async ({ paymentId, at, valueAt = at }, message) => {
    await book(paymentId, { type: 'MoneyReversed', valueAt, at }, message)
  }),
  on(paymentEvents.reversalDated, async ({ paymentId, valueAt, at }, message) => {
    await book(paymentId, { type: 'MoneyReversed', valueAt, at }, message)
  }),
  on(paymentEvents.claimed, async ({ paymentId, claimed, payIn, at }, message) => {
    await book(paymentId, { type: 'MoneyClaimed', claimed, ...(payIn ? { payIn } : {}), at }, message)
  }),
  on(paymentEvents.withdrawn, async ({ paymentId, deliveryId, at }, message) => {
    await book(paymentId, { type: 'MoneyFreed', deliveryId, withdrawn: true, at }, message)
    await tell(deliveryId, { type: 'WithdrawPayment', paymentId, at }, message)
  }),
  on(paymentEvents.toppedUp, async ({ paymentId, by, cents, at }, message) => {
    await book(by, { type: 'MoneyPoured', into: paymentId, cents, at }, message)
    await book(paymentId, { type: 'MoneyToppedUp', by, cents, at }, message)
  }),
  on(paymentEvents.refunded, async ({ paymentId, refundId, deliveryId, cents, at }, message) => {
    await book(paymentId, { type: 'MoneyRefunded', refundId, deliveryId, cents, at }, message)
  }),
  on(paymentEvents.outgoingClaimed, async ({ outgoingId, of }) => {
    if (of === 'payout') await finishPayout(outgoingId)
  }),
  on(paymentEvents.paidOut, async ({ outgoingId, of, cents, at }, message) => {
    await book(outgoingId, { type: 'MoneyLeft', of: knownWord(of), cents, at }, message)
  }),
  on(paymentEvents.tillMoved, async (row, message) => {
    const { rowId, kind, paymentId, outgoingId, cents, movedAt: valueAt, at } = row
    const moved = { type: 'TillMoved' as const, rowId, kind: knownWord(kind), cents, valueAt, at }
    await book(paymentId ?? outgoingId ?? rowId, moved, message)
  }),
]
