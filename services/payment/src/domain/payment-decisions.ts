import { type Doubt, isProof, maxMpesaCents, Refused, sameWords } from '@tuma/contracts/vocabulary'
import type { Decider } from '@tuma/platform/domain'
import { bearsOut, keepsPromise, type TakeAtTheDoor, takeAtTheDoor } from './at-the-door.ts'
import { type ClaimByReceipt, claimByReceipt } from './claiming-by-receipt.ts'
import { MessageRefused } from './message/message-refused.ts'
import { isOfAnotherDay, type TillPayment } from './message/mpesa-message.ts'
import { type RefundPayment, refund } from './outgoing/refunding.ts'
import { type ClaimPayIn, claimPayIn, markPaidIn } from './paying-in.ts'
import {
  type Bearer,
  computeWorth,
  evolve,
  getHeard,
  isConfirmed,
  isPayer,
  isSpent,
  isTold,
  type Payer,
  type Payment,
  type PaymentEvent,
  payerFrom,
  type Reason,
  type Seen,
  type Shown,
  toDoubt,
  type Unserved,
} from './payment.ts'
import { type TakeByLink, takeByLink } from './taking-by-link.ts'
import {
  type Adds,
  type DoubtPart,
  doubtPart,
  giveBack,
  isAdded,
  type ProvePart,
  provePart,
  type ReturnPayment,
  type TopUpPayment,
  topUp,
  withAdding,
} from './topping-up.ts'
import { isUnchecked, seeUnchecked } from './unchecked.ts'

export type ClaimPayment = Bearer & {
  readonly type: 'ClaimPayment'
  readonly paid: TillPayment
  readonly shown: Shown
  readonly tillName: string
  /** M-Pesa reports payments: until it reports this one, a code of another day holds its parcel. */
  readonly mpesaTells?: boolean
  readonly adds?: Adds | null
  readonly at: string
}
export type UsePayment = {
  readonly type: 'UsePayment'
  readonly deliveryId: string
  readonly fee?: number
  readonly at: string
}
/** The delivery that it was used for is gone for good. */
export type EndDelivery = {
  readonly type: 'EndDelivery'
  readonly deliveryId: string
  readonly because: Unserved
  readonly at: string
}
export type ReleasePayment = { readonly type: 'ReleasePayment'; readonly deliveryId: string; readonly at: string }
/**
 * M-Pesa reports a payment: `of` is the person who asked for it by a prompt, null without a prompt; `deliveryId` is the
 * delivery that a prompt at the door was for, which it pays for from the beginning.
 */
export type SeePayment = {
  readonly type: 'SeePayment'
  readonly seen: Seen
  readonly of: (Bearer & { readonly payer: Payer; readonly quotedAt?: string; readonly adds?: Adds | null }) | null
  readonly deliveryId?: string | undefined
  /** The account of the agent who pays cash in by it. */
  readonly drawer?: string | undefined
  readonly at: string
}
export type DoubtPayment = { readonly type: 'DoubtPayment'; readonly because: Doubt; readonly at: string }
/** `statedAt`: when the money went back, by a statement's row; missing where it is not known. */
export type ReversePayment = {
  readonly type: 'ReversePayment'
  readonly cents: number
  readonly statedAt?: string | undefined
  readonly at: string
}
/** By an admin, each with a reason. */
export type UnbindPayment = { readonly type: 'UnbindPayment'; readonly note: Reason; readonly at: string }
export type RebindPayment = Bearer & {
  readonly type: 'RebindPayment'
  readonly payer: Payer
  readonly note: Reason
  readonly at: string
}
export type LetPaymentPass = { readonly type: 'LetPaymentPass'; readonly note: Reason; readonly at: string }
export type PaymentCommand =
  | ClaimPayment
  | ClaimByReceipt
  | TakeByLink
  | ClaimPayIn
  | UsePayment
  | ReleasePayment
  | EndDelivery
  | TopUpPayment
  | ReturnPayment
  | DoubtPart
  | ProvePart
  | RefundPayment
  | SeePayment
  | TakeAtTheDoor
  | DoubtPayment
  | ReversePayment
  | UnbindPayment
  | RebindPayment
  | LetPaymentPass

