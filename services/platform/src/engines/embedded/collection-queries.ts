import type { Where, Within } from '../../ports/document-store.ts'
import {
  indexOfExactly,
  lastCharacter,
  noSortValue,
  type Scalar,
  textField,
  typeOf,
  uniqueAmong,
  wantedValues,
} from '../declared-fields.ts'
import type { PageEnd } from '../page-cursor.ts'
import { type CollectionTable, quoted } from './collection-table.ts'
import { counterQuery } from './counters.ts'
import { hasWord } from './word-search.ts'

/** With a value for each question mark in it. */
type Sql = { readonly sql: string; readonly values: readonly Scalar[] }

type Place = { readonly after: PageEnd | null; readonly upwards: boolean }
type PageAsked = { readonly limit: number; readonly after: PageEnd | null; readonly upwards?: boolean }
const fromTheNewest: Place = { after: null, upwards: false }

/** Null when a list of values is empty: nothing can be found then. */
export const pageQuery = (
  table: CollectionTable,
  where: Where,
  within: Within,
  { limit, after, upwards = false }: PageAsked,
): Sql | null => {
  const parts = conditions(table, where, within, { after, upwards })
  const [first] = parts
  if (!first) return null
  // One row, if any: there is nothing to be put in order, and no part but this.
  if (parts.length === 1 && uniqueAmong(table.spec, where))
    return { sql: `select _sort, _id, _document ${first.sql}`, values: first.values }
  const order = upwards ? 'order by _sort, _id' : 'order by _sort desc, _id desc'
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
  const parts = conditions(table, where, within, fromTheNewest)
  return parts.map(({ sql, values }) => ({ sql: `select count(*) as rows ${sql}`, values }))
}

/** The same for what no counter knows, none of them counting further than `atMost`. */
export const limitedCounts = (table: CollectionTable, where: Where, within: Within, atMost: number): Sql[] =>
  conditions(table, where, within, fromTheNewest).map(({ sql, values }) => ({
    sql: `select count(*) as rows from (select 1 ${sql} limit ?)`,
    values: [...values, atMost],
  }))

/**
 * The conditions whose rows together are those of the filter, and no row in two of them: lists of values are taken apart.
 * Asked with `in`, SQLite would rather walk the whole table in sort order than use the index that was made for the filter.
 */
const conditions = (table: CollectionTable, where: Where, within: Within, place: Place): Sql[] => {
  const { spec } = table
  let all: Sql[] = [{ sql: `from ${source(table, where, within)} where _live = 1`, values: [] }]
  const narrow = (alternatives: readonly Sql[]) => {
    all = all.flatMap((one) =>
      alternatives.map(({ sql, values }) => ({ sql: `${one.sql} and ${sql}`, values: [...one.values, ...values] })),
    )
  }
  for (const [field, wanted] of Object.entries(where)) {
    narrow(wantedValues(spec, field, wanted).map((value) => ({ sql: `${quoted(field)} is ?`, values: [value] })))
  }
  for (const range of ranges(table, within, place)) narrow([range])
  return all
}

const source = ({ table, indexes }: CollectionTable, where: Where, { startsWith }: Within): string => {
  const made = indexOfExactly(indexes, Object.keys(where), startsWith)
  return made ? `${table} indexed by ${made.name}` : table
}

const ranges = ({ spec }: CollectionTable, { between, startsWith, words = [] }: Within, place: Place): Sql[] => {
  const found: Sql[] = []
  if (startsWith) {
    const { field, text } = startsWith
    textField(spec, field)
    const column = quoted(field)
    found.push({ sql: `${column} >= ? and ${column} < ?`, values: [text, text + lastCharacter] })
  }
  if (between?.from !== undefined) found.push({ sql: '_sort >= ?', values: [between.from] })
  else if (between) found.push({ sql: '_sort > ?', values: [noSortValue[typeOf(spec, spec.sortBy)]] })
  found.push(...ends(between?.to, place))
  // The rows are looked at for these: they come last.
  if (spec.words !== undefined) found.push(...words.map((beginnings) => hasWord(String(spec.words), beginnings)))
  return found
}

/** Where a page begins, behind the page before, and where the range ends. No id comes before the empty one. */
const ends = (to: string | number | undefined, { after, upwards }: Place): Sql[] => {
  const behind = after && { sql: `(_sort, _id) ${upwards ? '>' : '<'} (?, ?)`, values: after }
  const end = to === undefined ? null : { sql: '(_sort, _id) < (?, ?)', values: [to, ''] }
  if (upwards || !behind || !end) return [behind, end].filter((one) => one !== null)
  return [to !== undefined && (after?.[0] ?? to) < to ? behind : end]
}
