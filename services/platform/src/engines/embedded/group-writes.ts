import type { Connection } from './connection.ts'
import { partitionCount } from './partitions.ts'

type OfTopic = { readonly topic: string; readonly group: string }

/** On which a group that was met late is told alone what it has missed. */
export const ownTopic = ({ topic, group }: OfTopic): string => `${topic} for ${group}`

const newest = (connection: Connection): number =>
  Number(connection.prepare('select max(position) as position from messages').get()?.position ?? 0)

const isKnown = (connection: Connection, { topic, group }: OfTopic): boolean =>
  connection.prepare('select 1 from group_positions where topic = ? and consumers = ? limit 1').get(topic, group) !==
  undefined

const isPruned = (connection: Connection, topic: string): boolean =>
  connection.prepare('select 1 from pruned_topics where topic = ?').get(topic) !== undefined

const begin = (connection: Connection, topic: string, group: string, position: number): void => {
  const put = connection.prepare(
    'insert or ignore into group_positions (topic, consumers, partition, position) values (?, ?, ?, ?)',
  )
  for (let partition = 0; partition < partitionCount; partition += 1) put.run(topic, group, partition, position)
}

/**
 * From then on nothing goes that the group has still to hear. Where something has gone before, it is told everything on a
 * topic of its own first, and then what was published since.
 * @returns whether it has still to be told something there
 */
export const meetGroup = (connection: Connection, met: OfTopic): boolean => {
  const { topic, group } = met
  if (!isKnown(connection, met) && isPruned(connection, topic)) {
    begin(connection, topic, group, newest(connection))
    begin(connection, ownTopic(met), group, 0)
    connection.prepare('insert into missed_topics (topic, consumers, told) values (?, ?, 0)').run(topic, group)
  }
  begin(connection, topic, group, 0)
  return (
    connection.prepare('select 1 from missed_topics where topic = ? and consumers = ?').get(topic, group) !== undefined
  )
}

/** Everything stands on its own topic. */
export const groupWasTold = (connection: Connection, { topic, group }: OfTopic): void => {
  connection.prepare('update missed_topics set told = 1 where topic = ? and consumers = ?').run(topic, group)
}

export const groupHasHeard = (connection: Connection, told: OfTopic): void => {
  connection.prepare('delete from group_positions where topic = ? and consumers = ?').run(ownTopic(told), told.group)
  connection.prepare('delete from missed_topics where topic = ? and consumers = ?').run(told.topic, told.group)
}
