import { MessageRefused } from './message/message-refused.ts'
import type { TillPayment } from './message/mpesa-message.ts'
import {
  type Bearer,
  isPayer,
  isPayersProof,
  isTold,
  type PayerProof,
  type Payment,
  type PaymentEvent,
  payerFrom,
  type Shown,
} from './payment.ts'
import { type Adds, isAdded } from './topping-up.ts'

/** Money that M-Pesa has told of becomes somebody's by its receipt code and what only its payer knows beside it. */
export type ClaimByReceipt = Bearer & {
  readonly type: 'ClaimByReceipt'
  readonly shown: Shown
  readonly proof: PayerProof
  /**
   * Of whoever's own prompt is paid though nobody knows by which receipt: as good as its message, for money that M-Pesa has
   * not told of. Null for everybody else.
   */
  readonly arrived: TillPayment | null
  /** When that prompt was asked for: what a parcel cost then is what it costs. */
  readonly quotedAt?: string | undefined
  readonly adds?: Adds | null
  readonly at: string
}

/** Whoever guesses learns nothing: no such receipt, another payer and money that is only shown are one answer. */
export const claimByReceipt = (command: ClaimByReceipt, payment: Payment | null): PaymentEvent[] => {
  const { shown, reference, sender, senderWords, arrived, quotedAt, at } = command
  const quoted = quotedAt === undefined ? {} : { quotedAt }
  const whose = { payer: payerFrom(shown), sender, senderWords, reference, ...quoted }
  if (!payment) {
    if (!arrived) throw new MessageRefused('receipt_unknown')
    const { kind: _, ...facts } = arrived
    return [{ type: 'PaymentClaimed', data: { evidence: 'message', ...facts, ...whose, claimedAt: at } }]
  }
  const isOwn = payment.payers.some((payer) => isPayer(payer, shown))
  if (isOwn && isAdded(command.adds, payment)) return []
  assertTheirs(command, payment, isOwn)
  if (isOwn) return reference === payment.reference ? [] : [{ type: 'PaymentMoved', data: { reference, movedAt: at } }]
  return [{ type: 'PaymentBound', data: { by: 'receipt', ...whose, note: null, at } }]
}

const assertTheirs = ({ proof, arrived }: ClaimByReceipt, payment: Payment, isOwn: boolean): void => {
  if (!isOwn && !(isTold(payment) && isPayersProof(payment, proof))) throw new MessageRefused('receipt_unknown')
  if (payment.reversed && !payment.letPass) throw new MessageRefused('reversed')
  if (payment.usedBy !== null || payment.addedTo !== null || (!isOwn && payment.boundBy !== null))
    throw new MessageRefused('already_used')
  if (arrived && payment.amount !== arrived.amount) throw new MessageRefused('amount_differs')
}
