import { normalisePhone, smsSegments } from '@tuma/contracts/vocabulary'
import type { AssumedState, Recorded, Streams } from '@tuma/platform/event-sourcing'
import type { Environment, Log } from '@tuma/platform/runtime'
import type { Spend } from '../budgets/day-budget.ts'
import {
  type Addressed,
  dismissed,
  getMessageId,
  getWriter,
  isOfSignIn,
  keptHere,
  type Message,
  type MessageEvent,
} from '../domain/message.ts'
import { getReportWaitMs, type MessageCommand, message } from '../domain/message-decisions.ts'
import { type Cost, costsNothing, type Purse } from '../domain/purses.ts'
import type { PhoneKey } from '../phone-key.ts'
import { deliversToPeople, type Providers, SendFailed } from '../provider/provider.ts'
import type { RenderedMessage, RenderMessage } from '../render-message/render-message.ts'
import type { NotificationSettings } from '../settings.ts'
import type { NotificationEvent } from '../stored-events.ts'

/** The longest pause before the next try, however often it has failed and whatever it waits for. */
export const longestPauseMs = 60 * 60 * 1000

export type SendDeps = {
  readonly streams: Streams<NotificationEvent>
  readonly providers: Providers
  readonly renderMessage: RenderMessage
  readonly spend: Spend<Purse>
  readonly settings: Pick<NotificationSettings, 'UNANSWERED_WAIT_SECONDS' | 'SEND_BACKOFF_MS' | 'restored'>
  readonly phoneKey: PhoneKey
  readonly environment: Environment
  /** The id of this process, which knows that its own unanswered attempts are over. */
  readonly replica: string
  readonly log: Log
}

/** A message that must leave, as of `revision`. */
export type Owed = {
  readonly stream: string
  readonly composed: Recorded<MessageComposed>
  readonly before: Message
  readonly revision: number
}

export type MessageComposed = Extract<MessageEvent, { type: 'MessageComposed' }>

/** What is recorded around the moment at which a message goes to the provider, and that moment. */
export const attempts = (deps: SendDeps) => {
  const { streams, providers, spend, environment, replica, log } = deps
  const { SEND_BACKOFF_MS: backoffMs } = deps.settings
  const recordOutcome = streams.createRecorder(message)

  /** Assumes that each is the last event of its stream; the store refuses the append if not. */
  const recorder = ({ stream, composed, before, revision }: Owed) => {
    let known: AssumedState<Message | null> = { state: before, revision }
    return async (command: MessageCommand, handle = recordOutcome) => {
      const metadata = {
        at: environment.now(),
        commandId: `${stream}:${known.revision}:${replica}`,
        correlationId: composed.metadata.correlationId,
        causationId: composed.id,
        actor: { kind: 'system', name: 'notification', replica },
      }
      const handled = await handle(stream, command, metadata, known)
      known = handled
      const { template, about } = composed.data
      if (handled.events.some(({ type }) => type === 'MessageParked'))
        log.error({ messageId: getMessageId(stream), template, about }, 'a message was left to an admin')
      return handled
    }
  }

  /** How long until a message of this template is tried again. */
  const pauseBefore = ({ template }: MessageComposed['data'], state: Message, attempt: number): number => {
    const backoff = Math.min(backoffMs * 2 ** (attempt - 1), longestPauseMs)
    const [at, waitMs] = [environment.now(), getWaitMs(template, deps.settings)]
    return Math.max(backoff, getReportWaitMs(state, { at, waitsSince: at, waitMs }))
  }

  return {
    // The day's use is counted from rows, so an attempt is over when they show it. The answer is not waited for.
    recordAttempt: streams.getHandler(message),
    recorder,

    /** Records an attempt. @param take its use of the day, and the rest of the day; both 0 for messages without a cost */
    spending<Result>(
      composed: MessageComposed['data'],
      rendered: RenderedMessage | null,
      take: (cost: Cost, room: number) => Promise<Result>,
    ): Promise<Result> {
      const cost = rendered ? getCost(composed, rendered, providers) : costsNothing
      const { purse, segments } = cost
      return purse ? spend({ purse, wanted: segments }, (room) => take(cost, room)) : take(cost, 0)
    },

    /**
     * Records the attempt, then sends.
     * @param past all events of its stream until then
     * @returns milliseconds until the next try; null when the message is done
     */
    async leave(
      owed: Owed,
      past: readonly NotificationEvent[],
      rendered: RenderedMessage,
      attempt: number,
      record = recorder(owed),
    ) {
      const outcome = await handOver(deps, owed.composed, rendered, attempt)
      const { state, events } = await record(outcome)
      await forgetWords(streams, owed.stream, [...past, ...events])
      return state?.status === 'waiting' ? pauseBefore(owed.composed.data, state, attempt) : null
    },
  }
}

/**
 * The words of a message to support are deleted when it is sent, because the mailbox has them, and when it is dismissed. The
 * demonstration's outbox keeps its own.
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
  const writer = getWriter(getMessageId(stream))
  if (isToSupport && isOver && (await keys.existingKey(writer))) await keys.destroy([writer])
}

const handOver = (
  { providers, environment: { now }, log }: Pick<SendDeps, 'providers' | 'environment' | 'log'>,
  { stream, data }: Recorded<MessageComposed>,
  rendered: RenderedMessage,
  attempt: number,
): Promise<MessageCommand> => {
  const provider = providers[data.channel]
  const messageId = getMessageId(stream)
  return provider.send({ messageId, ...rendered }).then(
    ({ providerId }) => {
      const said = rendered.saysOnHold ? { saidOnHold: true as const } : {}
      return { type: 'RecordSent', sent: { at: now(), provider: provider.name, providerId, ...said } }
    },
    (error) => {
      const { code: reason, isUnanswered } = error instanceof SendFailed ? error : fault
      const { template, about } = data
      log.warn({ messageId, template, about, attempt, reason }, 'a message could not be sent')
      const unanswered = isUnanswered ? { unanswered: true as const } : {}
      return { type: 'RecordFailure', failed: { at: now(), attempt, reason, ...unanswered } }
    },
  )
}

/** An answer that we cannot read may have been a yes. */
const fault = { code: 'fault', isUnanswered: true }

/** A person who waits for a link waits for no report: it is repeated at once. */
export const getWaitMs = (template: string, settings: Pick<NotificationSettings, 'UNANSWERED_WAIT_SECONDS'>): number =>
  isOfSignIn(template) ? 0 : settings.UNANSWERED_WAIT_SECONDS * 1000

/** What the event of an attempt says of its SMS; nothing of an email. */
export const getAddressed = (
  { channel }: Pick<MessageComposed['data'], 'channel'>,
  { to, saysOnHold }: RenderedMessage,
  phoneKey: PhoneKey,
): Addressed => {
  const phone = channel === 'sms' ? normalisePhone(to) : null
  return { ...(phone === null ? {} : { phoneKey: phoneKey(phone) }), ...(saysOnHold ? { saysOnHold: true } : {}) }
}

/** Its use of the day: nothing where it is only kept. A parcel that staff have in hand is not made up by a stranger. */
export const getCost = (
  { channel, purse }: Pick<MessageComposed['data'], 'channel' | 'purse'>,
  { text, handled = false }: RenderedMessage,
  providers: Providers,
): Cost => {
  if (purse === null || !deliversToPeople(providers[channel])) return costsNothing
  return channel === 'email'
    ? { purse, segments: 1 }
    : { purse: handled ? 'handled' : purse, segments: smsSegments(text) }
}
