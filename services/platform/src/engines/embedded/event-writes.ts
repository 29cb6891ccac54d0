import { type Appended, type ExpectedRevision, RevisionConflict } from '../../ports/event-store.ts'
import type { Connection } from './connection.ts'
import { eventsTable } from './events-table.ts'

/** Data and metadata as text: a thread is told texts sooner than what they say. */
export type EventRow = {
  readonly position: number
  readonly id: string
  readonly type: string
  readonly version: number
  readonly data: string
  readonly metadata: string
  readonly checksum: string | null
}

export type Append = {
  readonly service: string
  readonly stream: string
  readonly events: readonly EventRow[]
  readonly expected: ExpectedRevision
}

/** Where the revision is not what was expected, an earlier try may be why: then it must not look like a conflict. */
export const appendEvents = (connection: Connection, append: Append): Appended => {
  const last = lastRevision(connection, append)
  if (last !== (append.expected === 'no-stream' ? null : append.expected)) {
    const before = findEarlierTry(connection, append)
    if (before) return before
    throw new RevisionConflict(append.stream, append.expected)
  }
  return insertEvents(connection, append, (last ?? -1) + 1)
}

const findEarlierTry = (connection: Connection, { service, stream, events }: Append): Appended | null => {
  const found = connection
    .prepare(
      `select revision, position, id from ${eventsTable(service)}
       where stream = ? and id in (select value from json_each(?)) order by revision`,
    )
    .all(stream, JSON.stringify(events.map((event) => event.id)))
  const last = found.at(-1)
  if (!last) return null
  const first = Number(found[0]?.revision)
  const isTheSame =
    found.length === events.length &&
    found.every(({ revision, id }, i) => revision === first + i && id === events[i]?.id)
  if (!isTheSame) throw new Error(`some of the event ids sent to ${stream} are used already`)
  return { revision: Number(last.revision), position: Number(last.position) }
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
    insert.run(position, stream, revision, id, type, version, data, metadata, checksum)
    appended = { revision, position }
  }
  return appended
}
