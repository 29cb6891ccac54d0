import type { Message } from '../../ports/message-bus.ts'
import type { Connection } from './connection.ts'
import { partitionCount } from './partitions.ts'
import type { Writer } from './writer.ts'

const pageSize = 100

/** `publishedAt` in milliseconds since 1970. */
export type LoggedMessage = { readonly position: number; readonly message: Message; readonly publishedAt: number }
export type ReplayedMessage = { readonly id: number; readonly message: Message }

export type GroupLog = ReturnType<typeof openGroupLog>

/** One page of a partition's messages. */
export const messagesAfter = (
  reader: Connection,
  topic: string,
  partition: number,
  position: number,
): LoggedMessage[] =>
  reader
    .prepare(
      `select position, message from messages
       where topic = ? and partition = ? and position > ? order by position limit ?`,
    )
    .all(topic, partition, position, pageSize)
    .map((row) => {
      const { publishedAt, ...message } = JSON.parse(row.message as string) as Message & {
        readonly publishedAt: number
      }
      return { position: Number(row.position), message, publishedAt }
    })

/** The position of a partition's last message, 0 where it has none. */
export const endOf = (reader: Connection, topic: string, partition: number): number => {
  const row = reader
    .prepare('select max(position) as position from messages where topic = ? and partition = ?')
    .get(topic, partition)
  return Number(row?.position ?? 0)
}

/**
 * What one group of consumers has before itself in one topic, and what it has parked.
 * @param heardOn where its messages stand, of one that is told on a topic of its own
 */
export const openGroupLog = (
  { topic, group, heardOn = topic }: { readonly topic: string; readonly group: string; readonly heardOn?: string },
  reader: Connection,
  writer: Writer,
  now: () => number,
) => {
  const parkedAt = () => new Date(now()).toISOString()
  const handledUpTo = (partition: number): number => {
    const row = reader
      .prepare('select position from group_positions where topic = ? and consumers = ? and partition = ?')
      .get(heardOn, group, partition)
    return Number(row?.position ?? 0)
  }

  const waiting = (partition: number, after: number): number => {
    const row = reader
      .prepare(
        `select
          (select count(*) from messages where topic = ?5 and partition = ?3 and position > ?4) +
          (select count(*) from parked_messages
            where topic = ?1 and consumers = ?2 and partition = ?3 and replaying = 1) as rows`,
      )
      .get(topic, group, partition, after, heardOn)
    return Number(row?.rows)
  }

  return {
    healthy: () => writer.healthy(),
    /** As soon as what is done can be kept; false where it never will be. */
    back: () => writer.back(),
    /** As far as that was kept. */
    handledUpTo,
    page: (partition: number, after: number): LoggedMessage[] => messagesAfter(reader, heardOn, partition, after),
    /** When the next message after that position was published; null where there is none. */
    publishedAfter(partition: number, position: number): number | null {
      const row = reader
        .prepare(
          `select message ->> '$.publishedAt' as at from messages
           where topic = ? and partition = ? and position > ? order by position limit 1`,
        )
        .get(heardOn, partition, position)
      return typeof row?.at === 'number' ? row.at : null
    },
    /** The next message that was parked and given back: these come before the rest of the log. */
    nextReplay(partition: number): ReplayedMessage | null {
      const row = reader
        .prepare(
          `select id, message from parked_messages
           where topic = ? and consumers = ? and partition = ? and replaying = 1 order by id limit 1`,
        )
        .get(topic, group, partition)
      return row ? { id: Number(row.id), message: JSON.parse(row.message as string) } : null
    },
    hasParked: (key: string): boolean =>
      reader
        .prepare('select 1 from parked_messages where consumers = ? and topic = ? and key = ? limit 1')
        .get(group, topic, key) !== undefined,
    /** @param through where it stands in a partition, for who knows better than what was kept */
    lag: (through: (partition: number) => number = handledUpTo): number =>
      Array.from({ length: partitionCount }, (_, partition) => waiting(partition, through(partition))).reduce(
        (a, b) => a + b,
      ),

    /** In no hurry: what is not kept comes again. */
    handled: (partition: number, position: number) =>
      writer.write('handled', { topic: heardOn, group, partition, position }, true),
    park: (partition: number, message: Message, reason: string) =>
      writer.write('park', { topic, group, partition, message, reason, parkedAt: parkedAt() }),
    parkBehind: (partition: number, message: Message) =>
      writer.write('parkBehind', { topic, group, partition, message, parkedAt: parkedAt() }),
    replayed: (id: number) => writer.write('replayed', { id }),
    parkReplayed: ({ id, message }: ReplayedMessage, reason: string) =>
      writer.write('parkReplayed', { id, message, reason }),
  }
}
