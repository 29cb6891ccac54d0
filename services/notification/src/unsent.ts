import { type CommandContext, getTrace, type NotificationClient } from '@tuma/contracts/services'
import { heldReasons, restoredReason, unansweredReason } from '@tuma/contracts/vocabulary'
import { metadataFrom, type Streams, unlessDamaged } from '@tuma/platform/event-sourcing'
import { type Collection, EngineAway, everyDocument, type Filter } from '@tuma/platform/ports'
import type { Environment } from '@tuma/platform/runtime'
import { forgetWords, getCost } from './attempts/attempts.ts'
import { unlessAway } from './attempts/send-message.ts'
import { isOfSignIn, messageStream, noProvider } from './domain/message.ts'
import { message } from './domain/message-decisions.ts'
import type { MessageRow } from './domain/message-views.ts'
import { isConfigured, type Providers } from './provider/provider.ts'
import type { RenderMessage } from './render-message/render-message.ts'
import type { NotificationEvent } from './stored-events.ts'

type Unsent = Awaited<ReturnType<NotificationClient['unsent']>>

/** Until then a message counts as being on its way. */
const onTimeMs = 60_000
const atOnce = 20

/** An email whose link has ended can't be sent: its reader must ask for a new one. */
const isOfUse = (row: MessageRow): boolean =>
  row.status === 'waiting' || row.template === null || !isOfSignIn(row.template) || mayHaveGone(row)

/** It is left to an admin because it may have been sent, not because it is too late. */
const mayHaveGone = ({ status, reason }: MessageRow): boolean =>
  status === 'parked' && (reason === restoredReason || reason === unansweredReason)
const isHeld = (row: MessageRow): boolean =>
  mayHaveGone(row) || (row.status === 'parked' && heldReasons.some((held) => held === row.reason))

type Deps = {
  readonly streams: Streams<NotificationEvent>
  readonly messages: Collection<MessageRow>
  readonly providers: Providers
  readonly renderMessage: RenderMessage
  readonly environment: Environment
}

/** The dispatcher then makes an attempt in the admin's name. @returns whether the attempt was needed */
const sendingAgain = ({ streams, providers, renderMessage, environment }: Deps) => {
  const handle = streams.getHandler(message)
  return async ({ messageId }: MessageRow, asked: CommandContext): Promise<boolean> => {
    const stream = messageStream(messageId)
    const [composed] = await streams.read(stream)
    if (composed?.type !== 'MessageComposed') return false
    const rendered = await renderMessage(composed.data)
    if (rendered === null) return false
    const cost = getCost(composed.data, rendered, providers)
    const metadata = metadataFrom({ ...asked, actor: getTrace(asked.actor) }, environment.now())
    const commandId = `${asked.commandId}:${messageId}`
    const command = { type: 'SendAgain', at: metadata.at, cost } as const
    return (await handle(stream, command, { ...metadata, commandId })).events.length > 0
  }
}

/** The message is never sent, so nothing is asked about its parcel. @returns whether the dismissal was needed */
const dismissing = ({ streams, environment }: Deps) => {
  const handle = streams.getHandler(message)
  return async ({ messageId }: MessageRow, asked: CommandContext): Promise<boolean> => {
    const stream = messageStream(messageId)
    const metadata = metadataFrom({ ...asked, actor: getTrace(asked.actor) }, environment.now())
    const commandId = `${asked.commandId}:${messageId}`
    const { events } = await handle(stream, { type: 'Dismiss', at: metadata.at }, { ...metadata, commandId })
    if (events.length > 0) await forgetWords(streams, stream, await streams.read(stream))
    return events.length > 0
  }
}

const owedStatus = { status: ['waiting', 'parked'] }
type Between = NonNullable<Filter['between']>

