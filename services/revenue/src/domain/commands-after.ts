import { fold, type Recorded } from '@tuma/platform/domain'
import type { BookEvent } from './books-views.ts'
import { type DrawerCommand, type DrawerEvent, drawer, drawerStream } from './drawer.ts'
import { isReceived, receivedForOthers } from './drawer-parcels.ts'
import { type OwedCommand, owedStream } from './owed.ts'
import { type SaleCommand, type SaleEvent, sale, saleStream } from './sale.ts'
import { computeOutcome } from './sale-outcome.ts'
import { type TillCommand, type TillEvent, till, tillStream } from './till.ts'
import { dues, isConfirmed, payInsOf } from './till-standing.ts'

export type NextCommand =
  | { readonly of: 'sale'; readonly stream: string; readonly command: SaleCommand }
  | { readonly of: 'till'; readonly stream: string; readonly command: TillCommand }
  | { readonly of: 'drawer'; readonly stream: string; readonly command: DrawerCommand }
  | { readonly of: 'owed'; readonly stream: string; readonly command: OwedCommand }

const ofSales = [
  'SaleTaken',
  'TakingExplained',
  'PaymentProven',
  'TakingWithdrawn',
  'CashArrived',
  'CashArrivalTakenBack',
  'SaleTurnedBack',
  'SaleCancelled',
] satisfies SaleEvent['type'][]
const ofTills = [
  'MoneySeen',
  'MoneyConfirmed',
  'MoneyReversed',
  'MoneyDoubted',
  'MoneyCleared',
  'MoneySpent',
  'MoneyClaimed',
  'MoneyRefunded',
] satisfies TillEvent['type'][]
const ofDrawers = [
  'CashReceived',
  'CashPassedOn',
  'PassedCashReceived',
  'CashPaidIn',
  'PayInReversed',
  'PassedReceiptTakenBack',
] satisfies DrawerEvent['type'][]
/** The event types that can cause commands to other streams. */
export const triggerTypes: readonly string[] = [...ofSales, ...ofTills, ...ofDrawers]

/**
 * The commands to other streams that follow from a stream's state after an event. A sale says what is owed, whose
 * drawer holds the cash and which payment it has spent; a payment says what it proves; a drawer says what that event
 * has counted. A repeated or late command changes nothing.
 */
export const getCommandsAfter = (
  stream: string,
  past: readonly Recorded<BookEvent>[],
  event: Pick<Recorded<BookEvent>, 'id'>,
): NextCommand[] => {
  const last = past.at(-1)
  if (!last) return []
  const at = last.metadata.at
  if (stream.startsWith(saleStream('')))
    return ofSale(stream.slice(saleStream('').length), past as readonly Recorded<SaleEvent>[], event.id)
  if (stream.startsWith(tillStream('')))
    return ofTill(stream.slice(tillStream('').length), past as readonly Recorded<TillEvent>[], { event, at })
  return ofDrawer(past as readonly Recorded<DrawerEvent>[], event.id, at)
}

const ofSale = (deliveryId: string, past: readonly Recorded<SaleEvent>[], eventId: string): NextCommand[] => {
  const asOf = past.at(-1)?.revision ?? 0
  const { owed, drawers, payments } = computeOutcome(fold(sale, past))
  const ofSender: NextCommand[] = owed
    ? [{ of: 'owed', stream: owedStream(owed.owedTo), command: { type: 'OweParcel', deliveryId, ...owed, asOf } }]
    : []
  // This event changes only the sender's money, so the drawer need not be read.
  const { type } = past.find(({ id }) => id === eventId) ?? {}
  if (type === 'CashArrived' || type === 'CashArrivalTakenBack') return ofSender
  return [
    ...payments.map(({ paymentId, due, agentId, at }): NextCommand => {
      const stream = tillStream(paymentId)
      if (due === null) return { of: 'till', stream, command: { type: 'MoneyFreed', deliveryId, withdrawn: false, at } }
      return { of: 'till', stream, command: { type: 'MoneySpent', deliveryId, due, agentId, at } }
    }),
    ...drawers.map(({ agentId, ...cash }): NextCommand => {
      const command = { type: 'StandCash', agentId, deliveryId, ...cash, asOf } as const
      return { of: 'drawer', stream: drawerStream(agentId), command }
    }),
    ...ofSender,
  ]
}

