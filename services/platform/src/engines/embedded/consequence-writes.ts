import type { Connection } from './connection.ts'
import { type DocumentBatch, writeDocuments } from './document-writes.ts'
import { eventsTable } from './events-table.ts'

/** What follows from events: rows, and how far they show. */
export type ConsequenceBatch = { readonly documents: DocumentBatch }

/** The events before it in the same commit were not all taken, so that what follows is another thing. */
class NotAsSupposed extends Error {
  override readonly name = 'NotAsSupposed'
}

/** @param consequences of `count` events of the service, which begin at `first` and are the newest */
export const writeConsequences = (
  connection: Connection,
  consequences: ConsequenceBatch & { readonly service: string; readonly first: number; readonly count: number },
): void => {
  const { service, first, count, documents } = consequences
  const found = connection
    .prepare(`select count(*) as events from ${eventsTable(service)} where position >= ?`)
    .get(first)
  if (found?.events !== count) throw new NotAsSupposed(`${found?.events} of ${count} events of ${service} stand`)
  writeDocuments(connection, documents)
}
