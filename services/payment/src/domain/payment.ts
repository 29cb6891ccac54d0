import type { Shillings } from '@tuma/contracts/vocabulary'
import type { DomainEvent } from '@tuma/platform/domain'

/** Its id is a keyed hash of M-Pesa's receipt code: the same payment is the same stream, and nobody can guess it. */
export const paymentStream = (paymentId: string): string => `payment-${paymentId}`

/** Who pays, as keyed hashes and ids: no name, no cookie. */
export type Payer = {
  /** Of the account, or of the visitor cookie; null without either. */
  readonly key: string | null
  /** Of the sender's name; null for accounts, which nothing but the account itself may stand for. */
  readonly nameKey: string | null
  /** Brought neither session nor cookie and may not keep the one it was given: found again by the sender's name. */
  readonly cookieless: boolean
}

export type PaymentEvent =
  /** Somebody showed the message of a payment to our till. It is a claim: later evidence may confirm it. */
  | DomainEvent<
      'PaymentClaimed',
      {
        readonly evidence: 'message'
        readonly code: string
        readonly amount: Shillings
        readonly recipient: string
        readonly paidAt: string
        readonly codeDateAgrees: boolean
        readonly payer: Payer
        readonly sender: { readonly personId: string; readonly name: string }
        readonly reference: string
        readonly claimedAt: string
      }
    >
  /** The same payer showed it again, for another reference. */
  | DomainEvent<'PaymentMoved', { readonly reference: string; readonly movedAt: string }>
  /** A delivery was requested with it. */
  | DomainEvent<'PaymentUsed', { readonly deliveryId: string; readonly usedAt: string }>
  /** That delivery was deleted before it was handed over: its payer may use the payment again. */
  | DomainEvent<'PaymentReleased', { readonly deliveryId: string; readonly at: string }>

export type Payment = {
  readonly code: string
  readonly amount: Shillings
  readonly recipient: string
  readonly paidAt: string
  readonly payer: Payer
  readonly reference: string
  readonly usedBy: string | null
}

export const evolve = (payment: Payment | null, { type, data }: PaymentEvent): Payment | null => {
  switch (type) {
    case 'PaymentClaimed': {
      const { code, amount, recipient, paidAt, payer, reference } = data
      return { code, amount, recipient, paidAt, payer, reference, usedBy: null }
    }
    case 'PaymentMoved':
      return payment && { ...payment, reference: data.reference }
    case 'PaymentUsed':
      return payment && { ...payment, usedBy: data.deliveryId }
    case 'PaymentReleased':
      return payment && { ...payment, usedBy: null }
  }
}
