import { Refused, type Shillings } from '@tuma/contracts/vocabulary'
import {
  getHeard,
  getShillings,
  isConfirmed,
  isPayersProof,
  isSpent,
  type PayerProof,
  type Payment,
  type PaymentEvent,
  type PromisedBefore,
  type Seen,
} from './payment.ts'
import { isUnchecked } from './unchecked.ts'

/** An agent hands a parcel over for a payment to the till: by its receipt, and a fact that only its payer knows. */
export type TakeAtTheDoor = {
  readonly type: 'TakeAtTheDoor'
  readonly deliveryId: string
  readonly code: string
  readonly proof: PayerProof
  readonly due: Shillings
  readonly at: string
}

/**
 * Takes only money without an owner: a waiting customer has claimed theirs. A receipt that M-Pesa has not reported yet
 * is taken as a promise, because M-Pesa is slower than people at a counter.
 * @throws Refused payment_used, payer_differs, payment_short
 */
export const takeAtTheDoor = (command: TakeAtTheDoor, payment: Payment | null): PaymentEvent[] => {
  const { deliveryId, code, proof, due, at } = command
  if (!payment) return [{ type: 'PaymentPromised', data: { deliveryId, code, amount: due, proof, at } }]
  const { usedBy, payers, doubt, reversed, letPass, withdrawnFrom } = payment
  if (usedBy === deliveryId) return []
  if (withdrawnFrom.includes(deliveryId)) throw new Refused('payment_used')
  if (!getHeard(payment)) return takeAtTheDoor(command, null)
  if (isSpent(payment) || payers.length > 0) throw new Refused('payment_used')
  // An unchecked confirmation proves nothing at a door: the agent owes the money until a proof comes, as for a promise.
  if (isUnchecked(payment) && (!doubt || letPass)) return takeAtTheDoor(command, null)
  if (!isConfirmed(payment) || !isPayersProof(payment, proof)) throw new Refused('payer_differs')
  const counts = (doubt || reversed) && !letPass ? 0 : getShillings(payment)
  if (counts < due) throw new Refused('payment_short', { missing: due - counts })
  return [{ type: 'PaymentUsed', data: { deliveryId, usedAt: at, fee: due } }]
}

/**
 * The payment matches the promise: the sum is enough, and the payer is the promised one, as far as M-Pesa reports it.
 */
export const keepsPromise = ({ amount }: Pick<Payment, 'amount'>, proof: PayerProof, seen: Seen): boolean => {
  const isSilent = seen.payerNames.length === 0 && seen.payerPhoneEnd === null
  return bearsOut({ amount, proof }, seen) || (isSilent && isEnough(seen, amount))
}

/** M-Pesa reports the payer whom the agent named, and at least as much money. */
export const bearsOut = ({ amount, proof }: PromisedBefore, seen: Seen): boolean => {
  const { payerNames, payerPhoneEnd } = seen
  const payerPhoneEnds = payerPhoneEnd === null ? [] : [payerPhoneEnd]
  return isEnough(seen, amount) && isPayersProof({ payerNames, payerPhoneEnds }, proof)
}

const isEnough = ({ cents }: Seen, amount: Shillings): boolean => Math.floor(cents / 100) >= amount
