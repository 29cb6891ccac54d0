import { type Appended, type ExpectedRevision, RevisionConflict } from '../../ports/event-store.ts'
import type { Connection } from './connection.ts'

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

/** The ids decide before the revision does: a retry whose first try was committed must not look like a conflict. */
export const appendEvents = (connection: Connection, append: Append): Appended => {
  const before = findEarlierTry(connection, append)
  if (before) return before
  const last = lastRevision(connection, append)
  if (last !== (append.expected === 'no-stream' ? null : append.expected)) {
    throw new RevisionConflict(append.stream, append.expected)
  }
  return insertEvents(connection, append, (last ?? -1) + 1)
}

const findEarlierTry = (connection: Connection, { service, stream, events }: Append): Appended | null => {
  const found = connection
    .prepare(
      `select revision, position from json_each(?) as sent
       cross join events on service = ? and events.id = sent.value where stream = ? order by sent.key`,
    )
    .all(JSON.stringify(events.map((event) => event.id)), service, stream)
  const last = found.at(-1)
  if (!last) return null
  const first = Number(found[0]?.revision)
  const same = found.length === events.length && found.every((row, i) => row.revision === first + i)
  if (!same) throw new Error(`some of the event ids sent to ${stream} are used already`)
  return { revision: Number(last.revision), position: Number(last.position) }
}

const lastRevision = (connection: Connection, { service, stream }: Append): number | null => {
  const row = connection
    .prepare('select max(revision) as revision from events where service = ? and stream = ?')
    .get(service, stream)
  return (row?.revision ?? null) as number | null
}

const insertEvents = (connection: Connection, { service, stream, events }: Append, firstRevision: number): Appended => {
  const insert = connection.prepare(
    `insert into events (position, service, stream, revision, id, type, version, data, metadata, checksum)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  let appended = { revision: -1, position: -1 }
  for (const [i, { position, id, type, version, data, metadata, checksum }] of events.entries()) {
    const revision = firstRevision + i
    insert.run(position, service, stream, revision, id, type, version, data, metadata, checksum)
    appended = { revision, position }
  }
  return appended
}
