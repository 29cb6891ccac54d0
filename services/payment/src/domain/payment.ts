import type { Shillings } from '@tuma/contracts/vocabulary'
import type { DomainEvent } from '@tuma/platform/domain'

/** Its id is a keyed hash of M-Pesa's receipt code: the same payment is the same stream, and nobody can guess it. */
export const paymentStream = (paymentId: string): string => `payment-${paymentId}`

/** Who pays, as keyed hashes and ids: no name, no cookie. */
export type Payer = {
  /** Of the account, or of the visitor cookie; null without either. */
  readonly key: string | null
  /**
   * Of the sender's name and network, of who is known again by them. Those recorded before 22 November 2026 are of the
   * name alone, and also where it is not enough.
   */
  readonly nameKey: string | null
  /** Brought neither session nor cookie and may not keep the one it was given: found again by `nameKey`. */
  readonly cookieless: boolean
}

/** What somebody can show, at this moment, for being a payer. */
export type Shown = {
  /** Of the account, of the visitor cookie: who has logged in since they paid has both. */
  readonly keys: readonly string[]
  /** Of name and network; null for who has cookies. */
  readonly nameKey: string | null
  /** Of the name alone: enough for what was recorded with it, and nothing is any more. */
  readonly formerNameKey: string | null
}

/** Whose a payment becomes that nobody has shown before. */
export const payerFrom = ({ keys, nameKey }: Shown): Payer => ({
  key: keys[0] ?? null,
  nameKey,
  cookieless: nameKey !== null,
})

export const isPayer = ({ key, nameKey, cookieless }: Payer, shown: Shown): boolean =>
  (key !== null && shown.keys.includes(key)) ||
  (cookieless && nameKey !== null && (nameKey === shown.nameKey || nameKey === shown.formerNameKey))

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
