import { type Doubt, type Evidence, isProof, type Shillings, type Sighting } from '@tuma/contracts/vocabulary'
import type { DomainEvent } from '@tuma/platform/domain'
import { isOfAnotherDay } from './message/mpesa-message.ts'
import { withUnchecked } from './unchecked.ts'

/**
 * The id is a keyed hash of M-Pesa's receipt code: the same payment is the same stream, and the id can not be guessed.
 */
export const paymentStream = (paymentId: string): string => `payment-${paymentId}`

/** The payer, as keyed hashes and ids: no name, no cookie. */
export type Payer = {
  /** Of the account, or of the visitor cookie; null without either. */
  readonly key: string | null
  /** Of the sender's name and network; null where the payer is known by `key`. */
  readonly nameKey: string | null
  /** Brought neither session nor cookie and may not keep the one it was given: found again by `nameKey`. */
  readonly cookieless: boolean
}

/** What a caller can show, at this moment, for being the payer. */
export type Shown = {
  /** Of the account and of the visitor cookie: a payer who has logged in since has both. */
  readonly keys: readonly string[]
  /** Of name and network; null for a caller with cookies. */
  readonly nameKey: string | null
}

/** The payer of a payment that was not shown before. */
export const payerFrom = ({ keys, nameKey }: Shown): Payer => ({
  key: keys[0] ?? null,
  nameKey,
  cookieless: nameKey !== null,
})

export const isPayer = ({ key, nameKey, cookieless }: Payer, shown: Shown): boolean =>
  (key !== null && shown.keys.includes(key)) || (cookieless && nameKey !== null && nameKey === shown.nameKey)

export type Sender = { readonly personId: string; readonly name: string }
/** The new payer of a payment, and the reference; `senderWords` are keyed hashes of words of the name. */
export type Bearer = {
  readonly sender: Sender
  readonly senderWords: readonly string[]
  readonly reference: string
}
/** An admin's reason for changing a payment; it may name a person. */
export type Reason = { readonly personId: string; readonly reason: string }

/**
 * What M-Pesa reports of a payment; its payer as keyed hashes of words of the name, and of the end of the phone or of
 * its SHA-256.
 */
export type Seen = {
  readonly by: Sighting
  readonly code: string
  readonly cents: number
  /** Our till's trading name, as a message says it. */
  readonly recipient: string
  readonly paidAt: string
  /** It answers our own question, or was in a statement, so it outweighs what was sent to us unasked. */
  readonly asked: boolean
  readonly payerNames: readonly string[]
  readonly payerPhoneEnd: string | null
}

/** The events that can be the first of a payment. */
export type PaymentHeardOf =
  /** A person showed the message of a payment to our till. This is a claim: later evidence may confirm it. */
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
        readonly sender: Sender
        readonly reference: string
        readonly claimedAt: string
        /** Keyed hashes of the words of the sender's name. */
        readonly senderWords: readonly string[]
        /** As in `PaymentBound`, for a payer whose prompt had arrived. */
        readonly quotedAt?: string | undefined
      }
    >
  /**
   * An agent handed a parcel over for it before any other evidence: the amount that was due, and the payer whom the
   * agent named.
   */
  | DomainEvent<
      'PaymentPromised',
      {
        readonly deliveryId: string
        readonly code: string
        readonly amount: Shillings
        readonly proof: PayerProof
        readonly at: string
      }
    >
  /** M-Pesa reported it. `counts`: its cents are the payment's from now on. */
  | DomainEvent<'PaymentSeen', Seen & { readonly counts: boolean; readonly claimed: boolean; readonly at: string }>

/** Why a delivery was not served though it was handed in. */
export type Unserved = 'deleted' | 'returned'

