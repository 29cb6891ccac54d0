import { isProof } from '@tuma/contracts/vocabulary'
import type { Payment, PaymentEvent, Seen } from './payment.ts'

type Known = Pick<Payment, 'seenBy' | 'amount' | 'cents' | 'promised'>

/** A report in M-Pesa's name exists, and no proof: it is worth no more than a pasted message. */
export const isUnchecked = ({ seenBy }: Pick<Payment, 'seenBy'>): boolean =>
  seenBy.includes('unchecked') && !seenBy.some(isProof)

/** Whether an unchecked confirmation has another amount than is known; for a promise, a smaller one. */
const contradicts = ({ seenBy, amount, cents, promised }: Known, told: Pick<Seen, 'cents'>): boolean => {
  if (seenBy.some(isProof)) return cents !== told.cents
  return promised ? told.cents < 100 * amount : Math.floor(told.cents / 100) !== amount
}

/**
 * A payment after an unchecked confirmation of a receipt that was known before. A proven payment keeps its amount and its
 * payer, because a stranger can make up both; and so does one whose amount it contradicts.
 */
export const withUnchecked = (payment: Payment, told: Seen): Payment => {
  if (contradicts(payment, told)) return { ...payment, contradicted: true, seenBy: withUncheckedEvidence(payment) }
  if (payment.seenBy.some(isProof)) return payment
  return {
    ...payment,
    seenBy: withUncheckedEvidence(payment),
    payerNames: [...payment.payerNames, ...told.payerNames],
    payerPhoneEnds: [...payment.payerPhoneEnds, ...(told.payerPhoneEnd === null ? [] : [told.payerPhoneEnd])],
  }
}

const withUncheckedEvidence = ({ seenBy }: Payment): Payment['seenBy'] =>
  seenBy.some((by) => by !== 'message') ? seenBy : [...seenBy, 'unchecked']

/**
 * Records an unchecked confirmation where it is new: the first of a payment, and the first that contradicts known
 * facts. Only a message or an agent's promise is doubted by it.
 * @param bound gives it a payer where nothing else has reported it
 * @returns at most two events for a known payment, however often and in whatever variants it is sent
 */
export const seeUnchecked = (
  seen: Seen,
  at: string,
  payment: Payment | null,
  bound: readonly PaymentEvent[] = [],
): PaymentEvent[] => {
  if (!payment)
    return [{ type: 'PaymentSeen', data: { ...seen, counts: true, claimed: bound.length > 0, at } }, ...bound]
  const { seenBy, payers, doubt, letPass, usedBy, contradicted } = payment
  const isNews = seenBy.every((by) => by === 'message')
  const differs = contradicts(payment, seen)
  if (differs ? contradicted : !isNews) return []
  const told: PaymentEvent = {
    type: 'PaymentSeen',
    data: { ...seen, counts: false, claimed: payers.length > 0, at },
  }
  if (!differs || !isNews || doubt || letPass) return [told]
  return [told, { type: 'PaymentDoubted', data: { because: 'amount', deliveryId: usedBy, at } }]
}
