import { restoredReason } from '@tuma/contracts/vocabulary'
import type { Decider } from '@tuma/platform/domain'
import { dismissed, evolve, type Message, type MessageEvent, underWayMs } from './message.ts'
import { type Cost, costsNothing } from './purses.ts'

type DataOf<Type extends MessageEvent['type']> = Extract<MessageEvent, { type: Type }>['data']

type AttemptSending = {
  readonly type: 'AttemptSending'
  readonly at: string
  /** The number of this attempt, from 1. When another process was first, this attempt is not made. */
  readonly attempt: number
  /** So many attempts in a row may end in a crash before it is left to an admin. */
  readonly maxUnanswered: number
  /** It is no longer of use to its person, unless an admin sends it. */
  readonly isTooLate: boolean
  /** The use of the message, and what is left of the day. */
  readonly cost: Cost
  readonly room: number
}

export type ComposeMessage = {
  readonly type: 'ComposeMessage'
  readonly at: string
  readonly composed: DataOf<'MessageComposed'>
  /** No other message goes first: its first attempt is recorded with it, if enough of the day is left. */
  readonly atOnce?: Pick<AttemptSending, 'cost' | 'room'>
}

export type MessageCommand =
  | ComposeMessage
  | AttemptSending
  | { readonly type: 'RecordSent'; readonly sent: DataOf<'MessageSent'> }
  | { readonly type: 'RecordFailure'; readonly failed: DataOf<'MessageFailed'> }
  /** By an admin: at once, whatever is left of the day. */
  | { readonly type: 'SendAgain'; readonly at: string; readonly cost: Cost }
  /** By an admin: it is never sent, whatever happens to its parcel. */
  | { readonly type: 'Dismiss'; readonly at: string }
  /** A shop has had the parcel, so the held message goes out like every other. */
  | { readonly type: 'ReleaseHeld'; readonly at: string }
  /** It waited, or was held, when the restored backup was made: it may have been sent since. */
  | { readonly type: 'HoldRestored'; readonly at: string }

const parked = (at: string): MessageEvent => ({ type: 'MessageParked', data: { at, reason: 'attempts' } })

const attempted = (at: string, cost: Cost, { attempts, isPaid }: Message): MessageEvent => ({
  type: 'SendAttempted',
  data: { at, attempt: attempts + 1, ...(isPaid ? costsNothing : cost) },
})

const attempt = (command: AttemptSending, message: Message): MessageEvent[] => {
  const { at, maxUnanswered, isTooLate, cost, room } = command
  // An attempt without an answer counts, so that a message that crashes us is not tried for ever.
  if (isTooLate || message.unanswered >= maxUnanswered) return [parked(at)]
  // Beyond the day's rest it waits for the next day.
  if (!message.isPaid && cost.segments > room) return []
  return [attempted(at, cost, message)]
}

/** A release that does not know holding leaves what is parked to an admin. */
const composed = ({ at, composed: data, atOnce }: ComposeMessage): MessageEvent[] => {
  const event: MessageEvent = { type: 'MessageComposed', data }
  if (data.held !== undefined) return [event, parked(at)]
  const message = evolve(null, event)
  if (!message || !atOnce || atOnce.cost.segments > atOnce.room) return [event]
  return [event, attempted(at, atOnce.cost, message)]
}

/** A second press asks nothing, and the end of a message that is just being sent is not known. */
const isAtRest = ({ status, unanswered, attemptedAt }: Message, at: string): boolean => {
  const isUnderWay = unanswered > 0 && Date.parse(at) - Date.parse(attemptedAt ?? at) < underWayMs
  return status === 'parked' || (status === 'waiting' && !isUnderWay)
}

const dismissal = (at: string, message: Message | null): MessageEvent[] =>
  message && isAtRest(message, at) ? [{ type: 'MessageParked', data: { at, reason: 'attempts', held: dismissed } }] : []

const released = (at: string, message: Message | null): MessageEvent[] =>
  message?.status === 'parked' && message.isHeld ? [attempted(at, costsNothing, message)] : []

const heldAsRestored = (at: string, message: Message | null): MessageEvent[] =>
  message?.status === 'waiting' || (message?.status === 'parked' && message.isHeld)
    ? [{ type: 'MessageParked', data: { at, reason: 'attempts', held: restoredReason } }]
    : []

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
    case 'SendAgain':
      return message && isAtRest(message, command.at) ? [attempted(command.at, command.cost, message)] : []
    case 'Dismiss':
      return dismissal(command.at, message)
    case 'ReleaseHeld':
      return released(command.at, message)
    case 'HoldRestored':
      return heldAsRestored(command.at, message)
  }
}

export const message: Decider<Message | null, MessageCommand, MessageEvent> = { initialState: null, decide, evolve }
