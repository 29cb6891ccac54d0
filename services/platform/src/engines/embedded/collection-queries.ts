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
import { type CollectionTable, documentColumns, quoted } from './collection-table.ts'
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
  const parts = conditions(table, where, within, after)
  const [first] = parts
  if (!first) return null
  const columns = `_sort, ${documentColumns(table)}`
  // One row, if any: there is nothing to be put in order, and no part but this.
  if (parts.length === 1 && uniqueAmong(table.spec, where))
    return { sql: `select ${columns} ${first.sql}`, values: first.values }
  const values = parts.flatMap((part) => part.values)
  const newest = parts.map(({ sql }) => `select * from (select _sort ${sql} order by _sort desc limit ?)`)
  const rows = parts.map(({ sql }) => `select rowid ${sql} and _sort >= (select least from page)`)
  return {
    // No index has the ids, which are long: it says first how far back the page reaches, and those that share its last place
    // are told apart by their rows. The documents come last, one by one of what was put in order (a cross join keeps its left side
    // outside): they are long, and would be carried through the sorting.
    sql: `with page (least) as materialized (select coalesce(
        (select _sort from (${newest.join(' union all ')}) order by _sort desc limit 1 offset ?), ?))
      select ${columns} from (select rowid as _row from ${table.table}
        where rowid in (${rows.join(' union all ')}) order by _sort desc, _id desc limit ?)
      cross join ${table.table} as found on found.rowid = _row`,
    values: [
      ...parts.flatMap((part) => [...part.values, limit]),
      ...[limit - 1, noSortValue[typeOf(table.spec, sortField(table.spec))]],
      ...values,
      limit,
    ],
  }
}

/** One for each counter, else for each part of the filter: together they are the count. */
export const countQueries = (table: CollectionTable, where: Where, within: Within): Sql[] => {
  const counted = counterQuery(table, where, within)
  if (counted) return [counted]
  const parts = conditions(table, where, within, null)
  return parts.map(({ sql, values }) => ({ sql: `select count(*) as rows ${sql}`, values }))
}

/**
 * The conditions whose rows together are those of the filter, and no row in two of them: lists of values are taken apart.
 * Asked with `in`, SQLite would rather walk the whole table in sort order than use the index that was made for the filter.
 */
const conditions = (table: CollectionTable, where: Where, within: Within, after: PageEnd | null): Sql[] => {
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
  for (const range of ranges(table, within, after)) narrow([range])
  return all
}

const source = ({ table, indexes }: CollectionTable, where: Where, { startsWith }: Within): string => {
  const made = indexOfExactly(indexes, Object.keys(where), startsWith)
  return made ? `${table} indexed by ${made.name}` : table
}

const ranges = ({ spec }: CollectionTable, { between, startsWith }: Within, after: PageEnd | null): Sql[] => {
  const found: Sql[] = []
  if (startsWith) {
    const { field, text } = startsWith
    textField(spec, field)
    const column = quoted(field)
    found.push({ sql: `${column} >= ? and ${column} < ?`, values: [text, text + lastCharacter] })
  }
  if (between?.from !== undefined) found.push({ sql: '_sort >= ?', values: [between.from] })
  else if (between) found.push({ sql: '_sort > ?', values: [noSortValue[typeOf(spec, sortField(spec))]] })
  if (between?.to !== undefined) found.push({ sql: '_sort < ?', values: [between.to] })
  // Of the row itself only those at the same place are asked.
  if (after) found.push({ sql: '_sort <= ? and (_sort < ? or _id < ?)', values: [after[0], ...after] })
  return found
}
