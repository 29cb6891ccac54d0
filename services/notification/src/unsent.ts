import { type Asked, type NotificationClient, traceOf } from '@tuma/contracts/services'
import { metadataFrom, type Streams, unlessDamaged } from '@tuma/platform/event-sourcing'
import { type Collection, everyDocument, type Filter } from '@tuma/platform/ports'
import type { Surroundings } from '@tuma/platform/runtime'
import { isOfSignIn, messageStream } from './domain/message.ts'
import { message } from './domain/message-decisions.ts'
import type { MessageRow } from './domain/message-views.ts'
import type { LetterOf } from './letters.ts'
import type { Providers } from './provider.ts'
import { segmentsOf } from './sending.ts'
import type { NotificationEvent } from './stored-events.ts'

type Unsent = Awaited<ReturnType<NotificationClient['unsent']>>

/** Until then a message is on its way as every other. */
const onTimeMs = 60_000
const atOnce = 20

/** Of a mail whose link has ended nothing is left to send: whoever wants one asks for a new one. */
const canBeSent = ({ status, template }: MessageRow): boolean =>
  status === 'waiting' || template === null || !isOfSignIn(template)

const unsentOf = (row: MessageRow): Unsent['rows'][number] => {
  const { messageId, channel, template, createdAt: since, attempts, reason, status } = row
  const isWaiting = status === 'waiting'
  return { messageId, channel, template: template ?? '', since, attempts, reason, isWaiting, canBeSent: canBeSent(row) }
}

/** Messages that should have left: those that are tried again by themselves, and those that are left to an admin. */
export const unsentMessages = (house: {
  readonly streams: Streams<NotificationEvent>
  readonly messages: Collection<MessageRow>
  readonly providers: Providers
  readonly letterOf: LetterOf
  readonly surroundings: Surroundings
}) => {
  const { streams, messages, providers, letterOf, surroundings } = house
  const { now } = surroundings
  const handle = streams.handlerOf(message)

  const owed = (): Filter & { readonly where: { readonly status: readonly string[] } } => ({
    where: { status: ['waiting', 'parked'] },
    between: { to: new Date(Date.parse(now()) - onTimeMs).toISOString() },
  })

  /** The attempt that the dispatcher then makes stands in the admin's name. @returns whether it was needed */
  const sendAgain = async ({ messageId, channel }: MessageRow, asked: Asked): Promise<boolean> => {
    const stream = messageStream(messageId)
    const [composed] = await streams.read(stream)
    if (composed?.type !== 'MessageComposed') return false
    const letter = await letterOf(composed.data)
    if (letter === null) return false
    const segments = channel === 'sms' ? segmentsOf(letter.text, providers.sms) : 0
    const metadata = metadataFrom({ ...asked, actor: traceOf(asked.actor) }, now())
    const commandId = `${asked.commandId}:${messageId}`
    const command = { type: 'SendAgain', at: metadata.at, segments } as const
    return (await handle(stream, command, { ...metadata, commandId })).events.length > 0
  }

  const sendAll = async (rows: readonly MessageRow[], asked: Asked): Promise<number> =>
    (await Promise.all(rows.filter(canBeSent).map((row) => unlessDamaged(sendAgain(row, asked), false)))).filter(
      Boolean,
    ).length

  return {
    /** Newest first. */
    async list(limit: number, cursor: string | null) {
      const { where, between } = owed()
      const { documents, next } = await messages.find({ where, between, limit, after: cursor })
      return { rows: documents.map(unsentOf), next, total: await messages.count(where, { between }) }
    },

    /** @param messageId null: all of them. @returns how many are sent now */
    async send(asked: Asked, messageId: string | null): Promise<number> {
      if (messageId !== null) {
        const row = await messages.get(messageId)
        return row?.status === 'waiting' || row?.status === 'parked' ? sendAll([row], asked) : 0
      }
      let sent = 0
      let some: MessageRow[] = []
      for await (const row of everyDocument(messages, owed())) {
        some.push(row)
        if (some.length < atOnce) continue
        sent += await sendAll(some, asked)
        some = []
      }
      return sent + (await sendAll(some, asked))
    },
  }
}
