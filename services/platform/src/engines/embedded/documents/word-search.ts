import type { Beginnings, FindOptions, Where } from '../../../ports/document-store.ts'
import {
  askedWords,
  getType,
  lastCharacter,
  noSortValue,
  type Scalar,
  sortField,
  wantedValues,
} from '../../declared-fields.ts'
import type { PageEnd } from '../../page-cursor.ts'
import type { Connection } from '../file/connection.ts'
import { type CollectionTable, documentColumns, quoted } from './collection-table.ts'
import { type WordsTable, wordsColumn } from './words-table.ts'

type Sql = { readonly sql: string; readonly values: readonly Scalar[] }
type Asked = Pick<FindOptions, 'where' | 'words' | 'between' | 'upwards'>
type Found = { readonly _sort: string | number; readonly _id: string; readonly [column: string]: unknown }

/** Whether a row has a word with such a beginning, for queries that walk the rows of another condition. */
export const hasWord = (beginnings: Beginnings): Sql => ({
  sql: `exists (select 1 from json_each(${wordsColumn}) where ${['false', ...beginnings.map(() => 'value >= ? and value < ?')].join(' or ')})`,
  values: beginnings.flatMap(toRange),
})

/** Finds one more than `limit`, if there are as many: a part is not searched once the parts before it have enough. */
export const foundByWords = (
  reader: Connection,
  table: CollectionTable,
  asked: Asked,
  { limit, after }: { readonly limit: number; readonly after: PageEnd | null },
): Found[] => {
  const tests = rowTests(table, asked.where ?? {})
  const behind = after ? ` and (_sort, _id) ${asked.upwards ? '>' : '<'} (?, ?)` : ''
  const columns = documentColumns(table)
  const row = reader.prepare(`select ${columns} from ${table.table} where rowid = ?${tests.sql}${behind}`)
  const found: Found[] = []
  for (const hit of hitsInOrder(reader, table, asked, after)) {
    // Rows with the same sort value are ordered by their ids, which only the rows have.
    if (found.length > limit && found.at(-1)?._sort !== hit._sort) break
    const it = row.get(hit._row, ...tests.values, ...(after ?? []))
    if (it) found.push(it as Found)
  }
  return inOrder(found, asked.upwards).slice(0, limit + 1)
}

type Hit = { readonly _sort: string | number; readonly _row: number }

function* hitsInOrder(reader: Connection, table: CollectionTable, asked: Asked, after: PageEnd | null): Iterable<Hit> {
  const { wordsTable, words } = soughtIn(table, asked)
  const bounds = getBounds(table, asked, after)
  for (const part of partsWithin(reader, wordsTable, asked, bounds)) {
    const { sql, values } = hitsIn(wordsTable, part, words, bounds)
    const hits = reader.prepare(`${sql} order by _sort ${asked.upwards ? 'asc' : 'desc'}`)
    yield* hits.iterate(...values) as Iterable<unknown> as Iterable<Hit>
  }
}

/** How many, up to `max`. */
export const countByWords = (
  reader: Connection,
  table: CollectionTable,
  asked: Asked,
  max = Number.MAX_SAFE_INTEGER,
): number => {
  const tests = rowTests(table, asked.where ?? {})
  const tested = tests.sql ? `where exists (select 1 from ${table.table} where rowid = hit._row${tests.sql})` : ''
  const { wordsTable, words } = soughtIn(table, asked)
  const bounds = getBounds(table, asked, null)
  let count = 0
  for (const part of partsWithin(reader, wordsTable, asked, bounds)) {
    const hits = hitsIn(wordsTable, part, words, bounds)
    const counted = reader
      .prepare(`select count(*) as rows from (select 1 from (${hits.sql}) as hit ${tested} limit ?)`)
      .get(...hits.values, ...tests.values, max - count)
    count += Number(counted?.rows)
    if (count >= max) break
  }
  return count
}

