import { addDays, getEatDay } from '@tuma/contracts/vocabulary'
import { assumeNewStream, type EventMetadata, type Recorded, unlessDamaged } from '@tuma/platform/event-sourcing'
import { EngineAway, type StoredEvent } from '@tuma/platform/ports'
import { isOfSignIn, lateAfterMs, type Message, type MessageEvent, underWayMs } from '../domain/message.ts'
import { type ComposeMessage, getReportWaitMs, message } from '../domain/message-decisions.ts'
import { isConfigured } from '../provider/provider.ts'
import type { RenderedMessage, RenderMessage } from '../render-message/render-message.ts'
import { isOfBackup } from '../restored.ts'
import type { NotificationEvent } from '../stored-events.ts'
import {
  attempts,
  forgetWords,
  getAddressed,
  getWaitMs,
  longestPauseMs,
  type MessageComposed,
  type Owed,
  type SendDeps,
} from './attempts.ts'

type SendAttempted = Extract<MessageEvent, { type: 'SendAttempted' }>

/** The pause before a service that is away is asked again. */
const awayMs = 5000

/**
 * One try to send the message of a stream. A damaged stream is listed instead. A failed message is tried again with growing
 * pauses, hour after hour, until it is no longer of use; one whose answer was lost waits for the provider's report first.
 * @param justComposed the only event of the stream, as far as this process knows; if there are more, the append is
 * refused and nothing is sent
 * @returns milliseconds until the next try; null when there is no next
 */
export type TrySending = (stream: string, justComposed?: StoredEvent) => Promise<number | null>

export const sending = (deps: SendDeps): TrySending => {
  const { streams, providers, renderMessage, settings, replica, phoneKey } = deps
  const { now } = deps.environment
  const { recordAttempt, recorder, spending, leave } = attempts(deps)
  const getWaitsSince = openSightings()

  /** Recorded before the message goes to the provider. @returns whether it may be sent now, and if not, its new state */
  const begin = async (
    record: ReturnType<typeof recorder>,
    { composed, before }: Owed,
    rendered: RenderedMessage | null,
    waitsSince: string | null,
  ) => {
    const { data } = composed
    const isTooLate = isLate(composed, before.takenUpAt, now())
    const attempt = before.attempts + 1
    const made = {
      ...{ attempt, isTooLate, isOver: rendered === null },
      ...{ waitsSince, waitMs: getWaitMs(data.template, settings), hasCode: rendered?.hasCode ?? false },
      ...(rendered ? getAddressed(data, rendered, phoneKey) : {}),
    }
    const { events, state } = await spending(data, rendered, (cost, room) =>
      record({ type: 'AttemptSending', at: now(), ...made, cost, room }, recordAttempt),
    )
    return { mayLeave: events.some(({ type }) => type === 'SendAttempted'), attempt, state }
  }

  const getPast = async (stream: string, justComposed?: StoredEvent): Promise<Recorded<NotificationEvent>[]> =>
    justComposed ? [await streams.opened(justComposed)] : unlessDamaged(streams.read(stream), [])

  return async (stream, justComposed) => {
    const past = await getPast(stream, justComposed)
    const at = now()
    const waitsSince = getWaitsSince(stream, past, at)
    const othersMs = othersAttemptMs(past.at(-1), replica, { at, waitsSince })
    if (othersMs > 0) return othersMs
    const owed = owedBy(past)
    // A crash or a full disk came before the key of its words was destroyed.
    if (owed === null) return forgetWords(streams, stream, past).then(() => null)
    const record = recorder(owed)
    if (isOfBackup(past, settings.restored)) return record({ type: 'HoldRestored', at: now() }).then(() => null)
    const { channel, template } = owed.composed.data
    if (!isConfigured(providers[channel])) return null
    const reportWaitMs = getReportWaitMs(owed.before, { at, waitsSince, waitMs: getWaitMs(template, settings) })
    if (reportWaitMs > 0) return reportWaitMs
    const rendered = await renderMessage(owed.composed.data).catch(unlessAway)
    if (rendered === 'away') return awayMs

    const { mayLeave, attempt, state: begun } = await begin(record, owed, rendered, waitsSince)
    if (rendered === null || !mayLeave) return pauseAfter(begun, attempt, now())
    return leave(owed, past, rendered, attempt, record)
  }
}

const getAttemptedAt = (past: readonly NotificationEvent[]): string | undefined =>
  past.findLast((event): event is SendAttempted => event.type === 'SendAttempted')?.data.at