export type PaymentChange =
  /** The same payer showed it again, for another reference. */
  | DomainEvent<'PaymentMoved', { readonly reference: string; readonly movedAt: string }>
  /** A delivery was requested with it. */
  | DomainEvent<
      'PaymentUsed',
      {
        readonly deliveryId: string
        readonly usedAt: string
        /** The price of the delivery. */
        readonly fee?: Shillings | undefined
      }
    >
  /**
   * That delivery is not served after all, and can not be requested with it again: it was deleted after it was handed
   * in, or its sender has it again.
   */
  | DomainEvent<'PaymentUnserved', { readonly deliveryId: string; readonly because: Unserved; readonly at: string }>
  /** It is cash that an agent paid in by M-Pesa. `drawer`: the agent's account. It is never a payer's. */
  | DomainEvent<'PaymentPaidIn', { readonly drawer: string; readonly at: string }>
  /** That delivery was deleted before it was handed over, so its payer may use the payment again. */
  | DomainEvent<'PaymentReleased', { readonly deliveryId: string; readonly at: string }>
  /** The first evidence that is stronger than a message. */
  | DomainEvent<
      'PaymentConfirmed',
      { readonly by: Evidence; readonly cents: number; readonly paidAt: string; readonly at: string }
    >
  /** It gets a payer who was not the first to show its message, for a reference. */
  | DomainEvent<
      'PaymentBound',
      {
        readonly by: 'prompt' | 'message' | 'receipt' | 'link' | 'admin'
        readonly payer: Payer
        readonly sender: Sender
        readonly senderWords: readonly string[]
        readonly reference: string
        readonly note: Reason | null
        /** When its prompt was asked for: the price of a parcel at that time counts. Missing without a prompt. */
        readonly quotedAt?: string | undefined
        readonly at: string
      }
    >
  /**
   * An admin took it back: an agent gave it for a parcel at the door, and it was not the agent's to give. It never pays
   * for that parcel again.
   */
  | DomainEvent<'PaymentWithdrawn', { readonly deliveryId: string; readonly note: Reason; readonly at: string }>
  /** An admin removed its owner. */
  | DomainEvent<'PaymentUnbound', { readonly note: Reason; readonly at: string }>
  /** Recorded again when a delivery takes it. */
  | DomainEvent<'PaymentDoubted', { readonly because: Doubt; readonly deliveryId: string | null; readonly at: string }>
  | DomainEvent<
      'PaymentCleared',
      {
        readonly by: 'evidence' | 'admin'
        readonly deliveryId: string | null
        readonly note: Reason | null
        readonly at: string
      }
    >
  /**
   * Recorded again when a delivery takes it. `reversedAt`: when the money went back, or when we learnt of it where that
   * is not known.
   */
  | DomainEvent<
      'PaymentReversed',
      {
        readonly cents: number
        readonly deliveryId: string | null
        readonly reversedAt: string
        readonly at: string
      }
    >
  /** A statement's row says when the money of a known reversal went back. This holds nothing again. */
  | DomainEvent<'PaymentReversalDated', { readonly reversedAt: string; readonly at: string }>

export type PaymentEvent = PaymentHeardOf | PaymentChange | PaymentSummed

/** One payment is poured into another, so that both pay for one delivery. The payment that takes decides. */
export type PaymentSummed =
  /** From then on it is neither used, moved nor shown. `adding` names this one attempt. */
  | DomainEvent<'PaymentAdded', { readonly into: string; readonly adding: string; readonly at: string }>
  /** All cents of `by` count here. */
  | DomainEvent<
      'PaymentToppedUp',
      {
        readonly by: string
        readonly adding: string
        readonly cents: number
        /** Stronger evidence than a message has reported it. */
        readonly proven: boolean
        readonly at: string
      }
    >
  /** Stronger evidence than a message has reported what was poured in before. */
  | DomainEvent<'PaymentTopUpProven', { readonly by: string; readonly cents: number; readonly at: string }>
  /** A delivery had been requested with it in the meantime, or it was poured into another payment itself. */
  | DomainEvent<'PaymentTopUpDeclined', { readonly by: string; readonly adding: string; readonly at: string }>
  /** The payment counts by itself again. */
  | DomainEvent<'PaymentReturned', { readonly from: string; readonly adding: string; readonly at: string }>
  /** An admin noted that money of it was paid back, outside Tuma; `receipt` is M-Pesa's receipt of that. */
  | DomainEvent<
      'PaymentRefunded',
      {
        readonly refundId: string
        readonly cents: number
        readonly receipt: string
        readonly deliveryId: string | null
        readonly note: Reason
        readonly at: string
      }
    >
  | RefundRefused

