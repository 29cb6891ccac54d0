import { type OwedBecause, Refused } from '@tuma/contracts/vocabulary'
import {
  computeWorth,
  isConfirmed,
  type Payment,
  type PaymentEvent,
  type Reason,
  type RefundRefused,
} from '../payment.ts'

/** By an admin: money of it was paid back, outside of Tuma. */
export type RefundPayment = {
  readonly type: 'RefundPayment'
  /** Derived from the command. */
  readonly refundId: string
  readonly cents: number
  /** M-Pesa's own, of what was paid back. */
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
 * What may be paid back of it, in cents: all that nothing is sent with, and what is above the fee of what is. Only money that
 * something above a message tells of: a message can be made up.
 */
export const computeRefundable = (payment: Standing): number => {
  const { topUps, doubt } = payment
  if (doubt === 'overdue') return 0
  const proven = { cents: isConfirmed(payment) ? payment.cents : 0, topUps: topUps.filter((part) => part.proven) }
  return computeUnspent({ ...payment, ...proven })
}

/** The same of all that was shown. */
const computeUnspent = (payment: Standing): number => {
  const { addedTo, doubt, letPass, reversed, usedBy, unserved, fee } = payment
  if (addedTo !== null) return 0
  if (doubt !== null && doubt !== 'overdue' && !letPass) return 0
  const there = computeWorth(payment) - (reversed ? payment.cents : 0)
  if (usedBy === null || unserved) return Math.max(0, there)
  return fee === null ? 0 : Math.max(0, there - 100 * fee)
}

/**
 * What somebody waits for: above the fee, or paid for what is not served. Who has used nothing may yet send with it. Of a
 * parcel that came back its sender may have the fee again, and nobody has promised that; whoever paid at the door has nothing for it.
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

/** What the admin is told of it. */
export const toRefusal = ({ code, max }: Refusing): Refused =>
  max === null ? new Refused(code) : new Refused(code, { max: max / 100 })

/** Before a receipt is taken for it. @throws Refused not_found, and what a refund is refused with */
export const assertRefundable = (command: RefundPayment, payment: Payment | null): void => {
  for (const event of refund(command, payment)) if (event.type === 'RefundRefused') throw toRefusal(event.data)
}
