import type { Message } from '../../../ports/message-bus.ts'
import type { Connection } from '../file/connection.ts'

type OfGroup = { readonly topic: string; readonly group: string }

export type Parking = OfGroup & {
  readonly message: Message
  /** Of the event that it announces. */
  readonly position: number
  readonly reason: string
  readonly parkedAt: string
}

/** @param position of the last event up to which the group has handled everything */
export const keepPosition = (
  connection: Connection,
  { topic, group, position }: OfGroup & { readonly position: number },
): void => {
  connection
    .prepare('insert or replace into group_positions (topic, consumers, position) values (?, ?, ?)')
    .run(topic, group, position)
}

export const park = (connection: Connection, parking: Parking): void => insertParked(connection, parking, 0)

/**
 * Parks a message only because earlier ones of its key are parked; if those were just released it queues behind them
 * for replay. @returns false when there is nothing left to queue behind
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

/** Inserts it once: the group's progress is stored later, and after a crash in between the message comes again. */
const insertParked = (connection: Connection, parking: Parking, replaying: number): void => {
  const { topic, group, message, position, reason, parkedAt } = parking
  connection
    .prepare(
      `insert into parked_messages (topic, consumers, key, message, position, reason, parked_at, replaying)
       select ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8 where not exists (
         select 1 from parked_messages
         where topic = ?1 and consumers = ?2 and key = ?3 and message ->> '$.id' = ?4 ->> '$.id')`,
    )
    .run(topic, group, message.key, JSON.stringify(message), position, reason, parkedAt, replaying)
}

export const replay = (connection: Connection, { group, topic, key }: OfGroup & { readonly key: string }): number => {
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

/** The first of a key failed again: it and all messages behind it are parked as before. */
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
