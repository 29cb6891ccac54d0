import type { KeptMessage } from '@tuma/contracts/services'
import { type Streams, unlessDamaged } from '@tuma/platform/event-sourcing'
import type { Collection } from '@tuma/platform/ports'
import { keptHere, messageStream } from './domain/message.ts'
import type { MessageRow } from './domain/message-views.ts'
import type { Letter, LetterOf } from './letters.ts'
import type { NotificationEvent } from './stored-events.ts'

/**
 * What was kept instead of sent, in the words that it would be sent with now; newest first. What is of no use any more,
 * as a mail whose link was used, has no words and is left out.
 */
export const outbox = (house: {
  readonly streams: Streams<NotificationEvent>
  readonly messages: Collection<MessageRow>
  readonly letterOf: LetterOf
}) => {
  const letterOf = async (row: MessageRow): Promise<Pick<Letter, 'to' | 'subject' | 'text'> | null> => {
    if (row.template === null) return row
    const [composed] = await unlessDamaged(house.streams.read(messageStream(row.messageId)), [])
    return composed?.type === 'MessageComposed' ? house.letterOf(composed.data) : null
  }

  return async (limit: number): Promise<KeptMessage[]> => {
    const { documents } = await house.messages.find({ where: { status: 'sent', provider: keptHere }, limit })
    const kept = await Promise.all(documents.map(async (row) => ({ row, letter: await letterOf(row) })))
    return kept.flatMap(({ row: { channel, createdAt }, letter }) =>
      letter === null ? [] : [{ channel, to: letter.to, subject: letter.subject, text: letter.text, createdAt }],
    )
  }
}
