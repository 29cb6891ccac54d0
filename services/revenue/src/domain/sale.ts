import {
  type DeliveryType,
  type EatDay,
  type Explanation,
  type GivingBack,
  Refused,
  type Shillings,
  type Shop,
  type TakenHow,
} from '@tuma/contracts/vocabulary'
import type { Decider, DomainEvent } from '@tuma/platform/domain'
import { booked, type Posted } from './journal.ts'
import { type CancelEvent, type CancelSale, cancelSale, isCancelled } from './sale-cancelled.ts'
import { getCash, getFigures, isBeyondDoubt, isContradicted, saleBalances } from './sale-outcome.ts'

/** How the money that was due was taken, in cents. */
type Taking = {
  readonly how: TakenHow
  readonly said: boolean
  /** The agent who has it, or who answers for it; null where no agent is known. */
  readonly agentId: string | null
  readonly feeCents: number
  readonly productCents: number
  readonly paymentIds: readonly string[]
  readonly owedTo: string
  /** The sender paid the fee at the counter, before the parcel left. Missing: it was taken at the hand-over. */
  readonly beforehand?: true | undefined
}
/** What the figures have of a delivery. */
export type Counted = {
  readonly deliveryType: DeliveryType
  readonly day: EatDay
  /** The shop where it is handed in; missing: the event did not say. */
  readonly shop?: Shop | undefined
}
export type Fee = {
  readonly deliveryType: DeliveryType
  readonly fee: Shillings
  readonly day: EatDay
  /** The shop of the counted delivery; missing: the delivery was not counted, or no event said it. */
  readonly shop?: Shop | undefined
}
type Explained = { readonly as: Explanation; readonly agentId: string | null; readonly paymentId: string | null }
/** What is known of a payment. `confirmed`: the money came. `doubted`: it may be another payer's, or another sum. */
type Proof = {
  readonly paymentId: string
  readonly confirmed: boolean
  readonly doubted: boolean
  readonly asOf: number
}

/** One delivery as the books see it. */
export type SaleEvent =
  | CancelEvent
  | DomainEvent<'DeliveryCounted', Counted>
  | DomainEvent<'FeeTaken', Fee>
  /** The fee is earned; recorded once more for a delivery that was requested again. */
  | DomainEvent<'FeeBooked', Posted & { readonly cents: number }>
  /** `freed`: it was deleted before the hand-over, so nothing was earned. */
  | DomainEvent<'SaleDeleted', Posted & { readonly freed: boolean }>
  | DomainEvent<'SaleTaken', Posted & Taking>
  /** An admin explains cash without a known agent, or a payment that never came. */
  | DomainEvent<
      'TakingExplained',
      Posted & Explained & { readonly note: { readonly personId: string; readonly reason: string } }
    >
  /** A payment that it was taken with was another parcel's, and never pays for this one. */
  | DomainEvent<'TakingWithdrawn', Posted & { readonly paymentId: string }>
  | DomainEvent<'PaymentProven', Proof & { readonly at: string }>
  /**
   * The parcel goes back to its sender: what was taken at the hand-over is not earned and is owed to its payer. `cash`
   * is the part of it that was not paid by M-Pesa.
   */
  | DomainEvent<'SaleTurnedBack', Posted & { readonly cash: number }>
  /** An admin says what became of that cash. */
  | DomainEvent<
      'TakingGivenBack',
      Posted & { readonly as: GivingBack; readonly note: { readonly personId: string; readonly reason: string } }
    >
  /** An admin has counted its cash. */
  | DomainEvent<'CashArrived', { readonly at: string }>
  /** It was paid in by M-Pesa, and the money went back: an agent has the cash again. */
  | DomainEvent<'CashArrivalTakenBack', { readonly at: string }>
  /** The change in how much of the fee that was taken on that day is confirmed, or deleted. */
  | DomainEvent<
      'FeeStood',
      {
        readonly deliveryType: DeliveryType
        readonly day: EatDay
        readonly confirmed: Shillings
        readonly deleted: Shillings
      }
    >

