import { restoredReason, unansweredReason } from '@tuma/contracts/vocabulary'
import type { Decider } from '@tuma/platform/domain'
import { type Addressed, dismissed, evolve, type Message, type MessageEvent, underWayMs } from './message.ts'
import { type Cost, costsNothing } from './purses.ts'

type DataOf<Type extends MessageEvent['type']> = Extract<MessageEvent, { type: Type }>['data']

type AttemptSending = {
  readonly type: 'AttemptSending'
  readonly at: string
  /** The number of this attempt, from 1. When another process was first, this attempt is not made. */
  readonly attempt: number
  /** So long it waits for a provider's report after an attempt without an answer. */
  readonly waitMs: number
  /** When that wait began: not after `at`, even if the last attempt was recorded by a clock that was ahead. */
  readonly waitsSince: string | null
  /** It has a collection code, so it is not repeated by itself. */
  readonly hasCode: boolean
  /** It is no longer of use to its person, unless an admin sends it. */
  readonly isTooLate: boolean
  /** Its link has ended, or its parcel or person is gone, so no one can send it. */
  readonly isOver: boolean
  /** The use of the message, and what is left of the day. */
  readonly cost: Cost
  readonly room: number
} & Addressed

export type ComposeMessage = {
  readonly type: 'ComposeMessage'
  readonly at: string
  readonly composed: DataOf<'MessageComposed'>
  /** No other message goes first: its first attempt is recorded with it, if enough of the day is left. */
  readonly atOnce?: Pick<AttemptSending, 'cost' | 'room' | keyof Addressed>
}

export type MessageCommand =
  | ComposeMessage
  | AttemptSending
  | { readonly type: 'RecordSent'; readonly sent: DataOf<'MessageSent'> }
  | { readonly type: 'RecordFailure'; readonly failed: DataOf<'MessageFailed'> }
  /** The provider has reported an SMS that only this message can be: an attempt without an answer has reached it. */
  | {
      readonly type: 'RecordReported'
      readonly at: string
      readonly reportedAt: string
      readonly provider: string
      readonly providerId: string
    }
  /** By an admin: at once, whatever is left of the day. */
  | { readonly type: 'SendAgain'; readonly at: string; readonly cost: Cost }
  /** By an admin: it is never sent, whatever happens to its parcel. */
  | { readonly type: 'Dismiss'; readonly at: string }
  /** A shop has had the parcel, so the held message goes out like every other. */
  | { readonly type: 'ReleaseHeld'; readonly at: string }
  /** It waited, or was held, when the restored backup was made: it may have been sent since. */
  | { readonly type: 'HoldRestored'; readonly at: string }

const parked = (at: string, held?: string): MessageEvent => ({
  type: 'MessageParked',
  data: { at, reason: 'attempts', ...(held === undefined ? {} : { held }) },
})

type Attempted = Pick<AttemptSending, 'at' | 'cost' | keyof Addressed>

const attempted = ({ at, cost, phoneKey, saysOnHold }: Attempted, message: Message): MessageEvent => ({
  type: 'SendAttempted',
  data: {
    ...{ at, attempt: message.attempts + 1, ...(message.isPaid ? costsNothing : cost) },
    ...(message.unanswered > 0 ? { repeats: true } : {}),
    ...(phoneKey === undefined ? {} : { phoneKey }),
    ...(saysOnHold ? { saysOnHold } : {}),
  },
})

/** No provider has it yet: the attempt follows by itself, without a wait. */
const ordered = (at: string, cost: Cost, { attempts, isPaid }: Message): MessageEvent => ({
  type: 'SendAttempted',
  data: { at, attempt: attempts + 1, ...(isPaid ? costsNothing : cost), ordered: true },
})

/** A message goes again by itself at most once in this time, over all processes that sent it. */
const repeatedOnceInMs = 24 * 60 * 60_000

/** Milliseconds that a message without an answer still waits for the provider's report; 0 when it may be attempted. */
export const getReportWaitMs = (
  message: Message,
  { at, waitsSince, waitMs }: Pick<AttemptSending, 'at' | 'waitsSince' | 'waitMs'>,
): number => {
  if (message.isOrdered || !message.isUnanswered) return 0
  return Math.max(0, waitMs - (Date.parse(at) - Date.parse(waitsSince ?? at)))
}

