import { join } from 'node:path'
import type { CollectionSpec } from '../../ports/document-store.ts'
import type { StoredEvent } from '../../ports/event-store.ts'
import { shapeIn } from '../declared-fields.ts'
import { collectionTable } from './collection-table.ts'
import { type Connection, openForReading } from './connection.ts'
import { assertKnownFormat } from './data-file.ts'
import { openCollection } from './document-store.ts'
import { eventsIn } from './event-rows.ts'
import { storageTroubleOf } from './storage-trouble.ts'

type OfService = { readonly service: string }
/** `document` is null for a document that was removed. */
export type InspectedDocument = OfService & { readonly version: number; readonly document: object | null }

/** What a data file holds, of all services. Each call reads what is committed at that moment. */
export type Inspection = {
  /** Oldest first; empty where no service has such a stream. Personal groups are sealed. */
  eventsOf(stream: string): (StoredEvent & OfService)[]
  /** One for each service that has a document with this id in a collection of this name. */
  documentsOf(collection: string, id: string): Promise<InspectedDocument[]>
  close(): void
}

/**
 * Opens a folder's data file on a read-only connection, also while a product writes to it.
 * @throws FileTooNew FileTooOld FileDamaged FolderNotWritable
 */
export const openInspection = (folder: string): Inspection => {
  const path = join(folder, 'tuma.db')
  assertKnownFormat(path)
  const reader = readable(path, folder)
  return {
    eventsOf: (stream) => [...eventsIn(reader, stream)],
    async documentsOf(collection, id) {
      const declared = reader
        .prepare('select service, spec, shape from collections where name = ? order by service')
        .all(collection)
      const found = declared.map(async ({ service, spec, shape }): Promise<InspectedDocument[]> => {
        const kept = collectionTable(String(service), specIn(collection, spec, shape))
        const versioned = await openCollection(kept, reader).getVersioned(id)
        return versioned ? [{ service: String(service), ...versioned }] : []
      })
      return (await Promise.all(found)).flat()
    },
    close: () => reader.close(),
  }
}

/** SQLite looks at a file, and makes what it needs beside it, with the first question. */
const readable = (path: string, folder: string): Connection => {
  let reader: Connection | undefined
  try {
    reader = openForReading(path)
    reader.prepare('select count(*) from sqlite_schema').get()
    return reader
  } catch (error) {
    reader?.close()
    throw storageTroubleOf(error, folder) ?? error
  }
}

/** A collection as the service that stores it has declared it. */
const specIn = (name: string, spec: unknown, shape: unknown): CollectionSpec => ({
  name,
  ...JSON.parse(String(spec)),
  ...(shape === null ? {} : { shape: shapeIn(String(shape)) }),
})