/** Null when nothing is left to do. */
const owedBy = (past: readonly Recorded<NotificationEvent>[]): Owed | null => {
  const [composed] = past
  const before = (past as readonly Recorded<MessageEvent>[]).reduce(message.evolve, message.initialState)
  if (composed?.type !== 'MessageComposed' || before?.status !== 'waiting') return null
  return { stream: composed.stream, composed, before, revision: past.length - 1 }
}

export const unlessAway = (error: unknown): 'away' => {
  if (error instanceof EngineAway) return 'away'
  throw error
}

/** Whether the message is too late to be of use. Identity answers for the end of a link. */
const isLate = ({ data, metadata }: Recorded<MessageComposed>, takenUpAt: string | null, now: string): boolean => {
  const { channel, template } = data
  const maxMs = channel === 'sms' ? lateAfterMs.sms : isOfSignIn(template) ? lateAfterMs.link : Infinity
  return Date.parse(now) - Date.parse(takenUpAt ?? metadata.at) > maxMs
}

/** After an attempt that was not made: another replica was first, or the day's messages are used up. */
const pauseAfter = (state: Message | null, attempt: number, now: string): number | null => {
  if (state?.status !== 'waiting') return null
  return state.attempts >= attempt ? underWayMs : Math.min(untilTomorrowMs(now), longestPauseMs)
}

const untilTomorrowMs = (now: string): number =>
  Date.parse(`${addDays(getEatDay(now), 1)}T00:00:00+03:00`) - Date.parse(now)

/** How long another replica's attempt may still run; 0 when there is none, and when an admin asked for it. */
const othersAttemptMs = (
  last: Recorded<NotificationEvent> | undefined,
  replica: string,
  { at, waitsSince }: { readonly at: string; readonly waitsSince: string },
): number => {
  if (last?.type !== 'SendAttempted') return 0
  const { replica: others } = last.metadata.actor as { replica?: string }
  if (others === undefined || others === replica) return 0
  return underWayMs - (Date.parse(at) - Date.parse(waitsSince))
}

/**
 * A clock that was ahead, by minutes or by days, may have recorded the last attempt. A wait after it begins when this
 * process first sees that attempt.
 */
const openSightings = () => {
  const seen = new Map<string, { readonly recordedAt: string; readonly at: string }>()
  return (stream: string, past: readonly NotificationEvent[], now: string): string => {
    const recordedAt = getAttemptedAt(past) ?? now
    if (recordedAt <= now) {
      seen.delete(stream)
      return recordedAt
    }
    const before = seen.get(stream)
    const at = before?.recordedAt === recordedAt && before.at < now ? before.at : now
    seen.set(stream, { recordedAt, at })
    return at
  }
}

export type Composing = {
  /** Only composes it; the process that follows the store sends it. @returns false when it was composed before */
  compose(stream: string, command: ComposeMessage, metadata: EventMetadata): Promise<boolean>
  /**
   * Composes a message and sends it: the event and the first attempt are recorded in one append.
   * @param isComposed called after the record and before the sending; with false when the message was composed before
   * @returns as of every try: milliseconds until the next; null when there is none
   */
  composeAndSend(
    stream: string,
    command: ComposeMessage,
    metadata: EventMetadata,
    isComposed: (here: boolean) => void,
    /** Renders the first try from the answers that its reaction has just received; later tries ask again. */
    renderNow?: RenderMessage,
  ): Promise<number | null>
}

export const composing = (deps: SendDeps & { readonly trySending: TrySending }): Composing => {
  const { streams, renderMessage, replica, trySending, phoneKey } = deps
  const { recordAttempt, spending, leave } = attempts(deps)
  const record = streams.createRecorder(message)
  const compose: Composing['compose'] = async (stream, command, metadata) => {
    const { added } = await record(stream, command, metadata, assumeNewStream(message))
    return added.length > 0
  }

  return {
    compose,
    async composeAndSend(stream, command, metadata, isComposed, renderNow = renderMessage) {
      // The message is composed even if its words cannot be rendered; then it is tried like every other.
      const rendered = await renderNow(command.composed).catch(() => null)
      if (rendered === null) {
        isComposed(await compose(stream, command, metadata))
        return trySending(stream)
      }
      const addressed = getAddressed(command.composed, rendered, phoneKey)
      const own = { ...metadata, actor: { ...(metadata.actor as object), replica } }
      const { added, state, revision } = await spending(command.composed, rendered, (cost, room) =>
        recordAttempt(stream, { ...command, atOnce: { cost, room, ...addressed } }, own, assumeNewStream(message)),
      )
      isComposed(added.length > 0)
      const [composed, attempted] = added
      // It was composed before, or it waits for tomorrow.
      if (!state || composed?.type !== 'MessageComposed' || !attempted) return trySending(stream)
      return leave({ stream, composed, before: state, revision }, added, rendered, state.attempts)
    },
  }
}