const minuteMs = 60 * 1000
const oldestMs = 24 * 60 * minuteMs
const clocksDifferMs = 10 * minuteMs
/** How soon M-Pesa knows a receipt is not documented, so we wait this long. */
const unknownYetMs = 15 * minuteMs

const isSameTill = (recipient: string, tillName: string): boolean => bare(recipient) === bare(tillName)
const bare = (name: string): string => sameWords(name).replace(/\.$/, '')

/** @param since when its receipt became known by an agent's word alone */
const claim = (command: ClaimPayment, payment: Payment | null, since = command.at): PaymentEvent[] => {
  const { paid, shown, sender, senderWords, reference, tillName, at } = command
  if (!isSameTill(paid.recipient, tillName)) throw new MessageRefused('other_recipient')
  if (100 * paid.amount > maxMpesaCents) throw new MessageRefused('amount_impossible')
  if (payment) return claimKnown(command, payment)
  const paidMs = Date.parse(paid.paidAt)
  if (Date.parse(since) - paidMs > oldestMs) throw new MessageRefused('too_old')
  if (Date.parse(at) - paidMs < -clocksDifferMs) throw new MessageRefused('in_future')
  const { kind: _, ...facts } = paid
  const whose = { payer: payerFrom(shown), sender, senderWords, reference, claimedAt: at }
  const claimed: PaymentEvent = { type: 'PaymentClaimed', data: { evidence: 'message', ...facts, ...whose } }
  if (!command.mpesaTells || !isOfAnotherDay(paid)) return [claimed]
  return [claimed, { type: 'PaymentDoubted', data: { because: 'code_date', deliveryId: null, at } }]
}

/**
 * For a payment that is already known, the whole message is enough where it has no owner, or only the payer of its
 * prompt: the phone that paid is not always the sender's.
 */
const claimKnown = (command: ClaimPayment, payment: Payment): PaymentEvent[] => {
  const { paid, shown, sender, senderWords, reference, at } = command
  const isOwn = payment.payers.some((payer) => isPayer(payer, shown))
  if (isOwn && isAdded(command.adds, payment)) return []
  if (isSpent(payment)) throw new MessageRefused('already_used')
  if (isTold(payment) && payment.amount !== paid.amount) throw new MessageRefused('amount_differs')
  if (isOwn) return reference === payment.reference ? [] : [{ type: 'PaymentMoved', data: { reference, movedAt: at } }]
  if (payment.boundBy !== null && payment.boundBy !== 'prompt') throw new MessageRefused('already_used')
  const whose = { payer: payerFrom(shown), sender, senderWords, reference }
  return [{ type: 'PaymentBound', data: { by: 'message', ...whose, note: null, at } }]
}

/**
 * Delivery decides which delivery uses a payment. This notes it, and tells the delivery of doubts about the payment.
 */
const use = ({ deliveryId, fee, at }: UsePayment, payment: Payment | null): PaymentEvent[] => {
  if (!payment) throw new Error(`delivery ${deliveryId} used a payment that is not claimed`)
  if (payment.usedBy !== null) return []
  const { doubt, reversedAt, letPass, cents } = payment
  const used = { deliveryId, usedAt: at, ...(fee === undefined ? {} : { fee }) }
  const said: PaymentEvent[] = [{ type: 'PaymentUsed', data: used }]
  if (isGoneMeanwhile(payment, fee)) said.push({ type: 'PaymentDoubted', data: { because: 'amount', deliveryId, at } })
  if (letPass) return said
  if (doubt && said.length === 1) said.push({ type: 'PaymentDoubted', data: { because: doubt, deliveryId, at } })
  if (reversedAt !== null) said.push({ type: 'PaymentReversed', data: { cents, deliveryId, reversedAt, at } })
  return said
}

/** It was poured into another payment, or paid back, at the moment of the request: an admin must look. */
const isGoneMeanwhile = (payment: Payment, fee = 0): boolean =>
  payment.addedTo !== null || (payment.refunds.length > 0 && computeWorth(payment) < 100 * fee)

/** A delivery that was handed in and is gone for good, or came back, was paid for nothing. */
const endDelivery = ({ deliveryId, because, at }: EndDelivery, payment: Payment | null): PaymentEvent[] =>
  payment?.usedBy !== deliveryId || payment.unserved
    ? []
    : [{ type: 'PaymentUnserved', data: { deliveryId, because, at } }]

