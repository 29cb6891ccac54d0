import { type CommandContext, getTrace, type NotificationClient } from '@tuma/contracts/services'
import { isMobile, normalisePhone, smsOptOutLine, smsSegments } from '@tuma/contracts/vocabulary'
import { derivedId, metadataFrom, type Streams } from '@tuma/platform/event-sourcing'
import { EngineAway } from '@tuma/platform/ports'
import type { Environment, Log } from '@tuma/platform/runtime'
import type { SpendOnMarketing } from '../budgets/spending.ts'
import { type Campaign, type CampaignEvent, campaignPartStream, campaignStream } from '../domain/campaign.ts'
import { type CampaignCommand, campaign, reasonFor } from '../domain/campaign-decisions.ts'
import { oneAtATime } from '../one-at-a-time.ts'
import { getPerson, type PhoneKey } from '../phone-key.ts'
import { isConfigured, SendFailed, type SmsProvider } from '../provider/provider.ts'
import type { NotificationEvent } from '../stored-events.ts'
import type { AudienceOf } from './audience.ts'
import type { OptOuts } from './opt-outs.ts'

type Results = Awaited<ReturnType<NotificationClient['sendBulkSms']>>['results']
type Wanted = { readonly phone: string; readonly reason: 'invalid' | 'not_mobile' | null }

/** Each number once, in any form, and whether an SMS can go there. */
const wantedFrom = (typed: readonly string[]): Wanted[] => {
  const wanted = typed.map((text): Wanted => {
    const phone = normalisePhone(text)
    if (phone === null) return { phone: text.trim(), reason: 'invalid' }
    return { phone, reason: isMobile(phone) ? null : 'not_mobile' }
  })
  return [...new Map(wanted.map((one) => [one.phone, one])).values()]
}

/** @param unwilling those who were left out from the beginning, and are not in the record */
const toResults = (wanted: readonly Wanted[], sent: Campaign | null, unwilling: ReadonlySet<string>): Results => {
  const fates = new Map(sent?.phones.map((phone, recipient) => [phone, sent.fates[recipient]]))
  return wanted.map(({ phone, reason: unsendable }) => {
    const reason = unsendable ?? reasonFor(fates.get(phone) ?? (unwilling.has(phone) ? 'opted_out' : 'untried'))
    return { phone, accepted: reason === null, reason }
  })
}

/** Some of the recipients, and the text. */
type Wish = { readonly phones: readonly string[]; readonly quietDays: number; readonly message: string }
type Outcome = Awaited<ReturnType<NotificationClient['sendCampaign']>>

/** An event holds a limited number of recipients, so a larger campaign has parts. */
const partSize = 1000

const getOutcome = (parts: readonly Campaign[]): Outcome => {
  const reasons = parts.flatMap(({ fates }) => fates.map(reasonFor))
  const count = (reason: ReturnType<typeof reasonFor>) => reasons.filter((one) => one === reason).length
  return {
    people: reasons.length,
    accepted: count(null),
    optedOut: count('opted_out'),
    refused: count('refused'),
    unanswered: count('unanswered'),
  }
}

/** The text as it is sent, with one opt-out line at its end. */
const withWayOut = (message: string): string => (message.endsWith(smsOptOutLine) ? message : message + smsOptOutLine)

/** Records the result of a decision, and returns what was added. */
type Record = (command: CampaignCommand) => Promise<readonly CampaignEvent[]>

type Deps = {
  readonly streams: Streams<NotificationEvent>
  readonly provider: SmsProvider
  readonly spendSms: SpendOnMarketing
  readonly optOuts: Pick<OptOuts, 'among'>
  readonly audienceOf: AudienceOf
  readonly phoneKey: PhoneKey
  readonly batchSize: number
  readonly environment: Environment
  readonly log: Log
}

/** Recipients without a recorded answer stay so: they may have got it, and it is not sent again. */
const sendBatch = async (
  { provider, spendSms, optOuts, environment: { now }, log }: Deps,
  { text, phones }: Campaign,
  recipients: readonly number[],
  record: Record,
): Promise<void> => {
  const getPhone = (recipient: number) => phones[recipient] as string
  // A demonstration's messages count too, so that people who try it see the rest of the day shrink.
  const segmentsEach = isConfigured(provider) ? smsSegments(text) : 0
  const attempted = await spendSms(recipients.length * segmentsEach, async (room) => {
    const unwilling = await optOuts.among(recipients.map(getPhone))
    const optedOut = recipients.filter((recipient) => unwilling.has(getPhone(recipient)))
    return record({ type: 'AttemptBatch', at: now(), recipients, optedOut, segmentsEach, room })
  })
  const batch = attempted.flatMap(({ type, data }) => (type === 'BatchAttempted' ? data.recipients : []))
  if (batch.length === 0) return
  const given = await provider.sendToAll(batch.map(getPhone), text).catch((error: unknown) => {
    const reason = error instanceof SendFailed ? error.code : 'fault'
    log.error({ reason, recipients: batch.length }, 'a batch of marketing has an unknown outcome')
    return []
  })
  const answers = given.map((answer, place) => ({ recipient: batch[place] as number, ...answer }))
  await record({ type: 'RecordAnswers', at: now(), provider: provider.name, answers })
}

