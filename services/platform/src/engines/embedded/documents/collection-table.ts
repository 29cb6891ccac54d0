import type { CollectionSpec, DocumentWrite } from '../../../ports/document-store.ts'
import {
  assertName,
  assertSound,
  fieldValue,
  getType,
  isAskedById,
  listIndexes,
  shapeText,
  sortedFields,
  sortField,
  sortValue,
  specText,
} from '../../declared-fields.ts'
import { type Counter, counterStatements, toCounters } from './counters.ts'
import type { Declaration, Row } from './document-writes.ts'
import { type KeptDocument, keptDocument } from './kept-document.ts'
import { toWordsTable, type WordsTable, wordsColumn, wordsStatements, wordsText } from './words-table.ts'

/**
 * A collection as a table: a real column for each declared field, the rest of the document, and four columns of our
 * own: `_live` is 0 for a removed document (first in every index, so that counts need not read the rows), `_sort` is
 * the sort field without its nulls, which no keyset could step over. A collection that is only read by id has none of
 * these and is stored in the order of its ids, so that no index repeats them.
 */
export type CollectionTable = {
  readonly spec: CollectionSpec
  readonly table: string
  /** Quoted, as is the table. */
  readonly indexes: readonly { readonly name: string; readonly fields: readonly string[] }[]
  readonly counters: readonly Counter[]
  readonly kept: KeptDocument
  /** One list for all of its rows, so that a batch sends it to the writer once. */
  readonly columns: readonly string[]
  /** Null when no words are declared. */
  readonly wordsTable: WordsTable | null
}

const columnTypes = { text: 'text', number: 'real' }

export const collectionTable = (service: string, spec: CollectionSpec): CollectionTable => {
  assertSound(spec)
  const table = tableName(service, spec.name)
  const named = (fields: readonly string[]) => ({ name: indexName(service, spec, fields), fields })
  const indexes = listIndexes(spec).map(named)
  const wordsTable = toWordsTable(service, spec)
  const columns = isAskedById(spec)
    ? ['_id', '_version', '_document']
    : ['_id', '_version', '_live', '_sort', '_document', ...ownWords(spec), ...Object.keys(spec.fields).map(quoted)]
  return { spec, table, indexes, counters: toCounters(service, spec), kept: keptDocument(spec), columns, wordsTable }
}

export const tableName = (service: string, collection: string): string => {
  assertName(collection)
  return quoted(`${service}/${collection}`)
}

const indexName = (service: string, { name }: CollectionSpec, fields: readonly string[], also = '') =>
  quoted(`${service}/${name}(${fields})${also}`)

export const declaration = (service: string, made: CollectionTable): Declaration => {
  const { spec, table, counters } = made
  return {
    service,
    name: spec.name,
    spec: specText(spec),
    shape: shapeText(spec),
    make: isAskedById(spec) ? [askedById(made)] : askedByFields(made),
    table,
    indexes: toIndexes(service, made),
    counters: counters.map((counter) => ({ ...counter, statements: counterStatements(table, counter) })),
  }
}

/** In a column of its own, because triggers cannot read a packed document. */
const ownWords = ({ words }: CollectionSpec): string[] => (words === undefined ? [] : [wordsColumn])

const askedByFields = ({ spec, table, wordsTable }: CollectionTable): string[] => {
  const columns = sortedFields(spec.fields).map(([field, type]) => `${quoted(field)} ${columnTypes[type]}`)
  // A number that rows keep when the file is rewritten: words refer to their document by it.
  const id = wordsTable ? '_row integer primary key, _id text not null unique' : '_id text primary key'
  const own = ['_document', ...ownWords(spec)].map((column) => `${column} text`)
  return [
    `create table ${table} (${id}, _version integer not null, _live integer not null,
      _sort ${columnTypes[getType(spec, sortField(spec))]} not null, ${[...own, ...columns].join(', ')})`,
    ...(wordsTable ? wordsStatements(table, spec, wordsTable) : []),
  ]
}

const toIndexes = (service: string, { spec, table, indexes }: CollectionTable): Declaration['indexes'] => [
  ...indexes.map(({ name, fields }) => ({
    kind: 'index' as const,
    as: `${name} on ${table} (${['_live', ...fields.map(quoted), '_sort'].join(', ')})`,
  })),
  ...(spec.unique ?? []).map((field) => ({
    kind: 'unique index' as const,
    as: `${indexName(service, spec, [field], 'unique')} on ${table} (${quoted(field)})`,
  })),
]

const askedById = ({ table }: CollectionTable): string =>
  `create table ${table} (_id text primary key, _version integer not null, _document text) without rowid`

export const tableRow = (
  { spec, table, kept, columns }: CollectionTable,
  { collection, id, version, document }: DocumentWrite,
): Row => {
  const text = document && kept.pack(id, document)
  if (isAskedById(spec)) return { collection, table, columns, values: [id, version, text] }
  const fields = Object.keys(spec.fields).map((field) => fieldValue(spec, field, document))
  const words = spec.words === undefined ? [] : [wordsText(spec, document)]
  return {
    collection,
    table,
    columns,
    values: [id, version, document ? 1 : 0, sortValue(spec, document), text, ...words, ...fields],
  }
}

export const quoted = (identifier: string) => `"${identifier}"`

/** The columns that a document is read from. */
export const documentColumns = ({ kept }: CollectionTable): string =>
  ['_id', '_document', ...kept.columns.map(quoted)].join(', ')
