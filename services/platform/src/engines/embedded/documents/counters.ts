import type { CollectionSpec, Where, Within } from '../../../ports/document-store.ts'
import { countedBy, getType, type Scalar, wantedValues } from '../../declared-fields.ts'

/** How many documents have which values in some fields, kept by triggers, so that counting walks no index. */
export type Counter = {
  /** Quoted. */
  readonly table: string
  readonly fields: readonly string[]
}

const quoted = (identifier: string) => `"${identifier}"`

/** What the names of a collection's counters begin with. @param stored the name of the collection's table */
export const counterPrefix = (service: string, stored: string) => `${service}/${stored}#`

/** @param stored the name of the collection's table */
export const toCounters = (service: string, stored: string, spec: CollectionSpec): Counter[] =>
  (spec.counted ?? []).map((fields) => {
    for (const field of fields) getType(spec, field)
    return { table: quoted(`${counterPrefix(service, stored)}(${fields})`), fields }
  })

/** Makes a counter of the rows in the collection's table, and of all later changes. */
export const counterStatements = (collection: string, { table, fields }: Counter): string[] => {
  const columns = fields.map(quoted)
  const named = (suffix: string) => quoted(`${table.slice(1, -1)} ${suffix}`)
  const all = (row: string) => ['true', ...columns.map((column) => `${column} is ${row}.${column}`)].join(' and ')
  const changed = ['_live', ...columns].map((column) => `old.${column} is not new.${column}`).join(' or ')
  const less = `update ${table} set _rows = _rows - 1 where ${all('old')};`
  const more = `update ${table} set _rows = _rows + 1 where ${all('new')};
    insert into ${table} select ${[...columns.map((column) => `new.${column}`), '1'].join(', ')} where changes() = 0;`
  const trigger = (name: string, when: string, then: string) =>
    `create trigger ${named(name)} after ${when} begin ${then} end`
  const grouped = columns.length > 0 ? `group by ${columns.join(', ')}` : ''
  return [
    `create table ${table} as select ${[...columns, 'count(*) as _rows'].join(', ')}
      from ${collection} where _live = 1 ${grouped}`,
    ...(columns.length > 0 ? [`create index ${named('by value')} on ${table} (${columns.join(', ')})`] : []),
    trigger('come', `insert on ${collection} when new._live = 1`, more),
    trigger('left', `update on ${collection} when old._live = 1 and (${changed})`, less),
    trigger('arrived', `update on ${collection} when new._live = 1 and (${changed})`, more),
    trigger('gone', `delete on ${collection} when old._live = 1`, less),
  ]
}

/** Null when no counter answers it. */
export const counterQuery = (
  { spec, counters }: { readonly spec: CollectionSpec; readonly counters: readonly Counter[] },
  where: Where,
  within: Within,
): { readonly sql: string; readonly values: readonly Scalar[] } | null => {
  const asked = Object.keys(where)
  const counter = countedBy(counters, where, within)
  if (!counter) return null
  const wanted = asked.map((field) => ({ field, values: wantedValues(spec, field, where[field]) }))
  // For one value alone SQLite uses the index by value: a counter by owner has many rows.
  const conditions = wanted.map(({ field, values }) => {
    const each = values.map(() => `${quoted(field)} is ?`)
    return each.length === 1 ? `${each[0]}` : `(${['false', ...each].join(' or ')})`
  })
  return {
    sql: `select coalesce(sum(_rows), 0) as rows from ${counter.table} where ${['true', ...conditions].join(' and ')}`,
    values: wanted.flatMap(({ values }) => values),
  }
}