/** Whether it may not be repeated by itself: the person may have it, or has it twice. */
const isLeftToAdmin = ({ at, hasCode }: AttemptSending, message: Message): boolean => {
  if (message.isOrdered || !message.isUnanswered) return false
  const { repeatedAt } = message
  return hasCode || (repeatedAt !== null && Date.parse(at) - Date.parse(repeatedAt) < repeatedOnceInMs)
}

const attempt = (command: AttemptSending, message: Message): MessageEvent[] => {
  const { at, isTooLate, isOver, cost, room } = command
  if (isOver) return [parked(at)]
  if (isTooLate) return [parked(at, message.unanswered > 0 ? unansweredReason : undefined)]
  if (getReportWaitMs(message, command) > 0) return []
  if (isLeftToAdmin(command, message)) return [parked(at, unansweredReason)]
  // Beyond the day's rest it waits for the next day.
  if (!message.isPaid && cost.segments > room) return []
  return [attempted(command, message)]
}

/** A release that does not know holding leaves what is parked to an admin. */
const composed = ({ at, composed: data, atOnce }: ComposeMessage): MessageEvent[] => {
  const event: MessageEvent = { type: 'MessageComposed', data }
  if (data.held !== undefined) return [event, parked(at)]
  const message = evolve(null, event)
  if (!message || !atOnce || atOnce.cost.segments > atOnce.room) return [event]
  return [event, attempted({ ...atOnce, at }, message)]
}

/** A second press asks nothing, and the end of a message that is just being sent is not known. */
const isAtRest = ({ status, isUnanswered, isOrdered, attemptedAt }: Message, at: string): boolean => {
  // A clock that was ahead may have recorded the attempt.
  const isRecent = Math.abs(Date.parse(at) - Date.parse(attemptedAt ?? at)) < underWayMs
  const isUnderWay = (isUnanswered || isOrdered) && isRecent
  return status === 'parked' || (status === 'waiting' && !isUnderWay)
}

const dismissal = (at: string, message: Message | null): MessageEvent[] =>
  message && isAtRest(message, at) ? [{ type: 'MessageParked', data: { at, reason: 'attempts', held: dismissed } }] : []

const released = (at: string, message: Message | null): MessageEvent[] =>
  message?.status === 'parked' && message.isHeld ? [ordered(at, costsNothing, message)] : []

const heldAsRestored = (at: string, message: Message | null): MessageEvent[] =>
  message?.status === 'waiting' || (message?.status === 'parked' && message.isHeld)
    ? [{ type: 'MessageParked', data: { at, reason: 'attempts', held: restoredReason } }]
    : []

type RecordReported = Extract<MessageCommand, { type: 'RecordReported' }>

const reported = ({ reportedAt, type: _, ...sent }: RecordReported, message: Message | null): MessageEvent[] => {
  const isOwed = message?.status === 'waiting' || message?.status === 'parked'
  if (!isOwed || message.unansweredSince === null || reportedAt < message.unansweredSince) return []
  return [{ type: 'MessageSent', data: { ...sent, ...(message.saysOnHold ? { saidOnHold: true } : {}) } }]
}

const decide = (command: MessageCommand, message: Message | null): MessageEvent[] => {
  switch (command.type) {
    case 'ComposeMessage':
      return message ? [] : composed(command)
    case 'AttemptSending':
      return message?.status === 'waiting' && command.attempt === message.attempts + 1 ? attempt(command, message) : []
    case 'RecordSent':
      return message?.status === 'waiting' ? [{ type: 'MessageSent', data: command.sent }] : []
    case 'RecordFailure':
      return message?.status === 'waiting' ? [{ type: 'MessageFailed', data: command.failed }] : []
    case 'RecordReported':
      return reported(command, message)
    case 'SendAgain':
      return message && isAtRest(message, command.at) ? [ordered(command.at, command.cost, message)] : []
    case 'Dismiss':
      return dismissal(command.at, message)
    case 'ReleaseHeld':
      return released(command.at, message)
    case 'HoldRestored':
      return heldAsRestored(command.at, message)
  }
}

export const message: Decider<Message | null, MessageCommand, MessageEvent> = { initialState: null, decide, evolve }