/**
 * Recorded before the receipt of the refund is given back, so that another attempt at the same refund can not succeed
 * afterwards. `max`: cents that could be paid back, where that is the reason.
 */
export type RefundRefused = DomainEvent<
  'RefundRefused',
  {
    readonly refundId: string
    readonly code: (typeof refundRefusals)[number]
    readonly max: number | null
    readonly at: string
  }
>
export const refundRefusals = ['refund_noted', 'refund_unproven', 'refund_too_much'] as const

export type Payment = {
  readonly code: string
  readonly amount: Shillings
  readonly cents: number
  readonly recipient: string
  readonly paidAt: string
  /** Its payers; empty without an owner. */
  readonly payers: readonly Payer[]
  /** How it last got an owner; null without one. */
  readonly boundBy: 'message' | 'prompt' | 'receipt' | 'link' | 'admin' | null
  readonly reference: string | null
  readonly usedBy: string | null
  /** The agent whose cash it is; null where it was not paid in. */
  readonly paidIn: string | null
  /** The parcel that it last paid for was taken back before it was handed over. */
  readonly released: boolean
  /** An agent gave it at the door, and whether its payer was the customer there is not known. */
  readonly givenByAgent: boolean
  readonly seenBy: readonly Evidence[]
  /** What M-Pesa's reports say about the payer: keyed hashes, as in `Seen`. */
  readonly payerNames: readonly string[]
  readonly payerPhoneEnds: readonly string[]
  /** The payer that an agent named in a promise, until the payment has come. */
  readonly promised: PayerProof | null
  /**
   * What an agent promised, once a proof has reported the money: a later proof may name the payer where the first did
   * not.
   */
  readonly promisedBefore: PromisedBefore | null
  /** Deliveries that an agent gave it for and an admin took it back from. */
  readonly withdrawnFrom: readonly string[]
  readonly doubt: Doubt | null
  /** An unchecked confirmation has another amount. */
  readonly contradicted: boolean
  readonly reversed: boolean
  /** When its money went back; null where it did not. */
  readonly reversedAt: string | null
  /** Its message names another day than its code; an admin may let it pass. */
  readonly oddCode: boolean
  /** An admin let it pass in spite of the doubt or the reversal. */
  readonly letPass: boolean
  /** The price of the delivery that it pays for; null where it is not known. */
  readonly fee: Shillings | null
  readonly unserved: Unserved | null
  readonly addedTo: { readonly into: string; readonly adding: string } | null
  /** The attempted top-ups, and whether each was taken. */
  readonly topUps: readonly TopUp[]
  readonly refunds: readonly Refund[]
  readonly refusedRefunds: readonly string[]
}
export type PromisedBefore = { readonly amount: Shillings; readonly proof: PayerProof }
export type TopUp = {
  readonly by: string
  readonly adding: string
  /** 0 where it was declined. */
  readonly cents: number
  readonly taken: boolean
  readonly proven: boolean
}
export type Refund = { readonly refundId: string; readonly cents: number; readonly receipt: string }

/** Its worth in cents with all that was poured in, and without refunds. */
export const computeWorth = ({ cents, topUps, refunds }: Pick<Payment, 'cents' | 'topUps' | 'refunds'>): number =>
  cents + addUp(topUps) - addUp(refunds)

const addUp = (all: readonly { readonly cents: number }[]): number => all.reduce((sum, { cents }) => sum + cents, 0)

/** The amount that a delivery can be requested with, without cents. */
export const getShillings = (payment: Pick<Payment, 'cents' | 'topUps' | 'refunds'>): Shillings =>
  Math.floor(computeWorth(payment) / 100)

/** The doubt about it, or what an admin must look at though no parcel is held for it. */
export const toDoubt = (payment: Pick<Payment, 'doubt' | 'oddCode' | 'seenBy'>): Doubt | null =>
  payment.doubt ?? (payment.oddCode && !isConfirmed(payment) ? 'code_date' : null)

/** Whether its payer can book a parcel with it. */
export const isUsable = (payment: Payment): boolean =>
  !isSpent(payment) && (payment.letPass || (payment.doubt === null && !payment.reversed))

/** Whether it pays for a parcel, was poured into another payment or was paid in by an agent. */
export const isSpent = ({ usedBy, addedTo, paidIn }: Pick<Payment, 'usedBy' | 'addedTo' | 'paidIn'>): boolean =>
  usedBy !== null || addedTo !== null || paidIn !== null

