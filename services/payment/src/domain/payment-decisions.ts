import { type MpesaRefusal, mpesaRefusals, sameWords } from '@tuma/contracts/vocabulary'
import type { Decider } from '@tuma/platform/domain'
import type { TillPayment } from './mpesa-message.ts'
import { evolve, isPayer, type Payment, type PaymentEvent, payerFrom, type Shown } from './payment.ts'

export type ClaimPayment = {
  readonly type: 'ClaimPayment'
  readonly paid: TillPayment
  readonly shown: Shown
  readonly sender: { readonly personId: string; readonly name: string }
  readonly reference: string
  readonly tillName: string
  readonly at: string
}
export type UsePayment = { readonly type: 'UsePayment'; readonly deliveryId: string; readonly at: string }
export type ReleasePayment = { readonly type: 'ReleasePayment'; readonly deliveryId: string; readonly at: string }
export type PaymentCommand = ClaimPayment | UsePayment | ReleasePayment

/** A message that reads well and is yet not taken: no fault, and no refusal of the whole call either. */
export class MessageRefused extends Error {
  override readonly name = 'Refused'
  readonly code: MpesaRefusal
  constructor(code: MpesaRefusal) {
    super(mpesaRefusals[code])
    this.code = code
  }
}

const minuteMs = 60 * 1000
const oldestMs = 24 * 60 * minuteMs
const clocksDifferMs = 10 * minuteMs

const isSameTill = (recipient: string, tillName: string): boolean => bare(recipient) === bare(tillName)
const bare = (name: string): string => sameWords(name).replace(/\.$/, '')

const claim = (
  { paid, shown, sender, reference, tillName, at }: ClaimPayment,
  payment: Payment | null,
): PaymentEvent[] => {
  if (!isSameTill(paid.recipient, tillName)) throw new MessageRefused('other_recipient')
  if (payment) {
    if (payment.usedBy !== null || !isPayer(payment.payer, shown)) throw new MessageRefused('already_used')
    return reference === payment.reference ? [] : [{ type: 'PaymentMoved', data: { reference, movedAt: at } }]
  }
  const ageMs = Date.parse(at) - Date.parse(paid.paidAt)
  if (ageMs > oldestMs) throw new MessageRefused('too_old')
  if (ageMs < -clocksDifferMs) throw new MessageRefused('in_future')
  const { kind: _, ...facts } = paid
  const payer = payerFrom(shown)
  return [{ type: 'PaymentClaimed', data: { evidence: 'message', ...facts, payer, sender, reference, claimedAt: at } }]
}

/** Delivery lets one delivery alone use a payment; here is only noted which. */
const use = ({ deliveryId, at }: UsePayment, payment: Payment | null): PaymentEvent[] => {
  if (!payment) throw new Error(`delivery ${deliveryId} used a payment that nobody claimed`)
  return payment.usedBy === null ? [{ type: 'PaymentUsed', data: { deliveryId, usedAt: at } }] : []
}

/** Only the delivery that holds a payment lets go of it. */
const release = ({ deliveryId, at }: ReleasePayment, payment: Payment | null): PaymentEvent[] =>
  payment?.usedBy === deliveryId ? [{ type: 'PaymentReleased', data: { deliveryId, at } }] : []

export const payment: Decider<Payment | null, PaymentCommand, PaymentEvent> = {
  initialState: null,
  evolve,
  decide: (command, state) => {
    switch (command.type) {
      case 'ClaimPayment':
        return claim(command, state)
      case 'UsePayment':
        return use(command, state)
      case 'ReleasePayment':
        return release(command, state)
    }
  },
}
