import { restoredReason } from '@tuma/contracts/vocabulary'
import type { DomainEvent } from '@tuma/platform/domain'
import type { Cost, Purse } from './purses.ts'

export const channels = ['sms', 'email'] as const
export type Channel = (typeof channels)[number]

/** The demonstration's provider sends nothing: what it takes stays in the house. */
export const keptHere = 'kept'
/** Stands where no settings name a provider: it takes nothing, and what is owed waits. */
export const noProvider = 'no-provider'

export const roles = ['sender', 'receiver', 'account', 'support'] as const
export type Role = (typeof roles)[number]

/** One text to one person: what was to be sent, every attempt, and how it ended. */
export type MessageEvent =
  | DomainEvent<
      'MessageComposed',
      {
        readonly channel: Channel
        /** Which text of the catalogue. */
        readonly template: string
        /** Id of the delivery, of money that left, of the message to support, or of the account and its link (`aboutLink`). */
        readonly about: string
        /** Whose part in it the message is for. */
        readonly role: Role
        readonly language: 'en'
        /** Whose share of the day it takes, as far as that is known then; null of an e-mail that takes none. */
        readonly purse: Purse | null
        /** What somebody wrote to us. Of every other message it is empty (`unwritten`): its words are asked for when it is sent. */
        readonly recipient: {
          readonly personId: string
          readonly to: string
          readonly subject: string | null
          readonly text: string
          /** Whom an answer to an e-mail goes to, when not to us. */
          readonly replyTo: string | null
        }
        /** Why it does not go out by itself, as a word; an admin has it sent, or a shop that has had the parcel. */
        readonly held?: string | undefined
      }
    >
  /**
   * Recorded before anything leaves the house: whatever happens then, it is known that something may have left.
   * `segments`: what it takes of the day from `purse`, segments of SMS or one e-mail; a message counts once, at its first attempt.
   */
  | DomainEvent<'SendAttempted', { readonly at: string; readonly attempt: number } & Cost>
  /** `saidOnHold`: its text said that the parcel is on hold, in the place of what it was composed for. */
  | DomainEvent<
      'MessageSent',
      {
        readonly at: string
        readonly provider: string
        readonly providerId: string
        readonly saidOnHold?: true | undefined
      }
    >
  | DomainEvent<'MessageFailed', { readonly at: string; readonly attempt: number; readonly reason: string }>
  /**
   * Left to an admin: nothing more happens by itself. It came too late to be sent, attempt after attempt brought us
   * down, or it was held from the beginning (`held` says why). `budget` stands in older ones: the day's SMS were used up. An attempt after it takes the message up again.
   * `held`: why, as a word, where it waited until then: `restored`. Or `dismissed`, by an admin: nobody is to have it any
   * more. A release that does not know that word finds the message left to an admin, and goes on.
   */
  | DomainEvent<
      'MessageParked',
      { readonly at: string; readonly reason: 'attempts' | 'budget'; readonly held?: string | undefined }
    >

/** What an admin has said of it in `MessageParked`. */
export const dismissed = 'dismissed'

export type MessageStatus = 'waiting' | 'sent' | 'parked' | 'dismissed'
export type Message = {
  readonly status: MessageStatus
  readonly attempts: number
  /** The last ones, of which nobody has said how they ended, and when the last one was. */
  readonly unanswered: number
  readonly attemptedAt: string | null
  /** It has taken its part of a day. */
  readonly isPaid: boolean
  /** When it was last taken up again, by an admin or because a shop has had the parcel; null while nobody has. */
  readonly takenUpAt: string | null
  /** It was held when it was composed, nobody has had it sent since, and a shop that has the parcel lets it go. */
  readonly isHeld: boolean
}

const composed: Message = {
  status: 'waiting',
  attempts: 0,
  unanswered: 0,
  attemptedAt: null,
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
  ...['requestedToSender', 'collectedWithoutCode', 'newCodeToSender', 'senderAsked', 'senderAskedByMail'],
  ...['paidOut', 'refunded', 'leftUnused'],
  ...['comesBackUnfetched', 'comesBackAsDecided', 'comesBackByOffice', 'backAtShop', 'returned'],
]

/** Whom a template is written to. */
export const roleFor = (template: string): Role => {
  if (toSender.includes(template)) return 'sender'
  if (template === 'support' || template === 'doneAlone' || template === 'nearlySpent') return 'support'
  return isOfSignIn(template) || isOfMoney(template) ? 'account' : 'receiver'
}

/** To an account about its money: its words are written when it is composed. */
const isOfMoney = (template: string): boolean => template.startsWith('payTo') || template === 'cashTakenIn'

/** What opens a door: of use to nobody once the door is shut. */
export const isOfSignIn = (template: string): boolean => template === 'verify' || template === 'reset'

export const aboutLink = (accountId: string, linkId: string): string => `${accountId} ${linkId}`
/** Null where it is about no link. */
export const linkIn = (about: string): { readonly accountId: string; readonly linkId: string } | null => {
  const [accountId, linkId] = about.split(' ')
  return accountId && linkId ? { accountId, linkId } : null
}

/** Longer than any provider takes. After that an attempt counts as one that a crash has cut short. */
export const underWayMs = 60_000

const hour = 60 * 60_000
/** After that an SMS tells of what is long over; a mail's link whose end nobody knows any more has ended for certain. */
export const lateAfterMs = { sms: 48 * hour, link: 24 * hour }

/** Whose key seals what they wrote to us: it opens this one message, and goes when that is sent. */
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
      return message && { ...message, status: 'sent' }
    case 'MessageFailed':
      return message && { ...message, unanswered: 0 }
    case 'MessageParked':
      return message && { ...message, ...parkedAs(data.held, message) }
  }
}

const parkedAs = (held: string | undefined, { isHeld }: Message): Pick<Message, 'status' | 'isHeld'> =>
  held === dismissed
    ? { status: 'dismissed', isHeld: false }
    : { status: 'parked', isHeld: isHeld && held === undefined }

type Attempt = Extract<MessageEvent, { type: 'SendAttempted' }>['data']

const attempted = (message: Message, { at, attempt, segments }: Attempt): Message => {
  const isTakenUp = message.status === 'parked' || message.status === 'dismissed'
  return {
    status: isTakenUp ? 'waiting' : message.status,
    attempts: attempt,
    unanswered: isTakenUp ? 0 : message.unanswered + 1,
    attemptedAt: at,
    isPaid: message.isPaid || segments > 0,
    takenUpAt: isTakenUp ? at : message.takenUpAt,
    isHeld: false,
  }
}