/** Only the delivery that holds a payment can release it. */
const release = ({ deliveryId, at }: ReleasePayment, payment: Payment | null): PaymentEvent[] =>
  payment?.usedBy === deliveryId ? [{ type: 'PaymentReleased', data: { deliveryId, at } }] : []

/**
 * The first amount that M-Pesa reports stays, unless a later one answers our question or comes from a statement. An
 * amount that differs from the message makes the payment doubtful.
 */
const seeAlone = ({ seen, of, at }: SeePayment, payment: Payment | null): PaymentEvent[] => {
  const bound = of && (payment?.payers.length ?? 0) === 0 ? boundToPrompt(of, at) : []
  if (!isProof(seen.by)) return seeUnchecked(seen, at, payment, bound)
  const known = payment !== null && isConfirmed(payment)
  const agrees = known && payment.cents === Math.floor(seen.cents)
  const sameShillings = !payment || isAsSaid(payment, seen)
  if (known && !agrees && !seen.asked) return []
  if (agrees && payment.seenBy.includes(seen.by)) return bound
  const claimed = bound.length > 0 || (payment?.payers.length ?? 0) > 0
  const events: PaymentEvent[] = [{ type: 'PaymentSeen', data: { ...seen, counts: !agrees, claimed, at } }, ...bound]
  const { by, cents, paidAt } = seen
  if (!known) events.push({ type: 'PaymentConfirmed', data: { by, cents, paidAt, at } })
  return [...events, ...judged(payment, seen, sameShillings, at)]
}

const isAsSaid = (payment: Payment, seen: Seen): boolean => {
  if (payment.promised) return keepsPromise(payment, payment.promised, seen)
  // A payment that only an unchecked confirmation reported was neither shown nor used.
  const isUnshown = isUnchecked(payment) && payment.payers.length === 0 && payment.usedBy === null
  return isUnshown || payment.amount === Math.floor(seen.cents / 100)
}

/** No other delivery can use a payment that was asked for at the door. */
const usedAtTheDoor = ({ deliveryId, at }: SeePayment, payment: Payment | null): PaymentEvent[] =>
  deliveryId === undefined || (payment?.usedBy ?? null) !== null
    ? []
    : [{ type: 'PaymentUsed', data: { deliveryId, usedAt: at } }]

const boundToPrompt = ({ adds: _, ...bearer }: NonNullable<SeePayment['of']>, at: string): PaymentEvent[] => [
  { type: 'PaymentBound', data: { by: 'prompt', ...bearer, note: null, at } },
]

/** Pours only a payment that this evidence gives to the payer of the prompt. */
const see = (command: SeePayment, payment: Payment | null): PaymentEvent[] => {
  const events = seeAlone(command, payment)
  const isIts = events.some(({ type }) => type === 'PaymentBound')
  return withAdding(events, isIts ? command.of?.adds : null, payment, command.at)
}

/** Evidence of M-Pesa removes every doubt except another amount than was shown. */
const judged = (payment: Payment | null, seen: Seen, sameAmount: boolean, at: string): PaymentEvent[] => {
  const deliveryId = payment?.usedBy ?? null
  if (!sameAmount) return [{ type: 'PaymentDoubted', data: { because: 'amount', deliveryId, at } }]
  const { doubt = null, promisedBefore = null } = payment ?? {}
  // An unchecked confirmation's doubt no longer counts once a proof has the same amount as was shown.
  const wasUncheckedDoubt = payment?.contradicted && !isConfirmed(payment)
  // The first proof had only a phone, or a part of the name, which did not match the agent's word.
  const isBorneOut = promisedBefore !== null && bearsOut(promisedBefore, seen)
  return doubt === null || (doubt === 'amount' && wasUncheckedDoubt !== true && !isBorneOut)
    ? []
    : [{ type: 'PaymentCleared', data: { by: 'evidence', deliveryId, note: null, at } }]
}

/** Only a reversal removes a confirmation, and a payment that an admin let pass is not doubted again. */
const doubt = ({ because, at }: DoubtPayment, payment: Payment | null): PaymentEvent[] => {
  if (!payment || isConfirmed(payment) || payment.doubt || payment.letPass) return []
  const ageMs = Date.parse(at) - Date.parse(payment.paidAt)
  if (because === 'no_such_transaction' && ageMs < unknownYetMs) return []
  return [{ type: 'PaymentDoubted', data: { because, deliveryId: payment.usedBy, at } }]
}

