import type {
  Checkpoint,
  Collection,
  CollectionSpec,
  DocumentStore,
  DocumentWrite,
  Filter,
  FindOptions,
  Page,
} from '../../../ports/document-store.ts'
import { askedWords, type Scalar } from '../../declared-fields.ts'
import { type PageEnd, pageCursors } from '../../page-cursor.ts'
import type { Connection } from '../file/connection.ts'
import type { Writer } from '../writer/writer.ts'
import { countQueries, limitedCounts, lookupQueries, pageQuery } from './collection-queries.ts'
import {
  type CollectionTable,
  collectionTable,
  declaration,
  documentColumns,
  tableName,
  tableRow,
} from './collection-table.ts'
import { counterQuery } from './counters.ts'
import type { DocumentBatch } from './document-writes.ts'
import { countByWords, foundByWords } from './word-search.ts'

type Declared = CollectionTable & { readonly collection: Collection<object> }

export type EmbeddedDocumentStore = DocumentStore & {
  /** The batch in the form that the writer takes. */
  asWritten(writes: readonly DocumentWrite[], checkpoints: readonly Checkpoint[]): DocumentBatch
}

/** Every frequent combination of filters should have an index of exactly these fields. */
export const openDocumentStore = (service: string, reader: Connection, writer: Writer): EmbeddedDocumentStore => {
  const declared = new Map<string, Declared>()
  const known = (collection: string) => {
    const found = declared.get(collection)
    if (!found) throw new Error(`collection ${collection} is not declared`)
    return found
  }
  const declare = async (spec: CollectionSpec): Promise<Declared> => {
    const table = collectionTable(service, spec)
    await writer.write('declareCollection', declaration(service, table))
    const made = { ...table, collection: openCollection(table, reader) }
    declared.set(spec.name, made)
    return made
  }

  const asWritten: EmbeddedDocumentStore['asWritten'] = (writes, checkpoints) => {
    const rows = writes.map((write) => tableRow(known(write.collection), write))
    return { service, rows, checkpoints, erases: writes.some(({ erases }) => erases) }
  }

  return {
    asWritten,
    async collection<D extends object>(spec: CollectionSpec) {
      const before = declared.get(spec.name)
      const { collection } = before?.spec === spec ? before : await declare(spec)
      return collection as Collection<D>
    },
    async collections() {
      const rows = reader.prepare('select name from collections where service = ?').all(service)
      return rows.map(({ name }) => String(name))
    },
    write: async (writes, checkpoints = []) => writer.write('writeDocuments', asWritten(writes, checkpoints)),
    writeAhead: async (writes, checkpoints = []) =>
      writer.write('writeDocuments', asWritten(writes, checkpoints), true),
    async checkpoint(name) {
      const row = reader.prepare('select position from checkpoints where service = ? and name = ?').get(service, name)
      return (row?.position ?? null) as number | null
    },
    async checkpoints(names) {
      const rows = reader
        .prepare(
          'select name, position from checkpoints where service = ? and name in (select value from json_each(?))',
        )
        .all(service, JSON.stringify(names))
      return new Map(rows.map(({ name, position }) => [String(name), Number(position)]))
    },
    async furthestCheckpoint() {
      const row = reader
        .prepare(
          'select position, event from checkpoints where service = ? order by event is null, position desc limit 1',
        )
        .get(service)
      return row ? { position: Number(row.position), event: row.event as string | null } : null
    },
    async forgetCheckpoints() {
      await writer.write('forgetCheckpoints', { service })
    },
    async forget(collection, id) {
      await writer.write('forgetDocument', { table: known(collection).table, id })
    },
    async discard(collection, ids) {
      await writer.write('discardDocuments', { table: known(collection).table, ids })
    },
    async drop(collection, checkpoints = []) {
      const table = tableName(service, collection)
      await writer.write('dropCollection', { service, name: collection, table, checkpoints })
      declared.delete(collection)
    },
  }
}

const openCollection = (made: CollectionTable, reader: Connection): Collection<object> => {
  const { spec, table, kept } = made
  const versioned = `select _version, ${documentColumns(made)} from ${table} where _id = ?`
  const lookups = lookupQueries(made)
  const getVersioned: Collection<object>['getVersioned'] = async (id) => {
    const row = reader.prepare(versioned).get(id)
    if (!row) return null
    const document = row._document === null ? null : kept.unpack(row)
    return { document, version: Number(row._version) }
  }
  return {
    spec,
    get: async (id) => (await getVersioned(id))?.document ?? null,
    getVersioned,
    async find({ limit, after, ...asked }: FindOptions): Promise<Page<object>> {
      const lookup = lookups.find(({ field }) => isAllThatIsAsked(field, asked))
      if (lookup && limit > 0) {
        const row = reader.prepare(lookup.sql).get(asked.where?.[lookup.field] as Scalar)
        return { documents: row ? [kept.unpack(row)] : [], next: null }
      }
      const place = { limit, after: after ? pageCursors.read(after) : null }
      const rows = walkOfWords(made, reader, asked)
        ? foundByWords(reader, made, asked, place)
        : walked(made, reader, asked, place)
      const last = rows.length > limit ? rows[limit - 1] : undefined
      return {
        documents: rows.slice(0, limit).map(kept.unpack),
        next: last ? pageCursors.write([last._sort, last._id] as unknown as PageEnd) : null,
      }
    },
    async count(where = {}, within = {}) {
      if (walkOfWords(made, reader, { where, ...within })) return countByWords(reader, made, { where, ...within })
      return addUp(reader, countQueries(made, where, within))
    },
    async countUpTo(max, where = {}, within = {}) {
      const known = counterQuery(made, where, within)
      if (known) return { count: addUp(reader, [known]), more: false }
      const count = walkOfWords(made, reader, { where, ...within })
        ? countByWords(reader, made, { where, ...within }, max + 1)
        : addUp(reader, limitedCounts(made, where, within, max + 1))
      return { count: Math.min(count, max), more: count > max }
    },
  }
}

const isAllThatIsAsked = (field: string, { where = {}, ...within }: Filter): boolean => {
  const value = where[field]
  const isOne = typeof value === 'string' || typeof value === 'number'
  return isOne && Object.keys(where).length === 1 && Object.keys(within).length === 0
}

/** So few rows can each be checked for the words. */
const few = 1000

/**
 * Whether to search by the words. If the other conditions leave few rows, these are walked and their words compared,
 * because the words may be in almost every document.
 */
const walkOfWords = (made: CollectionTable, reader: Connection, { where = {}, words }: Filter): boolean => {
  if (askedWords(made.spec, words).length === 0) return false
  const known = counterQuery(made, where, {})
  if (known) return addUp(reader, [known]) > few
  return Object.keys(where).length === 0 || addUp(reader, limitedCounts(made, where, {}, few + 1)) > few
}

const walked = (
  made: CollectionTable,
  reader: Connection,
  { where = {}, ...within }: Omit<FindOptions, 'limit' | 'after'>,
  { limit, after }: { readonly limit: number; readonly after: PageEnd | null },
) => {
  const query = pageQuery(made, where, within, { limit: limit + 1, after, upwards: within.upwards === true })
  return query ? reader.prepare(query.sql).all(...query.values) : []
}

const addUp = (reader: Connection, queries: ReturnType<typeof countQueries>): number =>
  queries.reduce((sum, { sql, values }) => sum + Number(reader.prepare(sql).get(...values)?.rows), 0)