/** Whether its evidence proves that the money came. */
export const isConfirmed = ({ seenBy }: Pick<Payment, 'seenBy'>): boolean => seenBy.some(isProof)

/** A report in M-Pesa's name exists, checked or not: enough for a booking, and not for a payout or refund. */
export const isTold = ({ seenBy }: Pick<Payment, 'seenBy'>): boolean => seenBy.some((by) => by !== 'message')

/** What a person gives as proof that they paid, in the same keyed hashes as M-Pesa's reports. */
export type PayerProof = { readonly words: readonly string[]; readonly phoneEnds: readonly string[] }

/** Whether it has a whole word of the payer's name, or the end of their phone. */
export const isPayersProof = (
  payment: Pick<Payment, 'payerNames' | 'payerPhoneEnds'>,
  { words, phoneEnds }: PayerProof,
): boolean =>
  payment.payerNames.some((name) => words.includes(name)) ||
  payment.payerPhoneEnds.some((end) => phoneEnds.includes(end))

const alone = { fee: null, unserved: null, addedTo: null, topUps: [], refunds: [], refusedRefunds: [] }
const unsaid = {
  doubt: null,
  contradicted: false,
  oddCode: false,
  reversed: false,
  reversedAt: null,
  letPass: false,
  usedBy: null,
  paidIn: null,
  released: false,
  givenByAgent: false,
  payerNames: [],
  payerPhoneEnds: [],
  promised: null,
  promisedBefore: null,
  withdrawnFrom: [],
  ...alone,
}
const nobodys = { payers: [], boundBy: null, reference: null, seenBy: [], ...unsaid }

const withAll = <One>(some: readonly One[], more: readonly One[]): readonly One[] => [...new Set([...some, ...more])]

/** After a withdrawal, a payment that only an agent promised counts as unknown. */
export const getHeard = (payment: Payment | null): Payment | null =>
  payment && payment.seenBy.length === 0 && payment.usedBy === null ? null : payment

const withdrawn = (payment: Payment, deliveryId: string): Payment => {
  const withdrawnFrom = [...payment.withdrawnFrom, deliveryId]
  const free = { usedBy: null, givenByAgent: false, fee: null, withdrawnFrom }
  const believed = { promised: null, promisedBefore: null, doubt: null, letPass: false }
  const after = { ...payment, ...free, ...believed }
  if (isConfirmed(payment)) return after
  const unproven = { seenBy: [], contradicted: false, payerNames: [], payerPhoneEnds: [] }
  return { ...after, ...unproven, amount: 0, cents: 0 }
}

const seen = (payment: Payment | null, told: Seen & { counts: boolean }): Payment => {
  const { by, code, cents, recipient, paidAt, counts } = told
  const amount = Math.floor(cents / 100)
  const { withdrawnFrom = [] } = payment ?? {}
  const before: Payment = getHeard(payment) ?? { code, amount, cents, recipient, paidAt, ...nobodys, withdrawnFrom }
  if (!isProof(by)) return withUnchecked(before, told)
  // The proof decides who paid, because a stranger may have made up what came before.
  const { payerNames, payerPhoneEnds } = isConfirmed(before) ? before : nobodys
  const { promised } = before
  const after = {
    ...before,
    promised: null,
    promisedBefore: promised ? { amount: before.amount, proof: promised } : before.promisedBefore,
    contradicted: by === 'statement' ? false : before.contradicted,
    seenBy: withAll(before.seenBy, [by]),
    payerNames: withAll(payerNames, told.payerNames),
    payerPhoneEnds: withAll(payerPhoneEnds, told.payerPhoneEnd === null ? [] : [told.payerPhoneEnd]),
  }
  return counts ? { ...after, amount, cents } : after
}