/** Only the call that records the part sends it. Another call gets the recorded result. */
const sendingParts = (deps: Deps, isClosing: () => boolean) => {
  const { streams, phoneKey, batchSize, environment } = deps
  const { now } = environment
  const handle = streams.getHandler(campaign)

  return async (asked: CommandContext, stream: string, phones: readonly string[], text: string): Promise<Campaign> => {
    const recipients = phones.map((phone) => ({ personId: getPerson(phoneKey(phone)), phone }))
    const metadata = metadataFrom({ ...asked, actor: getTrace(asked.actor) }, now())
    const requested = await handle(stream, { type: 'RequestCampaign', requested: { text, recipients } }, metadata)
    let state = requested.state as Campaign
    if (requested.repeated) return state

    let step = 0
    const record: Record = async (command) => {
      step += 1
      const handled = await handle(stream, command, { ...metadata, commandId: `${asked.commandId}:${step}`, at: now() })
      state = handled.state as Campaign
      return handled.events
    }
    for (let first = 0; first < phones.length && !isClosing(); first += batchSize) {
      const batch = phones.slice(first, first + batchSize).map((_, place) => first + place)
      await sendBatch(deps, state, batch, record)
    }
    return state
  }
}

/**
 * Sends marketing, one campaign after the other, batch after batch. Only the call that records a campaign sends it.
 * The same command again waits for it and gets the recorded result.
 */
export const campaigns = (deps: Deps) => {
  const { streams, optOuts, audienceOf } = deps
  const inTurn = oneAtATime()
  let closing = false

  const sendPart = sendingParts(deps, () => closing)

  /** Nothing can be recorded for erased phones, and nothing need be recorded for the others. */
  const withoutUnwilling = async (phones: readonly string[]): Promise<string[]> => {
    const unwilling = await optOuts.among(phones)
    return phones.filter((phone) => !unwilling.has(phone))
  }

  const getId = (asked: CommandContext) => derivedId('campaign', asked.commandId)

  const send = async (asked: CommandContext, typed: readonly string[], message: string): Promise<Results> => {
    if (closing) throw new EngineAway('notification is closing')
    const wanted = wantedFrom(typed)
    const mobiles = wanted.filter(({ reason }) => reason === null).map(({ phone }) => phone)
    // Nothing can be recorded for erased phones, and nothing need be recorded for the others.
    const unwilling = await optOuts.among(mobiles)
    const phones = mobiles.filter((phone) => !unwilling.has(phone))
    if (phones.length === 0) return toResults(wanted, null, unwilling)
    const sent = await sendPart(asked, campaignStream(getId(asked)), phones, withWayOut(message))
    return toResults(wanted, sent, unwilling)
  }

  /** Once it has begun, the record is the answer: the audience leaves out those who have had it since. */
  const sendToAudience = async (asked: CommandContext, wanted: Wish): Promise<Outcome> => {
    if (closing) throw new EngineAway('notification is closing')
    const stream = (part: number) => campaignPartStream(getId(asked), part)
    const text = withWayOut(wanted.message)
    const parts: Campaign[] = []
    for (let part = 1; (await streams.read(stream(part))).length > 0; part += 1)
      parts.push(await sendPart(asked, stream(part), [], text))
    if (parts.length > 0) return getOutcome(parts)

    const { phones } = await audienceOf(wanted.phones, wanted.quietDays)
    for (let first = 0; first < phones.length && !closing; first += partSize) {
      const willing = await withoutUnwilling(phones.slice(first, first + partSize))
      if (willing.length > 0) parts.push(await sendPart(asked, stream(parts.length + 1), willing, text))
    }
    return getOutcome(parts)
  }

  return {
    /** @param wanted phones as 254… */
    sendToAudience: (asked: CommandContext, wanted: Wish) => inTurn(() => sendToAudience(asked, wanted)),
    /** @param typed phones as people type them */
    send: (asked: CommandContext, typed: readonly string[], message: string) =>
      inTurn(() => send(asked, typed, message)),
    /** Finishes the batch in progress and begins no other. */
    async close(): Promise<void> {
      closing = true
      await inTurn(async () => undefined)
    },
  }
}
