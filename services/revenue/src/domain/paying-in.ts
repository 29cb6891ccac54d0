import type { DomainEvent } from '@tuma/platform/domain'
import type { Map as ById } from 'immutable'
import {
  countCash,
  type DrawerParcels,
  type Part,
  withHanded,
  withoutReceived,
  withReceived,
} from './drawer-parcels.ts'
import type { HandedOver } from './handing-over.ts'
import type { Posted } from './journal.ts'
import { oldestFirst, takeFirst } from './oldest-first.ts'

type DatedPart = Part & { readonly at: string }
/** `asOf` is the revision of the payment that says so. */
type OfPayment = { readonly agentId: string; readonly paymentId: string; readonly asOf: number }

/** Cash that an agent has paid to the till by M-Pesa, in cents. */
export type PayingInEvent =
  /** `paid` came to the till. `cents` of it left the drawer: at most what was in it. What is above is not claimed. */
  | DomainEvent<
      'CashPaidIn',
      Posted & OfPayment & { readonly paid: number; readonly cents: number; readonly parcels: readonly Part[] }
    >
  /** The money went back to its payer, or was not the agent's: the cash is in the drawer again. */
  | DomainEvent<
      'PayInReversed',
      Posted & OfPayment & { readonly cents: number; readonly parcels: readonly DatedPart[] }
    >

/** `paid`: what the payment is worth for this drawer now; 0 where its money went back, or is not this agent's. */
export type PayingInCommand = OfPayment & { readonly type: 'PayIn'; readonly paid: number; readonly at: string }

type PayIn = {
  readonly asOf: number
  /** It left the drawer, and did not come back. */
  readonly isIn: boolean
  readonly paid: number
  readonly cents: number
  readonly parcels: readonly Part[]
}
export type PaidIn = {
  readonly payIns: ById<string, PayIn>
  /** All that was paid in and did not come back, in cents. */
  readonly paidIn: number
}
type State = DrawerParcels & HandedOver & PaidIn

/**
 * Once a payment, the oldest parcels first. What comes later into the drawer is not paid by it. A payment that is worth
 * less than before is taken back, and paid in again by what it is worth.
 */
export const payIn = (command: PayingInCommand, state: State): PayingInEvent[] => {
  const { paymentId, paid, asOf } = command
  const known = state.payIns.get(paymentId)
  if (known && known.asOf >= asOf) return []
  if (known?.isIn && known.paid <= paid) return []
  if (known?.isIn !== true) {
    // A late command must not pay in what is known to have gone back.
    if (paid <= 0) return known ? [] : [takeBack(command, state)]
    return [toPaidIn(command, state)]
  }
  const back = takeBack(command, state)
  return paid <= 0 ? [back] : [back, toPaidIn(command, afterPayingIn(state, back))]
}

const toPaidIn = ({ type: _, ...data }: PayingInCommand, state: State): PayingInEvent => {
  const cents = Math.min(data.paid, Math.max(0, countCash(state)))
  const parcels = cents === 0 ? [] : takeFirst(oldestFirst(state.open), cents)
  return { type: 'CashPaidIn', data: { ...data, cents, parcels, postings: [] } }
}

const takeBack = ({ agentId, paymentId, asOf, at }: PayingInCommand, { payIns, parcels }: State): PayingInEvent => {
  const { cents = 0, parcels: parts = [] } = payIns.get(paymentId) ?? {}
  const back = parts.map((part) => ({ ...part, at: parcels.get(part.deliveryId)?.at ?? at }))
  return { type: 'PayInReversed', data: { agentId, paymentId, cents, parcels: back, asOf, at, postings: [] } }
}

/** The state after cash was paid in, or came back. */
export const afterPayingIn = <Of extends State>(state: Of, { type, data }: PayingInEvent): Of => {
  const { agentId, paymentId, asOf, cents, parcels } = data
  const sums = { ...state.sums, agentId }
  if (type === 'CashPaidIn') {
    const payIns = state.payIns.set(paymentId, { asOf, isIn: true, paid: data.paid, cents, parcels })
    return {
      ...withReceived(withHanded(state, parcels), parcels),
      ...{ payIns, sums, paidIn: state.paidIn + cents },
    }
  }
  const payIns = state.payIns.set(paymentId, { asOf, isIn: false, paid: 0, cents: 0, parcels: [] })
  const back = parcels.map(({ deliveryId, cents: one }) => ({ deliveryId, cents: -one }))
  return { ...withoutReceived(withHanded(state, back), parcels), ...{ payIns, sums, paidIn: state.paidIn - cents } }
}
