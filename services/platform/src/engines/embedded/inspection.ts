import { join } from 'node:path'
import type { StoredEvent } from '../../ports/event-store.ts'
import { specIn } from '../declared-fields.ts'
import { readRow } from './documents/checked-rows.ts'
import { collectionTable, documentColumns } from './documents/collection-table.ts'
import { readRowKey } from './documents/row-key.ts'
import { openRowSums } from './documents/row-sum.ts'
import { openEventRows } from './events/event-rows.ts'
import { type Connection, openForReading } from './file/connection.ts'
import { assertKnownFormat } from './file/data-file.ts'
import { findStorageTrouble } from './file/storage-trouble.ts'

export type InspectedEvent = StoredEvent & { readonly service: string }
/** `document` is null for a document that was removed, and for one that is `damaged`. */
export type InspectedDocument = {
  readonly service: string
  readonly version: number
  readonly document: object | null
  readonly damaged?: true
}

/**
 * Reads from a folder's data file, on a connection that cannot write and also while a product writes to it.
 * @param id without it, `name` is a stream; with it, a collection
 * @returns from each service: events, oldest first and with personal groups sealed, or the document
 * @throws FileTooNew FileTooOld FileDamaged FolderNotWritable
 */
export const inspectFolder = (folder: string, name: string, id?: string): (InspectedEvent | InspectedDocument)[] => {
  const path = join(folder, 'tuma.db')
  assertKnownFormat(path)
  let reader: Connection | undefined
  try {
    reader = openForReading(path)
    return id === undefined ? getEvents(reader, name) : getDocuments(reader, path, name, id)
  } catch (error) {
    throw findStorageTrouble(error, folder) ?? error
  } finally {
    reader?.close()
  }
}

const getEvents = (reader: Connection, stream: string): InspectedEvent[] => {
  const rows = reader.prepare('select * from events where stream = ? order by revision').all(stream)
  return [...Map.groupBy(rows, ({ service }) => String(service))].flatMap(([service, own]) => {
    const { toEvent } = openEventRows(service, reader)
    return own.map((row) => ({ service, ...toEvent(row) }))
  })
}

const getDocuments = (reader: Connection, path: string, collection: string, id: string): InspectedDocument[] => {
  const rowSum = openRowSums(readRowKey(reader, path))
  const declared = reader.prepare('select service, spec, shape, stored from collections where name = ?').all(collection)
  return declared.flatMap(({ service: of, spec, shape, stored }) => {
    const service = String(of)
    const declaration = specIn(collection, String(spec), shape as string | null)
    const made = collectionTable(service, declaration, rowSum, String(stored))
    const row = reader.prepare(`select ${documentColumns(made)} from ${made.table} where _id = ?`).get(id)
    if (!row) return []
    const [read, version] = [readRow(made, row), Number(row._version)]
    return [read ? { service, version, ...read } : { service, version, document: null, damaged: true }]
  })
}