/** Rows of messages that should have been sent; a single row as soon as it exists. */
const owedMessages = ({ messages, environment }: Deps) => {
  const inMs = (ms: number): string => new Date(Date.parse(environment.now()) + ms).toISOString()
  const onTime = (): Between => ({ to: inMs(-onTimeMs) })
  /** Composed while the clock was ahead: they would be hidden until it is that time. */
  const ahead = (): Between => ({ from: inMs(onTimeMs) })
  const page = (between: Between, limit: number, after: string | null) =>
    messages.find({ where: owedStatus, between, limit, after })
  async function* all() {
    for (const between of [ahead(), onTime()]) yield* everyDocument(messages, { where: owedStatus, between })
  }
  async function* getRow(messageId: string) {
    const row = await messages.get(messageId)
    if (row?.status === 'waiting' || row?.status === 'parked') yield row
  }
  return {
    /** Newest first. The first page also has those that seem to be of later. */
    async page(limit: number, cursor: string | null) {
      const later = cursor === null ? await page(ahead(), limit, null) : { documents: [] }
      const { documents, next } = await page(onTime(), limit, cursor)
      return { documents: [...later.documents, ...documents], next }
    },
    async count(): Promise<number> {
      const counts = [ahead(), onTime()].map((between) => messages.count(owedStatus, { between }))
      return (await Promise.all(counts)).reduce((sum, count) => sum + count)
    },
    /** @param messageId null: all of them */
    inParts: (messageId: string | null) => inParts(messageId === null ? all() : getRow(messageId)),
  }
}

/** Messages that should have been sent: those that are tried again by themselves, and those that are left to an admin. */
export const unsentMessages = (deps: Deps) => {
  const { providers } = deps
  const owed = owedMessages(deps)
  const sendAgain = sendingAgain(deps)
  const dismiss = dismissing(deps)

  const hasProvider = ({ channel }: MessageRow): boolean => isConfigured(providers[channel])
  const canBeSent = (row: MessageRow): boolean => hasProvider(row) && isOfUse(row)

  const toUnsent = (row: MessageRow): Unsent['rows'][number] => {
    const { messageId, channel, template, about, createdAt: since, attempts, status } = row
    const isWaiting = status === 'waiting'
    const { reason } = isOfUse(row) && !isHeld(row) && !hasProvider(row) ? { reason: noProvider } : row
    return {
      messageId,
      channel,
      template: template ?? '',
      // Emails are about accounts and messages to support.
      deliveryId: channel === 'sms' && template !== null ? about : null,
      since,
      attempts,
      reason,
      isWaiting,
      canBeSent: canBeSent(row),
    }
  }

  /** @returns how many are sent now, and for how many the services that know their words are away */
  const sendSome = async (rows: readonly MessageRow[], asked: CommandContext) => {
    const again = (row: MessageRow) => unlessDamaged(sendAgain(row, asked), false).catch(unlessAway)
    const answers = await Promise.all(rows.filter(canBeSent).map(again))
    return { sent: answers.filter((answer) => answer === true).length, away: answers.includes('away') }
  }

  return {
    /** Newest first. */
    async list(limit: number, cursor: string | null) {
      const { documents, next } = await owed.page(limit, cursor)
      return { rows: documents.map(toUnsent), next, total: await owed.count() }
    },

    /**
     * @param messageId null: all of them; those whose words can't be asked for just now stay in the list
     * @returns how many are sent now. @throws EngineAway when services are away and so none is sent
     */
    async send(asked: CommandContext, messageId: string | null): Promise<number> {
      let sent = 0
      let away = false
      for await (const some of owed.inParts(messageId)) {
        const answered = await sendSome(some, asked)
        sent += answered.sent
        away ||= answered.away
      }
      if (away && sent === 0) throw new EngineAway('what the messages say is not to be had')
      return sent
    },

    /** @param messageId null: all of them. @returns how many were dismissed; a message that is just being sent stays */
    async dismiss(asked: CommandContext, messageId: string | null): Promise<number> {
      let count = 0
      for await (const some of owed.inParts(messageId)) {
        const answers = await Promise.all(some.map((row) => unlessDamaged(dismiss(row, asked), false)))
        count += answers.filter(Boolean).length
      }
      return count
    },
  }
}

async function* inParts(rows: AsyncIterable<MessageRow>) {
  let some: MessageRow[] = []
  for await (const row of rows) {
    some.push(row)
    if (some.length < atOnce) continue
    yield some
    some = []
  }
  yield some
}