const ofTill = (
  paymentId: string,
  past: readonly Recorded<TillEvent>[],
  { event, at }: { readonly event: Pick<Recorded<BookEvent>, 'id'>; readonly at: string },
): NextCommand[] => {
  const asOf = past.at(-1)?.revision ?? 0
  const state = fold(till, past)
  const payIns = payInsOf(state).map(({ drawer: agentId, paid }): NextCommand => {
    const command = { type: 'PayIn', agentId, paymentId, paid, asOf, at } as const
    return { of: 'drawer', stream: drawerStream(agentId), command }
  })
  // Neither an owner nor a refund proves a payment.
  const { type } = past.find(({ id }) => id === event.id) ?? {}
  if (type === 'MoneyClaimed' || type === 'MoneyRefunded') return payIns
  const confirmed = isConfirmed(state) && !state.reversed
  return [
    ...payIns,
    ...dues(state).map(({ deliveryId }): NextCommand => {
      const command = { type: 'ProvePayment', paymentId, confirmed, doubted: state.doubted, asOf, at } as const
      return { of: 'sale', stream: saleStream(deliveryId), command }
    }),
  ]
}

/** Looks only at what that event has moved, because a drawer has every parcel that its agent ever took cash for. */
const ofDrawer = (past: readonly Recorded<DrawerEvent>[], eventId: string, at: string): NextCommand[] => {
  const nth = past.findIndex(({ id }) => id === eventId)
  const event = past[nth]
  if (event?.type === 'CashPassedOn') return [toTakeOver(event.data)]
  if (!isReceipt(event)) return []
  const isBack = event.type === 'PayInReversed' || event.type === 'PassedReceiptTakenBack'
  const before = fold(drawer, past.slice(0, nth))
  const after = drawer.evolve(before, event)
  const now = past.slice(nth + 1).reduce(drawer.evolve, after)
  // Cash of one parcel may have come in several parts.
  const ids = [...new Set(event.data.parcels.map(({ deliveryId }) => deliveryId))]
  const isNews = (deliveryId: string) =>
    isBack ? isReceived(before, deliveryId) && !isReceived(now, deliveryId) : isReceived(now, deliveryId)
  const forOthers = isBack ? receivedForOthers(after, before, ids) : receivedForOthers(before, after, ids)
  return [
    ...ids.filter(isNews).map((deliveryId): NextCommand => {
      const command = { type: isBack ? 'TakeBackArrival' : 'ArriveCash', at } as const
      return { of: 'sale', stream: saleStream(deliveryId), command }
    }),
    ...forOthers.map(({ from: agentId, parcels }): NextCommand => {
      const type = isBack ? 'TakeBackPassed' : 'ReceivePassed'
      const command = { type, agentId, receiptId: event.id, parcels, at: event.data.at } as const
      return { of: 'drawer', stream: drawerStream(agentId), command }
    }),
  ]
}

type Receipt = 'CashReceived' | 'PassedCashReceived' | 'CashPaidIn' | 'PayInReversed' | 'PassedReceiptTakenBack'

/** Whether the office, or the till, has cash of parcels since then, or has it no longer. */
const isReceipt = (
  event: Recorded<DrawerEvent> | undefined,
): event is Extract<Recorded<DrawerEvent>, { type: Receipt }> =>
  event !== undefined && event.type !== 'CashPassedOn' && (ofDrawers as readonly string[]).includes(event.type)

/** The cash has left one drawer and must be in the other on the same day, whenever this command is sent. */
const toTakeOver = ({
  agentId: from,
  to: agentId,
  postings: _,
  ...cash
}: Extract<DrawerEvent, { type: 'CashPassedOn' }>['data']): NextCommand => ({
  ...{ of: 'drawer', stream: drawerStream(agentId) },
  command: { type: 'TakeOver', agentId, from, ...cash },
})
