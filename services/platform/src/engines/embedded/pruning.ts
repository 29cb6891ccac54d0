import type { Connection } from './connection.ts'

/** So often it is looked what may go, and so many go at a time: nobody's write waits for more. */
const everyMessages = 250
const mostAtATime = 1000

/** Called with the positions before and after what was published: no clock and nothing to remember. */
export const pruneNowAndThen = (connection: Connection, before: number, after: number): void => {
  if (Math.floor(before / everyMessages) === Math.floor(after / everyMessages)) return
  const { oldest } = connection.prepare('select min(position) as oldest from messages').get() as { oldest: number }
  pruneBelow(connection, Math.min(stillNeeded(connection), after, oldest + mostAtATime))
}

/** The first message that some group has still to hear; infinite where none has. A topic that nobody hears keeps nothing. */
const stillNeeded = (connection: Connection): number => {
  const row = connection
    .prepare(
      `select min(needed) as position from (
         select (select min(position) from messages
           where topic = known.topic and partition = known.partition and position > known.position) as needed
         from group_positions as known)`,
    )
    .get()
  return row?.position === null ? Number.POSITIVE_INFINITY : Number(row?.position)
}

/** The newest one stays, whoever has heard it: the next position is one more than the greatest. */
const pruneBelow = (connection: Connection, position: number): void => {
  connection
    .prepare('insert or ignore into pruned_topics (topic) select distinct topic from messages where position < ?')
    .run(position)
  connection.prepare('delete from messages where position < ?').run(position)
}
