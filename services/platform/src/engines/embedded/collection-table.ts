import type { CollectionSpec, DocumentWrite } from '../../ports/document-store.ts'
import type { Declaration, Row } from './document-writes.ts'

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
}

export type Scalar = string | number | null

const FIELD = /^[A-Za-z][A-Za-z0-9]*$/
const NAME = /^[a-z][a-z0-9-]*$/
const COLUMN = { text: 'text', number: 'real' }
export const NO_SORT_VALUE = { text: '', number: -Number.MAX_VALUE }

export function collectionTable(service: string, spec: CollectionSpec): CollectionTable {
  for (const field of Object.keys(spec.fields)) {
    if (!FIELD.test(field)) throw new Error(`not a field's name: ${field}`)
  }
  for (const field of [spec.sortBy, ...(spec.unique ?? []), ...spec.indexes.flat()]) typeOf(spec, field)
  const table = tableName(service, spec.name)
  const named = (fields: readonly string[]) => ({ name: indexName(service, spec, fields), fields })
  return { spec, table, indexes: [[], ...spec.indexes].map(named) }
}

export function tableName(service: string, collection: string): string {
  if (!NAME.test(collection)) throw new Error(`not a collection's name: ${collection}`)
  return quoted(`${service}/${collection}`)
}

const indexName = (service: string, { name }: CollectionSpec, fields: readonly string[], also = '') =>
  quoted(`${service}/${name}(${fields})${also}`)

export function declaration(service: string, { spec, table, indexes }: CollectionTable): Declaration {
  const { name, unique = [], sortBy } = spec
  const fields = Object.entries(spec.fields).sort(([a], [b]) => (a < b ? -1 : 1))
  const columns = fields.map(([field, type]) => `${quoted(field)} ${COLUMN[type]}`)
  return {
    service,
    name,
    spec: JSON.stringify({ fields, indexes: spec.indexes, unique: [...unique].sort(), sortBy }),
    statements: [
      `create table ${table} (_id text primary key, _version integer not null, _live integer not null,
        _sort ${COLUMN[typeOf(spec, sortBy)]} not null, _document text, ${columns.join(', ')})`,
      ...indexes.map(({ name, fields }) => {
        const columns = ['_live', ...fields.map(quoted), '_sort', '_id']
        return `create index ${name} on ${table} (${columns.join(', ')})`
      }),
      ...unique.map((field) => {
        const name = indexName(service, spec, [field], 'unique')
        return `create unique index ${name} on ${table} (${quoted(field)})`
      }),
    ],
  }
}

export function tableRow({ spec, table }: CollectionTable, { collection, id, version, document }: DocumentWrite): Row {
  const fields = Object.keys(spec.fields)
  const values = fields.map((field) => fieldValue(spec, field, document))
  const sort = values[fields.indexOf(spec.sortBy)] ?? NO_SORT_VALUE[typeOf(spec, spec.sortBy)]
  return {
    collection,
    table,
    columns: ['_id', '_version', '_live', '_sort', '_document', ...fields.map(quoted)],
    values: [id, version, document ? 1 : 0, sort, document && JSON.stringify(document), ...values],
  }
}

function fieldValue(spec: CollectionSpec, field: string, document: object | null): Scalar {
  const value: unknown = (document as Record<string, unknown> | null)?.[field] ?? null
  const wanted = typeOf(spec, field) === 'text' ? 'string' : 'number'
  if (value !== null && typeof value !== wanted) throw new Error(`${spec.name}.${field} is no ${wanted}`)
  return value as Scalar
}

export function typeOf(spec: CollectionSpec, field: string) {
  const type = Object.hasOwn(spec.fields, field) ? spec.fields[field] : undefined
  if (!type) throw new Error(`${spec.name} declares no field ${field}`)
  return type
}

export const quoted = (identifier: string) => `"${identifier}"`
