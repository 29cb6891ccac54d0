import { type OwedBecause, Refused } from '@tuma/contracts/vocabulary'
import {
  computeWorth,
  isConfirmed,
  type Payment,
  type PaymentEvent,
  type Reason,
  type RefundRefused,
} from '../payment.ts'

/** An admin notes that money of the payment was paid back, outside Tuma. */
export type RefundPayment = {
  readonly type: 'RefundPayment'
  /** Derived from the command. */
  readonly refundId: string
  readonly cents: number
  /** M-Pesa's receipt of the refund. */
  readonly receipt: string
  readonly note: Reason
  readonly at: string
}

type Standing = Pick<
  Payment,
  | 'cents'
  | 'topUps'
  | 'refunds'
  | 'addedTo'
  | 'doubt'
  | 'letPass'
  | 'reversed'
  | 'usedBy'
  | 'unserved'
  | 'fee'
  | 'payers'
  | 'seenBy'
>

/**
 * Refundable cents: what is not spent, and the surplus above the fee. Only proven money counts, because a message can
 * be made up.
 */
export const computeRefundable = (payment: Standing): number => {
  const { topUps, doubt } = payment
  if (doubt === 'overdue') return 0
  const proven = { cents: isConfirmed(payment) ? payment.cents : 0, topUps: topUps.filter((part) => part.proven) }
  return computeUnspent({ ...payment, ...proven })
}

/** The same for all money that was shown. */
const computeUnspent = (payment: Standing): number => {
  const { addedTo, doubt, letPass, reversed, usedBy, unserved, fee } = payment
  if (addedTo !== null) return 0
  if (doubt !== null && doubt !== 'overdue' && !letPass) return 0
  const there = computeWorth(payment) - (reversed ? payment.cents : 0)
  if (usedBy === null || unserved) return Math.max(0, there)
  return fee === null ? 0 : Math.max(0, there - 100 * fee)
}

/**
 * Cents that are owed back: the surplus above the fee, or the price of a parcel that is not served. An unused payment
 * may still be used. For a parcel that came back, a fee paid beforehand may be refunded and is not owed; money paid at
 * the door is owed.
 */
export const computeOwed = (payment: Standing): number => {
  const { usedBy, unserved, payers } = payment
  if (usedBy === null) return 0
  return computeRefundable(unserved === 'returned' && payers.length > 0 ? { ...payment, unserved: null } : payment)
}

export const getOwedReasons = (payment: Standing): OwedBecause | null => {
  if (computeOwed(payment) === 0) return null
  const { unserved, payers } = payment
  return unserved === null || (unserved === 'returned' && payers.length > 0) ? 'over_paid' : unserved
}

export const refund = (command: RefundPayment, payment: Payment | null): PaymentEvent[] => {
  const { refundId, cents, receipt, note, at } = command
  if (!payment) throw new Refused('not_found')
  const isDecided =
    payment.refusedRefunds.includes(refundId) || payment.refunds.some((known) => known.refundId === refundId)
  if (isDecided) return []
  const refused = findRefusal(command, payment)
  if (refused) return [{ type: 'RefundRefused', data: { refundId, ...refused, at } }]
  return [{ type: 'PaymentRefunded', data: { refundId, cents, receipt, deliveryId: payment.usedBy, note, at } }]
}

type Refusing = Pick<RefundRefused['data'], 'code' | 'max'>

const findRefusal = ({ receipt, cents }: RefundPayment, payment: Payment): Refusing | null => {
  if (payment.refunds.some((known) => known.receipt === receipt)) return { code: 'refund_noted', max: null }
  const max = computeRefundable(payment)
  if (cents <= max) return null
  return cents <= computeUnspent(payment) ? { code: 'refund_unproven', max: null } : { code: 'refund_too_much', max }
}

/** The refusal for the admin. */
export const toRefusal = ({ code, max }: Refusing): Refused =>
  max === null ? new Refused(code) : new Refused(code, { max: max / 100 })

/** Checked before a receipt is taken for it. @throws Refused not_found, and the refusals of a refund */
export const assertRefundable = (command: RefundPayment, payment: Payment | null): void => {
  for (const event of refund(command, payment)) if (event.type === 'RefundRefused') throw toRefusal(event.data)
}
