import type { CollectionSpec, Where, Within } from '../../../ports/document-store.ts'
import {
  getType,
  indexOfExactly,
  lastCharacter,
  noSortValue,
  type Scalar,
  sortField,
  textField,
  uniqueAmong,
  wantedValues,
} from '../../declared-fields.ts'
import type { PageEnd } from '../../page-cursor.ts'
import { type CollectionTable, documentColumns, quoted } from './collection-table.ts'
import { counterQuery } from './counters.ts'
import { hasWord } from './word-search.ts'

/** An SQL text with a value for each of its question marks. */
type Sql = { readonly sql: string; readonly values: readonly Scalar[] }

/** `ends`: the page's far end is a condition too. */
type Place = { readonly after: PageEnd | null; readonly upwards: boolean; readonly ends: boolean }
type PageAsked = { readonly limit: number; readonly after: PageEnd | null; readonly upwards?: boolean }
const fromTheNewest: Place = { after: null, upwards: false, ends: false }
/** Sorts after all texts and numbers, because SQLite puts this kind after both. */
const afterAll = "x''"

/** Null when a list of values is empty: the query would find nothing. */
export const pageQuery = (
  table: CollectionTable,
  where: Where,
  within: Within,
  { limit, after, upwards = false }: PageAsked,
): Sql | null => {
  const parts = conditions(table, where, within, { after, upwards, ends: false })
  const [first] = parts
  if (!first) return null
  const columns = documentColumns(table)
  // At most one row, so that neither sorting nor another part is needed.
  if (parts.length === 1 && uniqueAmong(table.spec, where))
    return { sql: `select ${columns} ${first.sql}`, values: first.values }
  const { between } = within
  const ofPage = between ? conditions(table, where, within, { after, upwards, ends: true }) : parts
  const values = ofPage.flatMap((part) => part.values)
  const lowest = noSortValue[getType(table.spec, sortField(table.spec))]
  const furthest = upwards ? between?.to : (between?.from ?? lowest)
  const [back, compared] = upwards ? ['', '<='] : [' desc', '>=']
  const reaching = parts.map(({ sql }) => `select * from (select _sort ${sql} order by _sort${back} limit ?)`)
  const rows = ofPage.map(({ sql }) => `select rowid ${sql} and _sort ${compared} (select furthest from page)`)
  return {
    // Ids are long and in no index: the query first finds how far the page reaches, and reads the rows at its last sort
    // value to order them. The documents come last, one for each chosen row (a cross join keeps its left side outside),
    // because sorting would carry these long texts along.
    sql: `with page (furthest) as materialized (select coalesce(
        (select _sort from (${reaching.join(' union all ')}) order by _sort${back} limit 1 offset ?), ${furthest === undefined ? afterAll : '?'}))
      select ${columns} from (select rowid as chosen from ${table.table}
        where rowid in (${rows.join(' union all ')}) order by _sort${back}, _id${back} limit ?)
      cross join ${table.table} as found on found.rowid = chosen`,
    values: [
      ...parts.flatMap((part) => [...part.values, limit]),
      limit - 1,
      ...(furthest === undefined ? [] : [furthest]),
      ...values,
      limit,
    ],
  }
}

/**
 * One for each unique field, for filters by that field alone: prepared once, while other queries are built for each
 * call.
 */
export const lookupQueries = (table: CollectionTable): readonly { readonly field: string; readonly sql: string }[] =>
  (table.spec.unique ?? []).map((field) => ({
    field,
    sql: `select ${documentColumns(table)} from ${table.table} where _live = 1 and ${quoted(field)} is ?`,
  }))

/** One query for each counter, or otherwise for each part of the filter; their sum is the count. */
export const countQueries = (table: CollectionTable, where: Where, within: Within): Sql[] => {
  const counted = counterQuery(table, where, within)
  if (counted) return [counted]
  const parts = conditions(table, where, within, fromTheNewest)
  return parts.map(({ sql, values }) => ({ sql: `select count(*) as rows ${sql}`, values }))
}

/** The same for filters without a counter, where no query counts further than `max`. */
export const limitedCounts = (table: CollectionTable, where: Where, within: Within, max: number): Sql[] =>
  conditions(table, where, within, fromTheNewest).map(({ sql, values }) => ({
    sql: `select count(*) as rows from (select 1 ${sql} limit ?)`,
    values: [...values, max],
  }))

/**
 * The conditions whose rows together are those of the filter, without a row in two of them: lists of values are split.
 * With `in`, SQLite would walk the whole table in sort order instead of using the index that was made for the filter.
 */
const conditions = (table: CollectionTable, where: Where, within: Within, place: Place): Sql[] => {
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
  found.push(...bounds(spec, between, place))
  // These conditions need the rows themselves, so they come last.
  if (words.length > 0) found.push(...words.map(hasWord))
  return found
}

/**
 * The range of the filter, and the start of the page behind the previous page. An index is walked from one bound on
 * each side, which must be the page's, because they are nearer: the plus keeps SQLite from using the others.
 */
const bounds = (spec: CollectionSpec, between: Within['between'], { after, upwards, ends }: Place): Sql[] => {
  const found: Sql[] = []
  const begins = after !== null
  const [lower, upper] = (upwards ? [begins, ends] : [ends, begins]).map((isNearer) => (isNearer ? '+_sort' : '_sort'))
  if (between?.from !== undefined) found.push({ sql: `${lower} >= ?`, values: [between.from] })
  else if (between) found.push({ sql: `${lower} > ?`, values: [noSortValue[getType(spec, sortField(spec))]] })
  if (between?.to !== undefined) found.push({ sql: `${upper} < ?`, values: [between.to] })
  const [atOrBehind, behind] = upwards ? ['>=', '>'] : ['<=', '<']
  // Only the rows with the same sort value are compared by id.
  if (after)
    found.push({
      sql: `_sort ${atOrBehind} ? and (_sort ${behind} ? or _id ${behind} ?)`,
      values: [after[0], ...after],
    })
  return found
}