const summed = (payment: Payment, { type, data }: PaymentSummed): Payment => {
  switch (type) {
    case 'PaymentAdded':
      return { ...payment, addedTo: { into: data.into, adding: data.adding } }
    case 'PaymentToppedUp':
    case 'PaymentTopUpDeclined': {
      const { by, adding } = data
      const isTaken = type === 'PaymentToppedUp'
      const topUp = { by, adding, taken: isTaken, cents: isTaken ? data.cents : 0, proven: isTaken && data.proven }
      return { ...payment, topUps: [...payment.topUps, topUp] }
    }
    case 'PaymentTopUpProven':
      return {
        ...payment,
        topUps: payment.topUps.map((part) => (part.by === data.by ? { ...part, proven: part.taken } : part)),
      }
    case 'PaymentReturned':
      return { ...payment, addedTo: null }
    case 'PaymentRefunded': {
      const { refundId, cents, receipt } = data
      return { ...payment, refunds: [...payment.refunds, { refundId, cents, receipt }] }
    }
    case 'RefundRefused':
      return { ...payment, refusedRefunds: [...payment.refusedRefunds, data.refundId] }
  }
}

export const isSumming = (event: PaymentEvent): event is PaymentSummed =>
  (summing as readonly string[]).includes(event.type)
const summing = [
  'PaymentAdded',
  'PaymentToppedUp',
  'PaymentTopUpProven',
  'PaymentTopUpDeclined',
  'PaymentReturned',
  'PaymentRefunded',
  'RefundRefused',
] as const satisfies PaymentSummed['type'][]

export const evolve = (payment: Payment | null, event: PaymentEvent): Payment | null => {
  const { withdrawnFrom = [] } = payment ?? {}
  if (event.type === 'PaymentClaimed') return { ...claimed(event.data), withdrawnFrom }
  if (event.type === 'PaymentPromised') return { ...promised(event.data), withdrawnFrom }
  if (event.type === 'PaymentSeen') return seen(payment, event.data)
  return payment && (isSumming(event) ? summed(payment, event) : changed(payment, event))
}

const claimed = (data: Extract<PaymentEvent, { type: 'PaymentClaimed' }>['data']): Payment => {
  const { code, amount, recipient, paidAt, payer, reference } = data
  const claim = { payers: [payer], boundBy: 'message' as const, reference, seenBy: ['message' as const] }
  const oddCode = isOfAnotherDay({ code, paidAt })
  return { code, amount, cents: 100 * amount, recipient, paidAt, ...claim, ...unsaid, oddCode }
}

const promised = (data: Extract<PaymentEvent, { type: 'PaymentPromised' }>['data']): Payment => {
  const { deliveryId, code, amount, proof, at } = data
  const facts = { code, amount, cents: 100 * amount, recipient: '', paidAt: at }
  return { ...facts, ...nobodys, usedBy: deliveryId, givenByAgent: true, fee: amount, promised: proof }
}

const changed = (payment: Payment, { type, data }: PaymentChange): Payment => {
  switch (type) {
    case 'PaymentMoved':
      return { ...payment, reference: data.reference }
    case 'PaymentUsed': {
      const { deliveryId: usedBy, fee = null } = data
      // A prompt at the door has no fee of its own: its payer has agreed on their phone.
      return { ...payment, usedBy, fee, released: false, givenByAgent: payment.payers.length === 0 && fee !== null }
    }
    case 'PaymentReleased':
      return { ...payment, usedBy: null, fee: null, released: true }
    case 'PaymentUnserved':
      return { ...payment, unserved: data.because }
    case 'PaymentConfirmed':
      return payment
    case 'PaymentBound': {
      const { by, payer, reference } = data
      const others = by === 'admin' ? [] : payment.payers
      return { ...payment, payers: [...others, payer], boundBy: by, reference, paidIn: null }
    }
    case 'PaymentWithdrawn':
      return withdrawn(payment, data.deliveryId)
    case 'PaymentUnbound':
      return { ...payment, payers: [], boundBy: null, reference: null, paidIn: null }
    case 'PaymentPaidIn':
      return { ...payment, paidIn: data.drawer }
    case 'PaymentDoubted':
      return { ...payment, doubt: data.because, letPass: false }
    case 'PaymentCleared':
      return data.by === 'admin' ? { ...payment, letPass: true } : { ...payment, doubt: null }
    case 'PaymentReversed':
      return { ...payment, reversed: true, reversedAt: data.reversedAt, letPass: false }
    case 'PaymentReversalDated':
      return { ...payment, reversedAt: data.reversedAt }
  }
}
