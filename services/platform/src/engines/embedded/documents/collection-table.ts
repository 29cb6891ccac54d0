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
import type { RowSum } from './row-sum.ts'
import { toWordsTable, type WordsTable, wordsColumn, wordsStatements, wordsText } from './words-table.ts'

/**
 * A collection as a table: a real column for each declared field, the rest of the document, and columns of our own:
 * `_live` is 0 for a removed document (first in every index, so that counts need not read the rows), `_sort` is the
 * sort field without its nulls, which no keyset could step over. A collection that is only read by id has none of these
 * and is stored in the order of its ids, so that no index repeats them. `_sum`, the last one, is the checksum of all
 * others.
 */
export type CollectionTable = {
  readonly spec: CollectionSpec
  /** Quoted. Its name is that of the collection, or of the one that was filled beside it and took its place. */
  readonly table: string
  /** Quoted, as is the table. */
  readonly indexes: readonly { readonly name: string; readonly fields: readonly string[] }[]
  readonly counters: readonly Counter[]
  readonly kept: KeptDocument
  /** One list for all of its rows, so that a batch sends it to the writer once. Quoted where they are declared. */
  readonly columns: readonly string[]
  /** The columns that the checksum is over, without quotes. */
  readonly summed: readonly string[]
  /** The checksum of their values. */
  readonly sum: (values: readonly unknown[]) => number
  /** Null when no words are declared. */
  readonly wordsTable: WordsTable | null
}

const columnTypes = { text: 'text', number: 'real' }

/** @param stored the name of its table, where another collection has taken its place */
export const collectionTable = (
  service: string,
  spec: CollectionSpec,
  rowSum: RowSum,
  stored = spec.name,
): CollectionTable => {
  assertSound(spec)
  const named = (fields: readonly string[]) => ({ name: indexName(service, stored, fields), fields })
  const own = isAskedById(spec) ? [] : ['_live', '_sort']
  const fields = fieldsInOrder(spec)
  const summed = ['_id', '_version', ...own, '_document', ...ownWords(spec), ...fields]
  const label = `${service}/${getFilled(spec.name)}`
  return {
    spec,
    table: tableName(service, stored),
    indexes: listIndexes(spec).map(named),
    counters: toCounters(service, stored, spec),
    kept: keptDocument(spec),
    columns: [...summed.map((column) => (fields.includes(column) ? quoted(column) : column)), '_sum'],
    summed,
    sum: (values) => rowSum(label, values),
    wordsTable: toWordsTable(service, stored, spec),
  }
}

/** By name, because a release that declares the same fields in another order computes the same checksums. */
const fieldsInOrder = ({ fields }: CollectionSpec): string[] => sortedFields(fields).map(([field]) => field)

const besideEnding = '-beside'

/** The collection that is filled beside this one, to take its place. */
export const besideName = (collection: string): string => `${collection}${besideEnding}`

/** The collection whose rows are filled under this name. */
export const getFilled = (name: string): string =>
  name.endsWith(besideEnding) ? name.slice(0, -besideEnding.length) : name

const tableName = (service: string, collection: string): string => {
  assertName(collection)
  return quoted(`${service}/${collection}`)
}

const indexName = (service: string, stored: string, fields: readonly string[], also = '') =>
  quoted(`${service}/${stored}(${fields})${also}`)

export const declaration = (service: string, made: CollectionTable): Declaration => {
  const { spec, table, counters } = made
  return {
    service,
    name: spec.name,
    spec: specText(spec),
    shape: shapeText(spec),
    make: isAskedById(spec) ? [askedById(made)] : askedByFields(made),
    table,
    stored: toStored(service, table),
    indexes: toIndexes(service, made),
    counters: counters.map((counter) => ({ ...counter, statements: counterStatements(table, counter) })),
  }
}

const toStored = (service: string, table: string): string => table.slice(`"${service}/`.length, -1)

/** In a column of its own, because triggers cannot read a packed document. */
const ownWords = ({ words }: CollectionSpec): string[] => (words === undefined ? [] : [wordsColumn])

const askedByFields = ({ spec, table, wordsTable }: CollectionTable): string[] => {
  const columns = sortedFields(spec.fields).map(([field, type]) => `${quoted(field)} ${columnTypes[type]}`)
  // A number that rows keep when the file is rewritten: words refer to their document by it.
  const id = wordsTable ? '_row integer primary key, _id text not null unique' : '_id text primary key'
  const own = ['_document text', ...ownWords(spec).map((column) => `${column} text`)]
  return [
    `create table ${table} (${id}, _version integer not null, _live integer not null,
      _sort ${columnTypes[getType(spec, sortField(spec))]} not null, ${[...own, ...columns, '_sum integer not null'].join(', ')})`,
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
    as: `${indexName(service, toStored(service, table), [field], 'unique')} on ${table} (${quoted(field)})`,
  })),
]

const askedById = ({ table }: CollectionTable): string =>
  `create table ${table} (_id text primary key, _version integer not null, _document text, _sum integer not null)
    without rowid`

export const tableRow = (
  { spec, table, kept, columns, sum }: CollectionTable,
  { collection, id, version, document }: DocumentWrite,
): Row => {
  const text = document && kept.pack(id, document)
  const own = isAskedById(spec) ? [] : [document ? 1 : 0, sortValue(spec, document)]
  const words = spec.words === undefined ? [] : [wordsText(spec, document)]
  const fields = fieldsInOrder(spec).map((field) => fieldValue(spec, field, document))
  const values = [id, version, ...own, text, ...words, ...fields] as const
  return { collection, table, columns, values: [...values, sum(values)] }
}

export const quoted = (identifier: string) => `"${identifier}"`

/** The columns that a document is read and checked from. */
export const documentColumns = ({ columns }: CollectionTable): string => columns.join(', ')
