import { addDays, eatDayOf, smsSegments } from '@tuma/contracts/vocabulary'
import { type Recorded, type Streams, type Supposed, unlessDamaged } from '@tuma/platform/event-sourcing'
import { EngineAway, type StoredEvent } from '@tuma/platform/ports'
import type { Log, Surroundings } from '@tuma/platform/runtime'
import {
  dismissed,
  isOfSignIn,
  keptHere,
  lateAfterMs,
  type Message,
  type MessageEvent,
  messageIdOf,
  noProvider,
  underWayMs,
  writerOf,
} from './domain/message.ts'
import { type MessageCommand, message } from './domain/message-decisions.ts'
import type { Letter, LetterOf } from './letters.ts'
import { leavesTheHouse, type Provider, type Providers, SendFailed } from './provider.ts'
import { isOfBackup } from './restored.ts'
import type { NotificationSettings } from './settings.ts'
import type { SpendSms } from './sms-budget.ts'
import type { NotificationEvent } from './stored-events.ts'

const longestPauseMs = 60 * 60 * 1000
/** Until a service that is away is asked again. */
const awayMs = 5000

type House = {
  readonly streams: Streams<NotificationEvent>
  readonly providers: Providers
  readonly letterOf: LetterOf
  readonly spendSms: SpendSms
  readonly settings: Pick<NotificationSettings, 'SEND_ATTEMPTS' | 'SEND_BACKOFF_MS' | 'restored'>
  readonly surroundings: Surroundings
  /** Which process this is: an unanswered attempt of its own it knows to be over. */
  readonly replica: string
  readonly log: Log
}

/**
 * One try to send the message of a stream, unless it is damaged: that is listed. One that fails is tried again with growing
 * pauses, hour after hour, until it is of no use any more.
 * @param justComposed all that stands there, as far as is known: where that is wrong nothing leaves by it
 * @returns milliseconds until the next; null when there is none
 */
export type TrySending = (stream: string, justComposed?: StoredEvent) => Promise<number | null>

export const sending = (house: House): TrySending => {
  const { streams, providers, letterOf, spendSms, settings, surroundings, replica, log } = house
  const { SEND_BACKOFF_MS: backoffMs } = settings
  const { now } = surroundings
  // The day's SMS are counted from rows: an attempt is over when they show it. Nobody waits to read how it ended.
  const handles = { attempt: streams.handlerOf(message), outcome: streams.recorderOf(message) }

  const recorder = ({ stream, composed, before, revision }: Owed) => {
    let known: Supposed<Message | null> = { state: before, revision }
    return async (command: MessageCommand, handle = handles.outcome) => {
      const metadata = {
        at: now(),
        commandId: `${stream}:${known.revision}:${replica}`,
        correlationId: composed.metadata.correlationId,
        causationId: composed.id,
        actor: { kind: 'system', name: 'notification', replica },
      }
      const handled = await handle(stream, command, metadata, known)
      known = handled
      const { template, about } = composed.data
      if (handled.events.some(({ type }) => type === 'MessageParked'))
        log.error({ messageId: messageIdOf(stream), template, about }, 'a message was left to an admin')
      return handled
    }
  }

  /** Recorded before anything leaves the house. @returns whether it may leave now, and else what became of it */
  const begin = async (record: ReturnType<typeof recorder>, { composed, before }: Owed, letter: Letter | null) => {
    const { SEND_ATTEMPTS: unansweredMost } = settings
    const isTooLate = letter === null || isLate(composed, before.takenUpAt, now())
    const segments = composed.data.channel === 'sms' && letter ? segmentsOf(letter.text, providers.sms) : 0
    const attempt = before.attempts + 1
    const attemptWithin = (room: number) =>
      record({ type: 'AttemptSending', at: now(), attempt, unansweredMost, isTooLate, segments, room }, handles.attempt)
    const { events, state } = segments > 0 ? await spendSms(segments, attemptWithin) : await attemptWithin(0)
    return { mayLeave: events.some(({ type }) => type === 'SendAttempted'), attempt, state }
  }

  const pastOf = async (stream: string, justComposed?: StoredEvent): Promise<Recorded<NotificationEvent>[]> =>
    justComposed ? [await streams.opened(justComposed)] : unlessDamaged(streams.read(stream), [])

  return async (stream, justComposed) => {
    const past = await pastOf(stream, justComposed)
    const waitMs = othersAttemptMs(past.at(-1), replica, now())
    if (waitMs > 0) return waitMs
    const owed = owedBy(past)
    // A crash, or a disk that was full, came before the key of its words was destroyed.
    if (owed === null) return forgetWords(streams, stream, past).then(() => null)
    const record = recorder(owed)
    if (isOfBackup(past, settings.restored)) return record({ type: 'HoldRestored', at: now() }).then(() => null)
    if (providers[owed.composed.data.channel].name === noProvider) return null
    const letter = await letterOf(owed.composed.data).catch(unlessAway)
    if (letter === 'away') return awayMs

    const { mayLeave, attempt, state: begun } = await begin(record, owed, letter)
    if (letter === null || !mayLeave) return pauseAfter(begun, attempt, now())
    const outcome = await handOver(house, owed.composed, letter, attempt)
    const { state, events } = await record(outcome)
    await forgetWords(streams, stream, [...past, ...events])
    return state?.status === 'waiting' ? Math.min(backoffMs * 2 ** (attempt - 1), longestPauseMs) : null
  }
}

