import { Refused } from '@tuma/contracts/vocabulary'
import {
  evolve,
  isConfirmed,
  isPayersProof,
  isSpent,
  type PayerProof,
  type Payment,
  type PaymentEvent,
} from './payment.ts'

/** An agent paid cash to the till by hand: the receipt, and a fact that only its payer knows. */
export type ClaimPayIn = {
  readonly type: 'ClaimPayIn'
  readonly drawer: string
  readonly proof: PayerProof
  readonly at: string
}

/**
 * Only proven money without an owner: a message can be made up, and a waiting customer has claimed theirs.
 * @throws Refused not_paid_yet, payer_differs, payment_used
 */
export const claimPayIn = ({ drawer, proof, at }: ClaimPayIn, payment: Payment | null): PaymentEvent[] => {
  if (!payment || !isConfirmed(payment)) throw new Refused('not_paid_yet')
  if (!isPayersProof(payment, proof)) throw new Refused('payer_differs')
  if (payment.paidIn === drawer) return []
  if (isSpent(payment) || payment.payers.length > 0 || payment.refunds.length > 0) throw new Refused('payment_used')
  if ((payment.doubt || payment.reversed) && !payment.letPass) throw new Refused('not_paid_yet')
  return [{ type: 'PaymentPaidIn', data: { drawer, at } }]
}

/**
 * Marks the payment of an agent's prompt when the prompt first reports it, unless it has an owner by then. A repeated
 * report does not mark it again, because an admin may have released it since.
 */
export const markPaidIn = (
  { drawer, at }: { readonly drawer?: string | undefined; readonly at: string },
  events: readonly PaymentEvent[],
  payment: Payment | null,
): PaymentEvent[] => {
  const after = events.reduce(evolve, payment)
  const isNews = events.some(({ type }) => type === 'PaymentSeen')
  if (drawer === undefined || !isNews || !after || isSpent(after) || after.payers.length > 0) return [...events]
  return [...events, { type: 'PaymentPaidIn', data: { drawer, at } }]
}
