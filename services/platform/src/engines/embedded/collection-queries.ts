import type { Where, Within } from '../../ports/document-store.ts'
import {
  indexOfExactly,
  lastCharacter,
  noSortValue,
  type Scalar,
  sortField,
  textField,
  typeOf,
  uniqueAmong,
  wantedValues,
} from '../declared-fields.ts'
import type { PageEnd } from '../page-cursor.ts'
import { type CollectionTable, quoted } from './collection-table.ts'
import { counterQuery } from './counters.ts'

/** With a value for each question mark in it. */
type Sql = { readonly sql: string; readonly values: readonly Scalar[] }

/** Null when a list of values is empty: nothing can be found then. */
export const pageQuery = (
  table: CollectionTable,
  where: Where,
  within: Within,
  { limit, after }: { readonly limit: number; readonly after: PageEnd | null },
): Sql | null => {
  const parts = conditions(table, where, within, pageEnd(within, after))
  const [first] = parts
  if (!first) return null
  // One row, if any: there is nothing to be put in order, and no part but this.
  if (parts.length === 1 && uniqueAmong(table.spec, where))
    return { sql: `select _sort, _id, _document ${first.sql}`, values: first.values }
  const order = 'order by _sort desc, _id desc'
  const pages = parts.map(({ sql }) => `select * from (select rowid as _row, _sort, _id ${sql} ${order} limit ?)`)
  return {
    // The documents come last: they are long, and of many parts only the first rows are wanted.
    sql: `select _sort, _id, _document from ${table.table}
      where rowid in (select _row from (${pages.join(' union all ')}) ${order} limit ?) ${order}`,
    values: [...parts.flatMap(({ values }) => [...values, limit]), limit],
  }
}

/** Their sum is the count. */
export const countQueries = (table: CollectionTable, where: Where, within: Within): Sql[] => {
  const counted = counterQuery(table, where, within)
  if (counted) return [counted]
  const parts = conditions(table, where, within, pageEnd(within, null))
  return parts.map(({ sql, values }) => ({ sql: `select count(*) as rows ${sql}`, values }))
}

/**
 * The conditions whose rows together are those of the filter, and no row in two of them: lists of values are taken apart.
 * Asked with `in`, SQLite would rather walk the whole table in sort order than use the index that was made for the filter.
 */
const conditions = (table: CollectionTable, where: Where, within: Within, end: PageEnd | null): Sql[] => {
  const { spec } = table
  sortField(spec)
  let all: Sql[] = [{ sql: `from ${source(table, where, within)} where _live = 1`, values: [] }]
  const narrow = (alternatives: readonly Sql[]) => {
    all = all.flatMap((one) =>
      alternatives.map(({ sql, values }) => ({ sql: `${one.sql} and ${sql}`, values: [...one.values, ...values] })),
    )
  }
  for (const [field, wanted] of Object.entries(where)) {
    narrow(wantedValues(spec, field, wanted).map((value) => ({ sql: `${quoted(field)} is ?`, values: [value] })))
  }
  for (const range of ranges(table, within, end)) narrow([range])
  return all
}

const source = ({ table, indexes }: CollectionTable, where: Where, { startsWith }: Within): string => {
  const made = indexOfExactly(indexes, Object.keys(where), startsWith)
  return made ? `${table} indexed by ${made.name}` : table
}

const ranges = ({ spec }: CollectionTable, { between, startsWith }: Within, end: PageEnd | null): Sql[] => {
  const found: Sql[] = []
  if (startsWith) {
    const { field, text } = startsWith
    textField(spec, field)
    const column = quoted(field)
    found.push({ sql: `${column} >= ? and ${column} < ?`, values: [text, text + lastCharacter] })
  }
  if (between?.from !== undefined) found.push({ sql: '_sort >= ?', values: [between.from] })
  else if (between) found.push({ sql: '_sort > ?', values: [noSortValue[typeOf(spec, sortField(spec))]] })
  if (end) found.push({ sql: '(_sort, _id) < (?, ?)', values: end })
  return found
}

/** Where a page begins: behind the page before, and before the range's end. No id comes before the empty one. */
const pageEnd = ({ between }: Within, after: PageEnd | null): PageEnd | null => {
  const to = between?.to
  return to === undefined || (after && after[0] < to) ? after : [to, '']
}