/** Recorded once. A statement's row decides the time, also where the reversal is known. */
const reverse = ({ cents, statedAt, at }: ReversePayment, payment: Payment | null): PaymentEvent[] => {
  if (!payment) return []
  const { reversedAt: known, usedBy: deliveryId } = payment
  const reversedAt = statedAt ?? at
  if (known === null) return [{ type: 'PaymentReversed', data: { cents, deliveryId, reversedAt, at } }]
  return statedAt === undefined || statedAt === known
    ? []
    : [{ type: 'PaymentReversalDated', data: { reversedAt, at } }]
}

/**
 * Makes a payment free for another owner: what an agent gave at the door is withdrawn first.
 * @throws Refused not_found, payment_used
 */
const freed = ({ note, at }: UnbindPayment | RebindPayment, payment: Payment | null): PaymentEvent[] => {
  if (!payment) throw new Refused('not_found')
  const { usedBy: deliveryId, givenByAgent, addedTo } = payment
  if (deliveryId !== null && givenByAgent) return [{ type: 'PaymentWithdrawn', data: { deliveryId, note, at } }]
  if (deliveryId !== null || addedTo !== null) throw new Refused('payment_used')
  return []
}

const unbind = (command: UnbindPayment, payment: Payment | null): PaymentEvent[] => {
  const events = freed(command, payment)
  const { note, at } = command
  // A payer who became known in the meantime has it then.
  const isFree = payment?.payers.length === 0 && payment.paidIn === null
  return events.length > 0 || isFree ? events : [{ type: 'PaymentUnbound', data: { note, at } }]
}

/** The worth of an agent's word alone is unknown: the payer shows the message, which is believed. */
const rebind = (command: RebindPayment, payment: Payment | null): PaymentEvent[] => {
  const events = freed(command, payment)
  if (payment?.seenBy.length === 0) throw new Refused('payment_unheard')
  const { type: _, ...bound } = command
  return [...events, { type: 'PaymentBound', data: { by: 'admin', ...bound } }]
}

const letPass = ({ note, at }: LetPaymentPass, payment: Payment | null): PaymentEvent[] => {
  if (!payment) throw new Refused('not_found')
  const { reversed, usedBy } = payment
  if ((!toDoubt(payment) && !reversed) || payment.letPass) throw new Refused('payment_not_doubted')
  return [{ type: 'PaymentCleared', data: { by: 'admin', deliveryId: usedBy, note, at } }]
}

export const payment: Decider<Payment | null, PaymentCommand, PaymentEvent> = {
  initialState: null,
  evolve,
  decide: (command, state) => {
    switch (command.type) {
      case 'ClaimPayment':
        return withAdding(claim(command, getHeard(state), state?.paidAt), command.adds, getHeard(state), command.at)
      case 'ClaimByReceipt':
        return withAdding(claimByReceipt(command, getHeard(state)), command.adds, getHeard(state), command.at)
      case 'TakeByLink':
        return takeByLink(command, state)
      case 'UsePayment':
        return use(command, state)
      case 'ReleasePayment':
        return release(command, state)
      case 'EndDelivery':
        return endDelivery(command, state)
      case 'TopUpPayment':
        return topUp(command, state)
      case 'ReturnPayment':
        return giveBack(command, state)
      case 'DoubtPart':
        return doubtPart(command, state)
      case 'ProvePart':
        return provePart(command, state)
      case 'RefundPayment':
        return refund(command, state)
      case 'SeePayment':
        return markPaidIn(
          command,
          [...see(command, getHeard(state)), ...usedAtTheDoor(command, getHeard(state))],
          getHeard(state),
        )
      case 'ClaimPayIn':
        return claimPayIn(command, getHeard(state))
      case 'TakeAtTheDoor':
        return takeAtTheDoor(command, state)
      case 'DoubtPayment':
        return doubt(command, getHeard(state))
      case 'ReversePayment':
        return reverse(command, getHeard(state))
      case 'UnbindPayment':
        return unbind(command, state)
      case 'RebindPayment':
        return rebind(command, state)
      case 'LetPaymentPass':
        return letPass(command, state)
    }
  },
}