/**
 * Of a message to support that is sent, its words are by then in the mailbox of who answers them; of one that was dismissed
 * nobody is to read them. The demonstration's outbox still shows its own.
 */
export const forgetWords = async (
  { keys }: Pick<Streams<NotificationEvent>, 'keys'>,
  stream: string,
  past: readonly NotificationEvent[],
): Promise<void> => {
  const isToSupport = past.some(({ type, data }) => type === 'MessageComposed' && data.role === 'support')
  const isOver = past.some(
    ({ type, data }) =>
      (type === 'MessageSent' && data.provider !== keptHere) || (type === 'MessageParked' && data.held === dismissed),
  )
  const writer = writerOf(messageIdOf(stream))
  if (isToSupport && isOver && (await keys.existingKey(writer))) await keys.destroy([writer])
}

const handOver = (
  { providers, surroundings: { now }, log }: Pick<House, 'providers' | 'surroundings' | 'log'>,
  { stream, data }: Recorded<MessageComposed>,
  letter: Letter,
  attempt: number,
): Promise<MessageCommand> => {
  const provider = providers[data.channel]
  const messageId = messageIdOf(stream)
  return provider.send({ messageId, ...letter }).then(
    ({ providerId }) => ({ type: 'RecordSent', sent: { at: now(), provider: provider.name, providerId } }),
    (error) => {
      const reason = error instanceof SendFailed ? error.code : 'fault'
      const { template, about } = data
      log.warn({ messageId, template, about, attempt, reason }, 'a message could not be sent')
      return { type: 'RecordFailure', failed: { at: now(), attempt, reason } }
    },
  )
}

type Owed = {
  readonly stream: string
  readonly composed: Recorded<MessageComposed>
  readonly before: Message
  readonly revision: number
}

/** Null when nothing is to be done any more. */
const owedBy = (past: readonly Recorded<NotificationEvent>[]): Owed | null => {
  const [composed] = past
  const before = (past as readonly Recorded<MessageEvent>[]).reduce(message.evolve, message.initialState)
  if (composed?.type !== 'MessageComposed' || before?.status !== 'waiting') return null
  return { stream: composed.stream, composed, before, revision: past.length - 1 }
}

type MessageComposed = Extract<MessageEvent, { type: 'MessageComposed' }>

export const unlessAway = (error: unknown): 'away' => {
  if (error instanceof EngineAway) return 'away'
  throw error
}

/** What the text takes of the day's SMS. */
export const segmentsOf = (text: string, provider: Provider): number =>
  leavesTheHouse(provider) ? smsSegments(text) : 0

/** A link's own end is asked for; of an older mail, which names no link, its age is all there is. */
const isLate = ({ data, metadata }: Recorded<MessageComposed>, takenUpAt: string | null, now: string): boolean => {
  const { channel, template } = data
  const mostMs = channel === 'sms' ? lateAfterMs.sms : isOfSignIn(template) ? lateAfterMs.linkAtMost : Infinity
  return Date.parse(now) - Date.parse(takenUpAt ?? metadata.at) > mostMs
}

/** After an attempt that was not made: another replica was first, or the message waits for tomorrow's SMS. */
const pauseAfter = (state: Message | null, attempt: number, now: string): number | null => {
  if (state?.status !== 'waiting') return null
  return state.attempts >= attempt ? underWayMs : Math.min(untilTomorrowMs(now), longestPauseMs)
}

const untilTomorrowMs = (now: string): number =>
  Date.parse(`${addDays(eatDayOf(now), 1)}T00:00:00+03:00`) - Date.parse(now)

/** How long another replica's attempt may still be under way; 0 when none is, and when it is one that is asked for. */
const othersAttemptMs = (last: Recorded<NotificationEvent> | undefined, replica: string, now: string): number => {
  if (last?.type !== 'SendAttempted') return 0
  const { actor, at } = last.metadata
  const { replica: others } = actor as { replica?: string }
  if (others === undefined || others === replica) return 0
  return underWayMs - (Date.parse(now) - Date.parse(at))
}
