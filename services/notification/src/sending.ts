import { smsSegments } from '@tuma/contracts/vocabulary'
import type { Recorded, Streams } from '@tuma/platform/event-sourcing'
import type { Log, Surroundings } from '@tuma/platform/runtime'
import { keptHere, type MessageEvent, messageIdOf } from './domain/message.ts'
import { type MessageCommand, message } from './domain/message-decisions.ts'
import { type Provider, type Providers, SendFailed } from './provider.ts'
import type { Try } from './scheduler.ts'
import type { NotificationSettings } from './settings.ts'
import type { SpendSms } from './sms-budget.ts'
import type { NotificationEvent } from './stored-events.ts'

const longestPauseMs = 60 * 60 * 1000
/** Longer than any provider takes. After that another replica's attempt counts as one that a crash has cut short. */
const underWayMs = 60_000

/** Tries once to send the message of a stream. */
export const sending = (house: {
  readonly streams: Streams<NotificationEvent>
  readonly providers: Providers
  readonly spendSms: SpendSms
  readonly settings: Pick<NotificationSettings, 'SEND_ATTEMPTS' | 'SEND_BACKOFF_MS'>
  readonly surroundings: Surroundings
  /** Which process this is: an unanswered attempt of its own it knows to be over. */
  readonly replica: string
  readonly log: Log
}): Try => {
  const { streams, providers, spendSms, settings, surroundings, replica, log } = house
  const { SEND_ATTEMPTS: attemptsMost, SEND_BACKOFF_MS: backoffMs } = settings
  const { now } = surroundings
  const handle = streams.handlerOf(message)

  return async (stream) => {
    const past = await streams.read(stream)
    const waitMs = othersAttemptMs(past.at(-1), replica, now())
    if (waitMs > 0) return waitMs
    const [composed] = past
    if (composed?.type !== 'MessageComposed') return null
    const attempt = 1 + past.filter(({ type }) => type === 'SendAttempted').length
    const { channel, template, about, recipient } = composed.data
    const { personId: _, ...letter } = recipient
    const messageId = messageIdOf(stream)
    const report = { messageId, template, about }

    let revision = past.length - 1
    const record = async (command: MessageCommand) => {
      const handled = await handle(stream, command, {
        at: now(),
        commandId: `${stream}:${revision}:${replica}`,
        correlationId: composed.metadata.correlationId,
        causationId: composed.id,
        actor: { kind: 'system', name: 'notification', replica },
      })
      revision = handled.revision
      const parked = handled.events.find(isParked)
      if (parked) log.error({ ...report, reason: parked.data.reason }, 'a message was parked')
      return handled
    }

    const provider = providers[channel]
    const segments = channel === 'sms' ? segmentsOf(letter.text, provider) : 0
    const begin = (room: number) => record({ type: 'AttemptSending', at: now(), attempt, attemptsMost, segments, room })
    const begun = segments > 0 ? await spendSms(begin) : await begin(0)
    // Still waiting: another replica was first, and later it is seen what became of its attempt.
    if (!begun.events.some(({ type }) => type === 'SendAttempted'))
      return begun.state?.status === 'waiting' ? underWayMs : null

    const outcome = await provider.send({ messageId, ...letter }).then(
      ({ providerId }): MessageCommand => ({
        type: 'RecordSent',
        sent: { at: now(), provider: provider.name, providerId },
      }),
      (error): MessageCommand => {
        const reason = error instanceof SendFailed ? error.code : 'fault'
        log.warn({ ...report, attempt, reason }, 'a message could not be sent')
        return { type: 'RecordFailure', failed: { at: now(), attempt, reason }, attemptsMost }
      },
    )
    const { state } = await record(outcome)
    return state?.status === 'waiting' ? Math.min(backoffMs * 2 ** (attempt - 1), longestPauseMs) : null
  }
}

/** What the text takes of the day's SMS. */
const segmentsOf = (text: string, { name }: Provider): number => (name === keptHere ? 0 : smsSegments(text))

const isParked = (event: MessageEvent) => event.type === 'MessageParked'

/** How long another replica's attempt may still be under way; 0 when none is. */
const othersAttemptMs = (last: Recorded<NotificationEvent> | undefined, replica: string, now: string): number => {
  if (last?.type !== 'SendAttempted') return 0
  const { actor, at } = last.metadata
  const own = (actor as { replica?: string }).replica === replica
  return own ? 0 : underWayMs - (Date.parse(now) - Date.parse(at))
}