export type SaleCommand =
  | CancelSale
  | {
      readonly type: 'CountDelivery'
      readonly deliveryType: DeliveryType
      readonly day: EatDay
      readonly shop: Shop | null
      readonly at: string
    }
  | {
      readonly type: 'TakeFee'
      readonly deliveryType: DeliveryType
      readonly fee: Shillings
      readonly day: EatDay
      readonly at: string
    }
  | { readonly type: 'DeleteSale'; readonly freed: boolean; readonly at: string }
  | ({ readonly type: 'TakeSale'; readonly at: string } & Taking)
  | ({
      readonly type: 'ExplainTaking'
      readonly note: { readonly personId: string; readonly reason: string }
      readonly at: string
    } & Explained)
  | ({ readonly type: 'ProvePayment'; readonly at: string } & Proof)
  | { readonly type: 'WithdrawPayment'; readonly paymentId: string; readonly at: string }
  | { readonly type: 'ArriveCash'; readonly at: string }
  | { readonly type: 'TakeBackArrival'; readonly at: string }
  | { readonly type: 'TurnBack'; readonly at: string }
  | {
      readonly type: 'GiveBack'
      readonly as: GivingBack
      readonly note: { readonly personId: string; readonly reason: string }
      readonly at: string
    }

export type Sale = {
  readonly counted: Counted | null
  readonly feeTaken: Fee | null
  readonly cancelled: { readonly at: string } | null
  readonly booked: { readonly cents: number; readonly at: string } | null
  readonly deleted: { readonly freed: boolean; readonly at: string } | null
  readonly taking: (Taking & { readonly at: string }) | null
  readonly explained: (Explained & { readonly at: string }) | null
  readonly proofs: { readonly [paymentId: string]: Omit<Proof, 'paymentId'> }
  readonly withdrawn: readonly string[]
  readonly arrived: boolean
  /** Since when the parcel goes back to its sender. */
  readonly back: string | null
  readonly givenBack: GivingBack | null
}

export const saleStream = (deliveryId: string): string => `sale-${deliveryId}`

const nothing: Sale = {
  ...{ counted: null, feeTaken: null, cancelled: null, booked: null, deleted: null },
  ...{ taking: null, explained: null, proofs: {}, withdrawn: [], arrived: false },
  ...{ back: null, givenBack: null },
}

const evolve = (state: Sale, { type, data }: SaleEvent): Sale => {
  switch (type) {
    case 'DeliveryCounted':
      return { ...state, counted: data }
    case 'FeeTaken':
      return { ...state, feeTaken: data }
    case 'SaleCancelled':
      return { ...state, cancelled: { at: data.at } }
    case 'CountTakenBack':
      return { ...state, counted: null }
    case 'FeeTakenBack':
      return { ...state, feeTaken: null }
    case 'FeeBooked':
      return { ...state, booked: { cents: data.cents, at: data.at } }
    case 'SaleDeleted':
      return { ...state, deleted: { freed: data.freed, at: data.at } }
    case 'SaleTaken': {
      const { postings: _, ...taking } = data
      return { ...state, taking }
    }
    case 'TakingExplained': {
      const { as, agentId, paymentId, at } = data
      return { ...state, explained: { as, agentId, paymentId, at } }
    }
    case 'PaymentProven': {
      const { paymentId, confirmed, doubted, asOf } = data
      return { ...state, proofs: { ...state.proofs, [paymentId]: { confirmed, doubted, asOf } } }
    }
    case 'TakingWithdrawn':
      return { ...state, withdrawn: [...state.withdrawn, data.paymentId] }
    case 'SaleTurnedBack':
      return { ...state, back: data.at }
    case 'TakingGivenBack':
      return { ...state, givenBack: data.as }
    case 'CashArrived':
      return { ...state, arrived: true }
    case 'CashArrivalTakenBack':
      return { ...state, arrived: false }
    case 'FeeStood':
      return state
  }
}

/** Counts a delivery once and its fee once, however often and in whatever order the events come. */
const decide = (command: SaleCommand, state: Sale): SaleEvent[] => {
  switch (command.type) {
    case 'CountDelivery': {
      const { deliveryType, day, shop } = command
      if (state.counted || isCancelled(state, command.at)) return []
      return [{ type: 'DeliveryCounted', data: { deliveryType, day, ...(shop ? { shop } : {}) } }]
    }
    case 'CancelSale':
      return cancelSale(command, state)
    case 'TakeFee':
      return feeTaken(command, state)
    case 'DeleteSale': {
      const { freed } = command
      if (state.deleted && state.deleted.at >= command.at) return []
      return [{ type: 'SaleDeleted', data: { freed, at: command.at, postings: [] } }]
    }
    case 'TakeSale': {
      const { type: _, ...taking } = command
      return isTaken(state, taking.at) ? [] : [{ type: 'SaleTaken', data: { ...taking, postings: [] } }]
    }
    case 'ExplainTaking':
      return explained(command, state)
    case 'ProvePayment':
      return proven(command, state)
    case 'WithdrawPayment':
      return withdrawn(command, state)
    case 'ArriveCash':
      return state.arrived ? [] : [{ type: 'CashArrived', data: { at: command.at } }]
    case 'TakeBackArrival':
      return state.arrived ? [{ type: 'CashArrivalTakenBack', data: { at: command.at } }] : []
    case 'TurnBack':
      return turnedBack(command, state)
    case 'GiveBack':
      return givenBack(command, state)
  }
}

