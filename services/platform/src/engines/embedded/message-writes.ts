import type { Message } from '../../ports/message-bus.ts'
import type { Connection } from './connection.ts'
import { pruneNowAndThen } from './pruning.ts'

/** A message of the log as one group has it before itself. */
export type Place = {
  readonly topic: string
  readonly group: string
  readonly partition: number
  readonly position: number
}

export type Parking = Omit<Place, 'position'> & {
  readonly message: Message
  readonly reason: string
  readonly parkedAt: string
}

/** Messages as text: a thread is told texts sooner than what they say. */
export type Published = {
  readonly topic: string
  readonly messages: readonly { readonly partition: number; readonly text: string }[]
}

export const publishMessages = (connection: Connection, { topic, messages }: Published): void => {
  const insert = connection.prepare('insert into messages (topic, partition, message) values (?, ?, ?)')
  const positions = messages.map(({ partition, text }) => Number(insert.run(topic, partition, text).lastInsertRowid))
  const last = positions.at(-1)
  if (last !== undefined) pruneNowAndThen(connection, last - messages.length, last)
}

export const handled = (connection: Connection, { topic, group, partition, position }: Place): void => {
  connection
    .prepare('insert or replace into group_positions (topic, consumers, partition, position) values (?, ?, ?, ?)')
    .run(topic, group, partition, position)
}

export const park = (connection: Connection, parking: Parking): void => insertParked(connection, parking, 0)

/**
 * Parks a message only because earlier ones of its key are; when those have just been given back it queues up behind
 * them for replay. @returns false when there is nothing left to queue behind
 */
export const parkBehind = (connection: Connection, parking: Omit<Parking, 'reason'>): boolean => {
  const head = connection
    .prepare(
      `select message, replaying from parked_messages
       where consumers = ? and topic = ? and key = ? order by id limit 1`,
    )
    .get(parking.group, parking.topic, parking.message.key)
  if (!head) return false
  insertParked(connection, { ...parking, reason: behind(JSON.parse(head.message as string)) }, Number(head.replaying))
  return true
}

/** Once: that the group is through with a message is kept later, and after a crash in between it comes again. */
const insertParked = (connection: Connection, parking: Parking, replaying: number): void => {
  const { topic, group, partition, message, reason, parkedAt } = parking
  connection
    .prepare(
      `insert into parked_messages (topic, consumers, partition, key, message, reason, parked_at, replaying)
       select ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8 where not exists (
         select 1 from parked_messages
         where topic = ?1 and consumers = ?2 and key = ?4 and message ->> '$.id' = ?5 ->> '$.id')`,
    )
    .run(topic, group, partition, message.key, JSON.stringify(message), reason, parkedAt, replaying)
}

export const replay = (
  connection: Connection,
  { group, topic, key }: { group: string; topic: string; key: string },
): number => {
  const { changes } = connection
    .prepare(
      `update parked_messages set replaying = 1
       where consumers = ? and topic = ? and key = ? and replaying = 0`,
    )
    .run(group, topic, key)
  return Number(changes)
}

export const replayed = (connection: Connection, { id }: { id: number }): void => {
  connection.prepare('delete from parked_messages where id = ?').run(id)
}

/** The first of a key failed again: it and all behind it are parked as before. */
export const parkReplayed = (
  connection: Connection,
  failed: { id: number; message: Message; reason: string },
): void => {
  connection
    .prepare(
      `update parked_messages set replaying = 0, reason = iif(id = ?, ?, ?)
       where (consumers, topic, key) = (select consumers, topic, key from parked_messages where id = ?)`,
    )
    .run(failed.id, failed.reason, behind(failed.message), failed.id)
}

const behind = (message: Message) => `behind ${message.id}`
