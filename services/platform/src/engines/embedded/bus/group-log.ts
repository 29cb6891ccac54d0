import type { Message } from '../../../ports/message-bus.ts'
import type { Connection } from '../file/connection.ts'
import type { Writer } from '../writer/writer.ts'
import { beforeFirst, type TopicMessage } from './topic.ts'

type Parked = Pick<TopicMessage, 'message' | 'position'>
export type ReplayedMessage = { readonly id: number; readonly message: Message }

export type GroupLog = ReturnType<typeof openGroupLog>

/** The data file's record of one group of consumers on one topic: its position and its parked messages. */
export const openGroupLog = (
  { topic, group }: { readonly topic: string; readonly group: string },
  reader: Connection,
  writer: Writer,
  now: () => number,
) => {
  const parkedAt = () => new Date(now()).toISOString()
  return {
    healthy: () => writer.healthy(),
    /** Resolves as soon as progress can be stored; to false when it never will be. */
    back: () => writer.back(),
    /** Position of the last event before which all is handled, as far as it was stored. */
    position(): number {
      const row = reader
        .prepare('select position from group_positions where topic = ? and consumers = ?')
        .get(topic, group)
      return Number(row?.position ?? beforeFirst)
    },
    /** The next parked message that was released for replay. */
    nextReplay(): ReplayedMessage | null {
      const row = reader
        .prepare(
          `select id, message from parked_messages
           where topic = ? and consumers = ? and replaying = 1 order by id limit 1`,
        )
        .get(topic, group)
      return row ? { id: Number(row.id), message: JSON.parse(row.message as string) } : null
    },
    replayCount(): number {
      const row = reader
        .prepare('select count(*) as rows from parked_messages where topic = ? and consumers = ? and replaying = 1')
        .get(topic, group)
      return Number(row?.rows)
    },
    /**
     * Position of the first message of a key that is parked, or released and not handled yet; null when there is no
     * such message.
     */
    firstParked(key: string): number | null {
      const row = reader
        .prepare('select min(position) as position from parked_messages where consumers = ? and topic = ? and key = ?')
        .get(group, topic, key)
      return typeof row?.position === 'number' ? row.position : null
    },

    /** Not urgent: after a loss the messages come again. */
    keepPosition: (position: number) => writer.write('keepPosition', { topic, group, position }, true),
    park: ({ message, position }: Parked, reason: string) =>
      writer.write('park', { topic, group, message, position, reason, parkedAt: parkedAt() }),
    parkBehind: ({ message, position }: Parked) =>
      writer.write('parkBehind', { topic, group, message, position, parkedAt: parkedAt() }),
    replayed: (id: number) => writer.write('replayed', { id }),
    parkReplayed: ({ id, message }: ReplayedMessage, reason: string) =>
      writer.write('parkReplayed', { id, message, reason }),
  }
}
