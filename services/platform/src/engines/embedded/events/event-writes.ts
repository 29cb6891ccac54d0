import { type Appended, type ExpectedRevision, RevisionConflict } from '../../../ports/event-store.ts'
import type { Connection } from '../file/connection.ts'
import { checksumAsKept, type EventRow, type EventShape, idAsKept, idIn } from './event-rows.ts'
import { eventsTable } from './events-table.ts'

export type Append = {
  readonly service: string
  readonly stream: string
  readonly events: readonly EventRow[]
  /** The shapes of these events that may not be stored yet. */
  readonly shapes: readonly EventShape[]
  readonly expected: ExpectedRevision
}

/**
 * An unexpected revision may come from an earlier attempt of the same append: then it must not look like a conflict.
 */
export const appendEvents = (connection: Connection, append: Append): Appended => {
  for (const shape of append.shapes) writeShape(connection, shape)
  const last = lastRevision(connection, append)
  if (last !== (append.expected === 'no-stream' ? null : append.expected)) {
    const before = findEarlierTry(connection, append)
    if (before) return before
    throw new RevisionConflict(append.stream, append.expected)
  }
  return insertEvents(connection, append, (last ?? -1) + 1)
}

const findEarlierTry = (connection: Connection, { service, stream, events }: Append): Appended | null => {
  const ids = JSON.stringify(events.map((event) => event.id))
  const found = connection
    .prepare(
      // As letters or as bytes, see `idAsKept`.
      `select revision, position, id from ${eventsTable(service)} where stream = ? and id in (
         select value from json_each(?) union all select unhex(value, '-') from json_each(?)
       ) order by revision`,
    )
    .all(stream, ids, ids)
  const last = found.at(-1)
  if (!last) return null
  const first = Number(found[0]?.revision)
  const isTheSame =
    found.length === events.length &&
    found.every(({ revision, id }, i) => revision === first + i && idIn(id) === events[i]?.id)
  if (!isTheSame) throw new Error(`some of the event ids sent to ${stream} are used already`)
  return { revision: Number(last.revision), position: Number(last.position) }
}

/** Refuses a number that already has another shape: events that were packed with it could not be read. */
const writeShape = (connection: Connection, { service, number, shape }: EventShape): void => {
  const values = [service, number, shape]
  connection.prepare('insert or ignore into event_shapes (service, number, shape) values (?, ?, ?)').run(...values)
  const stands = connection
    .prepare('select 1 from event_shapes where service = ? and number = ? and shape = ?')
    .get(...values)
  if (!stands) throw new Error(`shape ${number} of ${service}'s events is another`)
}

const lastRevision = (connection: Connection, { service, stream }: Append): number | null => {
  const row = connection
    .prepare(`select max(revision) as revision from ${eventsTable(service)} where stream = ?`)
    .get(stream)
  return (row?.revision ?? null) as number | null
}

const insertEvents = (connection: Connection, { service, stream, events }: Append, firstRevision: number): Appended => {
  const insert = connection.prepare(
    `insert into ${eventsTable(service)} (position, stream, revision, id, type, version, data, metadata, checksum)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  let appended = { revision: -1, position: -1 }
  for (const [i, { position, id, type, version, data, metadata, checksum }] of events.entries()) {
    const revision = firstRevision + i
    const kept = metadata === null ? [Buffer.from(data, 'latin1'), ''] : [data, metadata]
    insert.run(position, stream, revision, idAsKept(id), type, version, ...kept, checksumAsKept(checksum))
    appended = { revision, position }
  }
  return appended
}
