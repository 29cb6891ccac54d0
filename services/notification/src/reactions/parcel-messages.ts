import { type CommandContext, getTrace, type NotificationClient } from '@tuma/contracts/services'
import { type PartyRole, Refused } from '@tuma/contracts/vocabulary'
import { derivedId, metadataFrom, type Streams } from '@tuma/platform/event-sourcing'
import { type Collection, everyDocument } from '@tuma/platform/ports'
import type { Environment } from '@tuma/platform/runtime'
import { keptHere, messageStream, noProvider, roleFor } from '../domain/message.ts'
import type { MessageRow } from '../domain/message-views.ts'
import { leftToSendAgain, sentAgain, sentAgainStream } from '../domain/sent-again.ts'
import { isConfigured, type Providers } from '../provider/provider.ts'
import type { RenderMessage } from '../render-message/render-message.ts'
import type { Dispatcher } from '../sms-queue/dispatcher.ts'
import type { NotificationEvent } from '../stored-events.ts'
import type { unsentMessages } from '../unsent.ts'

type Answer = Awaited<ReturnType<NotificationClient['messagesAbout']>>
type Shown = Answer['rows'][number]

/** Its words are stored, and its phone is no longer the parcel's. */
const toFormerPhone = 'numberChanged'

const getState = ({ status, provider, report }: MessageRow): Shown['state'] => {
  switch (status) {
    case 'sent':
      if (report !== null) return report === 'Success' ? 'delivered' : 'undelivered'
      return provider === keptHere ? 'kept' : 'sent'
    case 'dismissed':
      return 'dismissed'
    case 'waiting':
    case 'atHandIn':
      return 'waiting'
    default:
      return 'failed'
  }
}

/** A message that waits goes by itself. */
const canSendAgain = ({ status, template }: MessageRow): boolean =>
  template !== toFormerPhone && (status === 'sent' || status === 'parked' || status === 'dismissed')

/** The SMS and emails about one parcel, and sending one of them again. */
export const parcelMessages = (deps: {
  readonly streams: Streams<NotificationEvent>
  readonly messages: Collection<MessageRow>
  readonly providers: Providers
  readonly renderMessage: RenderMessage
  readonly compose: Dispatcher['compose']
  readonly unsent: Pick<ReturnType<typeof unsentMessages>, 'send'>
  readonly environment: Environment
}) => {
  const { streams, messages, providers, renderMessage, compose, unsent, environment } = deps
  const note = streams.createRecorder(sentAgain)

  const getReason = ({ status, channel, reason, report, reportReason }: MessageRow): string | null => {
    if (status === 'waiting' && !isConfigured(providers[channel])) return noProvider
    return report === null || report === 'Success' ? reason : (reportReason ?? report)
  }
  const shown = (row: MessageRow & { template: string }, role: PartyRole): Shown => ({
    messageId: row.messageId,
    channel: row.channel,
    template: row.template,
    role,
    toFormerPhone: row.template === toFormerPhone,
    createdAt: row.createdAt,
    state: getState(row),
    reason: getReason(row),
    canSendAgain: canSendAgain(row),
  })
  const getLeft = async (deliveryId: string): Promise<number> => {
    const past = await streams.read(sentAgainStream(deliveryId))
    const sent = past.flatMap(({ type, data }) => (type === 'MessageSentAgain' ? [data] : []))
    return leftToSendAgain(sent, environment.now())
  }

  return {
    /** Newest first. @param deliveryId of a parcel; a parcel without messages has no rows */
    async list(deliveryId: string): Promise<Answer> {
      const rows: Shown[] = []
      for await (const { template, ...row } of everyDocument(messages, { where: { about: deliveryId } })) {
        const role = template === null ? null : roleFor(template)
        if (template !== null && (role === 'sender' || role === 'receiver'))
          rows.push(shown({ ...row, template }, role))
      }
      return { rows, left: await getLeft(deliveryId) }
    },

    /**
     * Its words are asked for when it is sent, so its code is the present one.
     * @throws Refused not_found, message_over, sent_just_now, sent_again_enough
     */
    async sendAgain(asked: CommandContext, deliveryId: string, messageId: string): Promise<void> {
      const row = await messages.get(messageId)
      const [composed] = row?.about === deliveryId ? await streams.read(messageStream(messageId)) : []
      if (!row || composed?.type !== 'MessageComposed') throw new Refused('not_found')
      if (!canSendAgain(row) || !(await renderMessage(composed.data))) throw new Refused('message_over')
      const { template, role } = composed.data
      const metadata = metadataFrom({ ...asked, actor: getTrace(asked.actor) }, environment.now())
      const copyId = derivedId('sent again', messageId, asked.commandId)
      const goes = row.status === 'parked' ? messageId : copyId
      const { at } = metadata
      const command = { type: 'SendMessageAgain', deliveryId, template, role, messageId: goes, at } as const
      await note(sentAgainStream(deliveryId), command, metadata)
      if (goes === messageId) return void (await unsent.send(asked, messageId))
      const { held: _, ...again } = composed.data
      await compose(messageStream(copyId), { type: 'ComposeMessage', at, composed: again }, metadata)
    },
  }
}
