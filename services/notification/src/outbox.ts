import type { KeptMessage } from '@tuma/contracts/services'
import { type Streams, unlessDamaged } from '@tuma/platform/event-sourcing'
import type { Collection } from '@tuma/platform/ports'
import { keptHere, messageStream } from './domain/message.ts'
import type { MessageRow } from './domain/message-views.ts'
import type { RenderedMessage, RenderMessage } from './render-message/render-message.ts'
import type { NotificationEvent } from './stored-events.ts'

/**
 * What was kept instead of sent, in its words of this moment; newest first. A message that is no longer of use, such as an
 * email with a used link, has no words and is left out.
 */
export const outbox = (deps: {
  readonly streams: Streams<NotificationEvent>
  readonly messages: Collection<MessageRow>
  readonly renderMessage: RenderMessage
}) => {
  const renderMessage = async (row: MessageRow): Promise<Pick<RenderedMessage, 'to' | 'subject' | 'text'> | null> => {
    if (row.template === null) return row
    const [composed] = await unlessDamaged(deps.streams.read(messageStream(row.messageId)), [])
    return composed?.type === 'MessageComposed' ? deps.renderMessage(composed.data) : null
  }

  return async (limit: number): Promise<KeptMessage[]> => {
    const { documents } = await deps.messages.find({ where: { status: 'sent', provider: keptHere }, limit })
    const kept = await Promise.all(documents.map(async (row) => ({ row, rendered: await renderMessage(row) })))
    return kept.flatMap(({ row: { channel, createdAt }, rendered }) =>
      rendered === null
        ? []
        : [{ channel, to: rendered.to, subject: rendered.subject, text: rendered.text, createdAt }],
    )
  }
}
