import type { CollectionSpec, DocumentWrite } from '../../ports/document-store.ts'
import {
  assertName,
  assertSound,
  fieldValue,
  shapeText,
  sortedFields,
  sortValue,
  specText,
  typeOf,
  wordsIn,
} from '../declared-fields.ts'
import { type Counter, counterStatements, countersOf } from './counters.ts'
import type { Declaration, Row } from './document-writes.ts'
import { type WordsTable, wordsStatements, wordsTableOf } from './words-table.ts'

/**
 * A collection as a table: a real column for each declared field, the whole document as JSON, and four columns of ours:
 * `_live` is 0 for a removed document (first in every index, so that counts need not look at the rows),
 * `_sort` is the sort field without its nulls, which no keyset could step over.
 */
export type CollectionTable = {
  readonly spec: CollectionSpec
  readonly table: string
  /** Quoted, as is the table. */
  readonly indexes: readonly { readonly name: string; readonly fields: readonly string[] }[]
  readonly counters: readonly Counter[]
  /** Null where no words are declared. */
  readonly wordsTable: WordsTable | null
}

const columnTypes = { text: 'text', number: 'real' }

export const collectionTable = (service: string, spec: CollectionSpec): CollectionTable => {
  assertSound(spec)
  const table = tableName(service, spec.name)
  const named = (fields: readonly string[]) => ({ name: indexName(service, spec, fields), fields })
  return {
    spec,
    table,
    indexes: [[], ...spec.indexes].map(named),
    counters: countersOf(service, spec),
    wordsTable: wordsTableOf(service, spec),
  }
}

export const tableName = (service: string, collection: string): string => {
  assertName(collection)
  return quoted(`${service}/${collection}`)
}

const indexName = (service: string, { name }: CollectionSpec, fields: readonly string[], also = '') =>
  quoted(`${service}/${name}(${fields})${also}`)

export const declaration = (service: string, made: CollectionTable): Declaration => {
  const { spec, table, indexes, counters, wordsTable } = made
  const { name, unique = [], sortBy } = spec
  const columns = sortedFields(spec.fields).map(([field, type]) => `${quoted(field)} ${columnTypes[type]}`)
  // A number that rows keep when the file is written anew: words name their document by it.
  const id = wordsTable ? '_row integer primary key, _id text not null unique' : '_id text primary key'
  return {
    service,
    name,
    spec: specText(spec),
    shape: shapeText(spec),
    statements: [
      `create table ${table} (${id}, _version integer not null, _live integer not null,
        _sort ${columnTypes[typeOf(spec, sortBy)]} not null, _document text, ${columns.join(', ')})`,
      ...indexes.map(({ name, fields }) => {
        const columns = ['_live', ...fields.map(quoted), '_sort', '_id']
        return `create index ${name} on ${table} (${columns.join(', ')})`
      }),
      ...unique.map((field) => {
        const name = indexName(service, spec, [field], 'unique')
        return `create unique index ${name} on ${table} (${quoted(field)})`
      }),
      ...(wordsTable ? wordsStatements(table, spec, wordsTable) : []),
    ],
    counters: counters.map((counter) => ({ ...counter, statements: counterStatements(table, counter) })),
  }
}

export const tableRow = (
  { spec, table }: CollectionTable,
  { collection, id, version, document }: DocumentWrite,
): Row => {
  const fields = Object.keys(spec.fields)
  const values = fields.map((field) => fieldValue(spec, field, document))
  const sort = sortValue(spec, document)
  wordsIn(spec, document)
  return {
    collection,
    table,
    columns: ['_id', '_version', '_live', '_sort', '_document', ...fields.map(quoted)],
    values: [id, version, document ? 1 : 0, sort, document && JSON.stringify(document), ...values],
  }
}

export const quoted = (identifier: string) => `"${identifier}"`
