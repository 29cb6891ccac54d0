import type { Payment } from '../ledger.ts'
import { fee } from '../network.ts'
import { getPhones, showMessage } from '../parcel-tasks.ts'
import { prepareFirst, type Task } from '../task.ts'
import type { TaskContext } from './task-context.ts'

/** Customer care takes a payment back. M-Pesa reports it in the statement alone. */
const reverse = ({ mpesa, ledger }: TaskContext, payment: Payment, what: 'shown' | 'used'): void => {
  mpesa.handset.reverse(payment.receipt)
  payment.reversed = true
  ledger.count(`reversals: ${what}`)
}

/** A payer pays by hand and has it taken back: before they show the message, or after that. */
export const payAndReverse = (context: TaskContext, n: number): Task => {
  const by = context.network.client
  const paid = () => context.payByHand(getPhones(n).sender, fee)
  if (context.chance.is(0.5))
    return showMessage(context, n, { by, paid }, (payment) => {
      reverse(context, payment, 'shown')
      return null
    })
  const what = `payment ${n} reversed`
  return prepareFirst(what, async () => {
    context.mpesa.handset.reverse((await paid()).slice(0, 10))
    context.ledger.count('reversals: not shown')
    return { what, isQuestion: true, ask: () => by.get('/api/payment/unused'), onAnswer: () => null }
  })
}

/** Only parcels that need nothing more, because a reversed payment holds its parcel. */
export const isReversible = ({ parcel, refund, reversed, topUps }: Payment): boolean =>
  parcel !== null &&
  parcel.kind === 'dukani' &&
  parcel.status === 'collected' &&
  !(parcel.turned || parcel.deleted || parcel.busy || reversed) &&
  refund === 'none' &&
  topUps.length === 0

/** A sender has the payment taken back although the receiver has the parcel: the sender owes the fee. */
export const reverseUsed = (context: TaskContext, payment: Payment): Task => {
  reverse(context, payment, 'used')
  const path = `/api/agent/track/${payment.parcel?.trackingId}`
  const ask = () => context.network.client.get(path)
  return { what: `parcel of ${payment.receipt} tracked`, isQuestion: true, ask, onAnswer: () => null }
}
