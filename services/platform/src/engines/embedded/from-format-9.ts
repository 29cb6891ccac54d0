import type { Message } from '../../ports/message-bus.ts'
import type { Connection } from './connection.ts'
import { eventsTable, hasEventsTable } from './events-table.ts'
import { keepPosition, queueForReplay } from './group-writes.ts'
import { groupPositions, replayingInOrder } from './own-tables.ts'

type Group = { readonly topic: string; readonly group: string }

/**
 * In format 9 messages had a table of their own, and a group one position in each of six partitions. Now a group has the
 * position of an event. A message that was published and that a group had not handled is given to it as one that was parked
 * and given back, so the group handles it once, before later ones of its key. A group that was still being told what it had
 * missed begins with the first event.
 */
export const migrateFromFormat9 = (connection: Connection): void => {
  connection.exec(`
    alter table group_positions rename to former_positions;
    ${groupPositions}
    drop index replaying_in_order;
    alter table parked_messages drop column partition;
    alter table parked_messages add column position integer not null default 0;
    ${replayingInOrder}`)
  for (const { topic, group } of groupsOf(connection)) {
    const position = publishedThrough(connection, topic)
    if (position === null) continue
    keepPosition(connection, { topic, group, position })
    for (const { publishedAt, ...message } of notHandled(connection, { topic, group })) {
      const parkedAt = new Date(publishedAt).toISOString()
      queueForReplay(connection, { topic, group, message, position: 0, reason: 'published in format 9', parkedAt })
    }
  }
  connection.exec(`
    drop table messages;
    drop table pruned_topics;
    drop table missed_topics;
    drop table former_positions`)
}

/** Without those that have missed something: they had a second row, on a topic of their own. */
const groupsOf = (connection: Connection): Group[] =>
  connection
    .prepare(
      `select distinct topic, consumers from former_positions where not exists (
         select 1 from missed_topics missed where missed.consumers = former_positions.consumers
         and former_positions.topic in (missed.topic, missed.topic || ' for ' || missed.consumers))`,
    )
    .all()
    .map(({ topic, consumers }) => ({ topic: String(topic), group: String(consumers) }))

/**
 * Position of the last event that was published on a topic: as its publisher's checkpoint says, or as the newest message
 * does, since the checkpoint was written after it. Null where this file does not know it, since its service stores elsewhere.
 */
const publishedThrough = (connection: Connection, topic: string): number | null => {
  const checkpoint = connection
    .prepare("select service, position from checkpoints where name = 'publisher-' || ?")
    .get(topic)
  if (!checkpoint) return null
  const newest = connection
    .prepare(
      `select message ->> '$.id' as id, message ->> '$.key' as stream from messages
       where topic = ? order by position desc limit 1`,
    )
    .get(topic)
  const service = String(checkpoint.service)
  const event =
    newest && hasEventsTable(connection, service)
      ? connection
          .prepare(`select position from ${eventsTable(service)} where stream = ? and id = ?`)
          .get(newest.stream as string, newest.id as string)
      : undefined
  return Math.max(Number(checkpoint.position), Number(event?.position ?? 0))
}

type OldMessage = Message & { readonly publishedAt: number }

const notHandled = (connection: Connection, { topic, group }: Group): OldMessage[] =>
  connection
    .prepare(
      `select message from messages where topic = ?1 and position > coalesce((
         select position from former_positions
         where topic = ?1 and consumers = ?2 and partition = messages.partition), 0)
       order by position`,
    )
    .all(topic, group)
    .map(({ message }) => JSON.parse(String(message)))
