import { payerOfBooking } from '@tuma/contracts/vocabulary'
import { MessageRefused } from './message/message-refused.ts'
import type { TillPayment } from './message/mpesa-message.ts'
import {
  type Bearer,
  isPayer,
  isPayersProof,
  isSpent,
  isTold,
  type PayerProof,
  type Payment,
  type PaymentEvent,
  payerFrom,
  type Shown,
} from './payment.ts'
import { type Adds, isAdded } from './topping-up.ts'

/** Gives money that M-Pesa has reported to a payer, by its receipt code and a fact that only the payer knows. */
export type ClaimByReceipt = Bearer & {
  readonly type: 'ClaimByReceipt'
  readonly shown: Shown
  readonly proof: PayerProof
  /**
   * The payer's own prompt that is paid by an unknown receipt: as good as the message, for money that M-Pesa has not
   * reported. Null for all other claimers.
   */
  readonly arrived: TillPayment | null
  /** When that prompt was asked for: the price of a parcel at that time counts. */
  readonly quotedAt?: string | undefined
  readonly adds?: Adds | null
  readonly at: string
}

/** A guesser learns nothing: an unknown receipt, another payer and unproven money get the same answer. */
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

/** It paid for a booking's parcel that was cancelled at the counter: its payer can show the receipt there once more. */
const isFreeBookings = ({ released, payers }: Payment): boolean =>
  released && payers.every(({ key }) => key?.startsWith(bookingKey) === true)
/** Begins the key of each payer that is a booking of delivery. */
const bookingKey = `system:${payerOfBooking('')}`

const assertTheirs = ({ proof, arrived }: ClaimByReceipt, payment: Payment, isOwn: boolean): void => {
  if (!isOwn && !(isTold(payment) && isPayersProof(payment, proof))) throw new MessageRefused('receipt_unknown')
  if (payment.reversed && !payment.letPass) throw new MessageRefused('reversed')
  const isTaken = !isOwn && payment.boundBy !== null && !isFreeBookings(payment)
  if (isSpent(payment) || isTaken) throw new MessageRefused('already_used')
  if (arrived && payment.amount !== arrived.amount) throw new MessageRefused('amount_differs')
}
