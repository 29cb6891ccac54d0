import { type DocumentBatch, writeDocuments } from '../documents/document-writes.ts'
import type { Connection } from '../file/connection.ts'
import { eventsTable } from './events-table.ts'

/** A group of `count` events of the service, from `first` on, which are its newest. */
type InlineBatch = {
  readonly service: string
  readonly first: number
  readonly count: number
  readonly documents: DocumentBatch
}

/** Not all events of the group were appended, but the rows show all of them. */
class NotAllAppended extends Error {
  override readonly name = 'NotAllAppended'
}

/** @throws NotAllAppended */
export const writeInlineRows = (connection: Connection, { service, first, count, documents }: InlineBatch): void => {
  const found = connection
    .prepare(`select count(*) as events from ${eventsTable(service)} where position >= ?`)
    .get(first)
  if (found?.events !== count) throw new NotAllAppended(`${found?.events} of ${count} events of ${service}`)
  writeDocuments(connection, documents)
}