const soughtIn = ({ spec, wordsTable }: CollectionTable, { words }: Asked) => {
  if (!wordsTable) throw new Error(`${spec.name} declares no words`)
  return { wordsTable, words: askedWords(spec, words) }
}

const inOrder = (found: Found[], upwards = false): Found[] => {
  const sorted = found.sort((one, other) =>
    one._sort === other._sort ? compare(one._id, other._id) : compare(one._sort, other._sort),
  )
  return upwards ? sorted : sorted.reverse()
}

/** Compares as SQLite does: text by its bytes. */
const compare = (one: string | number, other: string | number): number =>
  typeof one === 'number' || typeof other === 'number'
    ? Number(one) - Number(other)
    : Buffer.compare(Buffer.from(one), Buffer.from(other))

const toRange = (text: string): [string, string] => [text, text + lastCharacter]

/** The bounds for the sort value of all wanted rows: of the range, and of the end of the previous page. */
const getBounds = ({ spec }: CollectionTable, { between, upwards }: Asked, after: PageEnd | null) => {
  const lowest = between && between.from === undefined ? noSortValue[getType(spec, sortField(spec))] : undefined
  const bounds: readonly [string, string | number | undefined][] = [
    ['>=', between?.from],
    ['>', lowest],
    [upwards ? '>=' : '<=', after?.[0]],
    ['<', between?.to],
  ]
  return bounds.filter((bound): bound is [string, string | number] => bound[1] !== undefined)
}
type Bounds = ReturnType<typeof getBounds>

/**
 * The parts in the order in which they are searched, without those that have none of the words. A part ends where the
 * next one begins.
 */
function* partsWithin(
  reader: Connection,
  { parts, words: table }: WordsTable,
  { words, upwards }: Asked,
  bounds: Bounds,
): Iterable<number> {
  const within = bounds.map(([compared]) =>
    compared.startsWith('>')
      ? `_from >= (select max(_from) from ${parts} where _part = 1 or _from <= ?)`
      : `_from ${compared} ?`,
  )
  const has = `exists (select 1 from ${table} as w where w._part = p._part and w._word >= ? and w._word < ?)`
  const having = (words ?? []).map((beginnings) => `(${['false', ...beginnings.map(() => has)].join(' or ')})`)
  const rows = reader.prepare(
    `select _part from ${parts} as p where ${['true', ...within, ...having].join(' and ')}
      order by _from ${upwards ? 'asc' : 'desc'}`,
  )
  const values = [...bounds.map(([, value]) => value), ...(words ?? []).flat().flatMap(toRange)]
  for (const { _part } of rows.iterate(...values)) yield Number(_part)
}

/** `_sort, _row` of the documents of a part that have all of the words, each document once. */
const hitsIn = (table: WordsTable, part: number, words: readonly Beginnings[], bounds: Bounds): Sql => {
  const within = bounds.map(([compared]) => ` and _sort ${compared} ?`).join('')
  const beginning = `from ${table.words} where _part = ? and _word >= ? and _word < ?${within}`
  const each = words.map((beginnings) => {
    const some = beginnings.map(() => `select distinct _sort, _row ${beginning}`)
    return `select * from (${some.length > 0 ? some.join(' union ') : 'select 0 as _sort, 0 as _row where false'})`
  })
  const values = words.flat().flatMap((text) => [part, ...toRange(text), ...bounds.map(([, value]) => value)])
  return { sql: `select _sort, _row from (${each.join(' intersect ')})`, values }
}

const rowTests = ({ spec }: CollectionTable, where: Where): Sql => {
  const tests = Object.entries(where).map(([field, wanted]) => {
    const values = wantedValues(spec, field, wanted)
    return { sql: `(${['false', ...values.map(() => `${quoted(field)} is ?`)].join(' or ')})`, values }
  })
  return { sql: tests.map(({ sql }) => ` and ${sql}`).join(''), values: tests.flatMap(({ values }) => values) }
}
