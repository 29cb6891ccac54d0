import { restoredReason } from '@tuma/contracts/vocabulary'
import type { MessageEvent } from './message-events.ts'

export type { Addressed, MessageEvent } from './message-events.ts'

export const channels = ['sms', 'email'] as const
export type Channel = (typeof channels)[number]

/** The demonstration's provider sends nothing: it only keeps messages. */
export const keptHere = 'kept'
/** Without a provider in the settings: nothing is sent, and messages wait. */
export const noProvider = 'no-provider'

export const roles = ['sender', 'receiver', 'account', 'support'] as const
export type Role = (typeof roles)[number]

/** The admin's decision in `MessageParked`. */
export const dismissed = 'dismissed'

export type MessageStatus = 'waiting' | 'sent' | 'parked' | 'dismissed'
export type Message = {
  readonly status: MessageStatus
  readonly attempts: number
  /** The attempts without a known answer, and when the first of them was; 0 and null where there are none. */
  readonly unanswered: number
  readonly unansweredSince: string | null
  /** The last attempt is one of them. */
  readonly isUnanswered: boolean
  /** An admin or a shop has it sent, and no attempt has followed yet. */
  readonly isOrdered: boolean
  /** When it was last attempted, or ordered. */
  readonly attemptedAt: string | null
  /** When it last was attempted after an attempt without an answer. */
  readonly repeatedAt: string | null
  /** What the last attempt said of its text. */
  readonly saysOnHold: boolean
  /** It has used its share of a day. */
  readonly isPaid: boolean
  /** When an admin, or a shop that has had the parcel, last took it up again; null where this has not happened. */
  readonly takenUpAt: string | null
  /** It was held when it was composed, no admin has sent it since, and a shop that has the parcel releases it. */
  readonly isHeld: boolean
}

const composed: Message = {
  status: 'waiting',
  attempts: 0,
  unanswered: 0,
  unansweredSince: null,
  isUnanswered: false,
  isOrdered: false,
  attemptedAt: null,
  repeatedAt: null,
  saysOnHold: false,
  isPaid: false,
  takenUpAt: null,
  isHeld: false,
}

type Composed = Extract<MessageEvent, { type: 'MessageComposed' }>['data']

export const unwritten = (personId: string): Composed['recipient'] => ({
  personId,
  to: '',
  subject: null,
  text: '',
  replyTo: null,
})
export const isWritten = ({ recipient: { to } }: Composed): boolean => to !== ''

const toSender: readonly string[] = [
  ...['takenIn', 'takenInByMpesa', 'cancelled', 'cancelledPaidBack'],
  ...['requestedToSender', 'collectedWithoutCode', 'newCodeToSender', 'senderAsked', 'senderAskedByMail'],
  ...['paidOut', 'refunded', 'leftUnused'],
  ...['comesBackUnfetched', 'comesBackAsDecided', 'comesBackByOffice', 'backAtShop', 'returned'],
]

const toOffice: readonly string[] = ['support', 'doneAlone', 'nearlySpent', 'findings']

/** The role that a template is for. */
export const roleFor = (template: string): Role => {
  if (toSender.includes(template)) return 'sender'
  if (toOffice.includes(template)) return 'support'
  return isOfSignIn(template) || isOfMoney(template) ? 'account' : 'receiver'
}

/** To an account about its money: its words are stored when it is composed. */
const isOfMoney = (template: string): boolean => template.startsWith('payTo') || template === 'cashTakenIn'

/** A code or a link, which is of no use once the parcel is collected or the link has ended. */
export const isOfSignIn = (template: string): boolean => template === 'verify' || template === 'reset'

export const aboutLink = (accountId: string, linkId: string): string => `${accountId} ${linkId}`
/** Null where it is not about a link. */
export const linkIn = (about: string): { readonly accountId: string; readonly linkId: string } | null => {
  const [accountId, linkId] = about.split(' ')
  return accountId && linkId ? { accountId, linkId } : null
}

/** Longer than any provider takes. After that an attempt counts as cut short by a crash. */
export const underWayMs = 60_000

const hour = 60 * 60_000
/** After that an SMS is out of date, and an email's link has ended even where its end is not known. */
export const lateAfterMs = { sms: 48 * hour, link: 24 * hour }

/** The key that seals the words of a support message. It opens this one message, and is destroyed when that is sent. */
export const getWriter = (messageId: string): string => `${messageId}:writer`

export const messageStream = (messageId: string): string => `message-${messageId}`
export const getMessageId = (stream: string): string => stream.slice(messageStream('').length)

export const evolve = (message: Message | null, { type, data }: MessageEvent): Message | null => {
  switch (type) {
    case 'MessageComposed':
      return { ...composed, isHeld: data.held !== undefined && data.held !== restoredReason }
    case 'SendAttempted':
      return message && attempted(message, data)
    case 'MessageSent':
      return message && { ...answered(message), status: 'sent' }
    case 'MessageFailed':
      return message && (data.unanswered ? message : answered(message))
    case 'MessageParked':
      return message && { ...message, ...parkedAs(data.held, message) }
  }
}

const parkedAs = (held: string | undefined, { isHeld }: Message): Pick<Message, 'status' | 'isHeld'> =>
  held === dismissed
    ? { status: 'dismissed', isHeld: false }
    : { status: 'parked', isHeld: isHeld && held === undefined }

/** One attempt less is without an answer: the last one, or the one that the provider has reported. */
const answered = (message: Message): Message => {
  const unanswered = Math.max(0, message.unanswered - 1)
  return {
    ...message,
    unanswered,
    unansweredSince: unanswered === 0 ? null : message.unansweredSince,
    isUnanswered: false,
  }
}

type Attempt = Extract<MessageEvent, { type: 'SendAttempted' }>['data']

const attempted = (message: Message, { at, attempt, segments, ...made }: Attempt): Message => {
  const isTakenUp = message.status === 'parked' || message.status === 'dismissed'
  const before: Message = {
    ...message,
    status: isTakenUp ? 'waiting' : message.status,
    attempts: attempt,
    attemptedAt: at,
    isPaid: message.isPaid || segments > 0,
    takenUpAt: isTakenUp ? at : message.takenUpAt,
    isHeld: false,
    isOrdered: made.ordered === true,
  }
  if (made.ordered) return before
  return {
    ...before,
    unanswered: message.unanswered + 1,
    unansweredSince: message.unansweredSince ?? at,
    isUnanswered: true,
    repeatedAt: made.repeats ? at : message.repeatedAt,
    saysOnHold: made.saysOnHold === true,
  }
}