type Of<Type extends SaleCommand['type']> = Extract<SaleCommand, { type: Type }>

const feeTaken = ({ deliveryType, day, fee, ...command }: Of<'TakeFee'>, state: Sale): SaleEvent[] => {
  if (isCancelled(state, command.at)) return []
  const events: SaleEvent[] = []
  const { shop } = state.counted ?? {}
  if (!state.feeTaken) events.push({ type: 'FeeTaken', data: { deliveryType, fee, day, ...(shop ? { shop } : {}) } })
  if (!state.booked || state.booked.at < command.at)
    events.push({ type: 'FeeBooked', data: { cents: 100 * fee, at: command.at, postings: [] } })
  return events
}

/** Money is taken once; after a cancellation it may be taken once more. */
const isTaken = ({ taking, cancelled }: Sale, at: string): boolean =>
  taking !== null && (taking.at >= at || !isCancelled({ cancelled }, taking.at))

const proven = ({ type: _, ...proof }: Of<'ProvePayment'>, state: Sale): SaleEvent[] => {
  const { confirmed, doubted, asOf } = state.proofs[proof.paymentId] ?? { confirmed: false, doubted: false, asOf: -1 }
  const isKnown = asOf >= proof.asOf || (confirmed === proof.confirmed && doubted === proof.doubted)
  return isKnown ? [] : [{ type: 'PaymentProven', data: proof }]
}

const withdrawn = ({ paymentId, at }: Of<'WithdrawPayment'>, state: Sale): SaleEvent[] =>
  state.withdrawn.includes(paymentId) ? [] : [{ type: 'TakingWithdrawn', data: { paymentId, at, postings: [] } }]

const turnedBack = ({ at }: Of<'TurnBack'>, state: Sale): SaleEvent[] =>
  state.back === null ? [{ type: 'SaleTurnedBack', data: { cash: getCash(state), at, postings: [] } }] : []

const givenBack = ({ type: _, ...given }: Of<'GiveBack'>, state: Sale): SaleEvent[] => {
  if (state.back === null || getCash(state) === 0) throw new Refused('not_found')
  if (state.givenBack !== null) throw new Refused('stale')
  return [{ type: 'TakingGivenBack', data: { ...given, postings: [] } }]
}

const explained = ({ type: _, ...command }: Of<'ExplainTaking'>, state: Sale): SaleEvent[] => {
  const { taking } = state
  if (!taking) throw new Refused('not_found')
  const { paymentIds } = taking
  const isAwaited = (taking.how === 'till' && !isBeyondDoubt(state, paymentIds)) || isContradicted(state, paymentIds)
  // Nothing is due by a receipt of a parcel that goes back.
  const isOpen = taking.how === 'unexplained' || (isAwaited && state.back === null)
  if (!isOpen || state.explained) throw new Refused('stale')
  // The agent of the receipt owes it, unless the admin names another agent.
  const agentId = command.as === 'drawer' ? (command.agentId ?? taking.agentId) : command.agentId
  if (command.as === 'drawer' && agentId === null) throw new Refused('not_found')
  return [{ type: 'TakingExplained', data: { ...command, agentId, postings: [] } }]
}

const books = booked<Sale, SaleCommand, SaleEvent>({ initialState: nothing, decide, evolve }, saleBalances)

export const sale: Decider<Sale, SaleCommand, SaleEvent> = {
  ...books,
  decide: (command, before) => {
    const events = books.decide(command, before)
    const after = events.reduce(evolve, before)
    const fee = after.feeTaken ?? before.feeTaken
    if (!fee) return events
    const [was, is] = [getFigures(before), getFigures(after)]
    const [confirmed, deleted] = [is.confirmed - was.confirmed, is.deleted - was.deleted]
    if (confirmed === 0 && deleted === 0) return events
    const { deliveryType, day } = fee
    return [...events, { type: 'FeeStood', data: { deliveryType, day, confirmed, deleted } }]
  },
}
