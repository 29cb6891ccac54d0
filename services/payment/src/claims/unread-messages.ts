import type { CommandContext } from '@tuma/contracts/services'
import { derivedId, type KeyedHash, metadataFrom, type Streams } from '@tuma/platform/event-sourcing'
import type { Collection } from '@tuma/platform/ports'
import type { Environment, Log } from '@tuma/platform/runtime'
import { getShape } from '../domain/message/message-shape.ts'
import { maxShapes, type ShapeRow, shapeStream, unreadShape } from '../domain/message/unread-shapes.ts'
import type { StoredDomainEvent } from '../stored-events.ts'

/** The shapes of M-Pesa's messages that we can not read yet. A new form shows here on its first day. */
export const unreadMessages = (deps: {
  readonly streams: Streams<StoredDomainEvent>
  readonly shapes: Collection<ShapeRow>
  readonly hash: KeyedHash
  readonly environment: Environment
  readonly log: Log
}) => {
  const { streams, shapes, hash, environment, log } = deps
  const record = streams.createRecorder(unreadShape)

  const noteShape = async (shape: string, asked: CommandContext): Promise<void> => {
    const shapeId = hash('shape of a message', shape).slice(0, 32)
    const isKnown = (await shapes.get(shapeId)) !== null
    if (!isKnown && (await shapes.countUpTo(maxShapes)).count >= maxShapes) return
    const at = asked.at ?? environment.now()
    const commandId = derivedId('unread', asked.commandId, shapeId)
    // The person who pasted it is not recorded.
    const metadata = metadataFrom({ ...asked, commandId, actor: { kind: 'system', name: 'reading messages' } }, at)
    await record(shapeStream(shapeId), { type: 'NoteUnread', shape, at }, metadata)
  }

  return {
    /** Counts the texts by their shape. A failure here does not fail the caller's request. */
    async note(texts: readonly string[], asked: CommandContext): Promise<void> {
      const found = new Set(texts.flatMap((text) => getShape(text) ?? []))
      for (const shape of found) {
        await noteShape(shape, asked).catch((error) =>
          log.warn({ err: error }, 'payment can not note an unread message'),
        )
      }
    },

    /** The most recent first, at most 500. */
    async list() {
      const { documents } = await shapes.find({ limit: maxShapes })
      return documents.map(({ shape, count, firstAt, lastAt }) => ({ shape, count, firstAt, lastAt }))
    },
  }
}
export type UnreadMessages = ReturnType<typeof unreadMessages>
