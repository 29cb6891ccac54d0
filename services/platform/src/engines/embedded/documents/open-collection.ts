import {
  type Collection,
  type CollectionSpec,
  type Damage,
  DocumentsDamaged,
  type Filter,
  type FindOptions,
  type Page,
  type Where,
  type Within,
} from '../../../ports/document-store.ts'
import { askedWords, type Scalar } from '../../declared-fields.ts'
import { type PageEnd, pageCursors } from '../../page-cursor.ts'
import type { Connection } from '../file/connection.ts'
import { readRow, soundDocuments, tellUnreadable } from './checked-rows.ts'
import { countQueries, limitedCounts, lookupQueries, pageQuery } from './collection-queries.ts'
import { type CollectionTable, documentColumns } from './collection-table.ts'
import { counterQuery } from './counters.ts'
import { countByWords, foundByWords } from './word-search.ts'

type Prepared = { readonly made: CollectionTable; readonly lookups: ReturnType<typeof lookupQueries> }
type Parts = { readonly reader: Connection; readonly tell: (damage: Damage) => void }

/**
 * @param toMade the table now, because another one may take its place
 * @throws DocumentsDamaged from its reads, when SQLite cannot read the table
 */
export const openCollection = (
  spec: CollectionSpec,
  toMade: () => CollectionTable,
  parts: Parts,
): Collection<object> => {
  const { reader, tell } = parts
  const { name } = spec
  let prepared: Prepared | undefined
  /** Lookups are prepared once, while other queries are built for each call. */
  const now = (): Prepared => {
    const made = toMade()
    if (prepared?.made !== made) prepared = { made, lookups: lookupQueries(made) }
    return prepared
  }
  const guarded =
    <Asked extends unknown[], Answer>(read: (...asked: Asked) => Answer) =>
    async (...asked: Asked): Promise<Answer> => {
      try {
        return read(...asked)
      } catch (error) {
        throw tellUnreadable(error, name, tell)
      }
    }
  const getVersioned = guarded((id: string) => {
    const made = toMade()
    const row = reader.prepare(`select ${documentColumns(made)} from ${made.table} where _id = ?`).get(id)
    if (!row) return null
    const read = readRow(made, row)
    if (read) return { document: read.document, version: Number(row._version) }
    tell({ collection: name, id })
    throw new DocumentsDamaged(name)
  })
  return {
    spec,
    get: async (id) => (await getVersioned(id))?.document ?? null,
    getVersioned,
    find: guarded((options: FindOptions) => findPage(now(), parts, options)),
    count: guarded((where: Where = {}, within: Within = {}) => {
      const made = toMade()
      if (walkOfWords(made, reader, { where, ...within })) return countByWords(reader, made, { where, ...within })
      return addUp(reader, countQueries(made, where, within))
    }),
    countUpTo: guarded((max: number, where: Where = {}, within: Within = {}) => {
      const made = toMade()
      const known = counterQuery(made, where, within)
      if (known) return { count: addUp(reader, [known]), more: false }
      const count = walkOfWords(made, reader, { where, ...within })
        ? countByWords(reader, made, { where, ...within }, max + 1)
        : addUp(reader, limitedCounts(made, where, within, max + 1))
      return { count: Math.min(count, max), more: count > max }
    }),
  }
}

const findPage = ({ made, lookups }: Prepared, parts: Parts, asking: FindOptions): Page<object> => {
  const { limit, after, ...asked } = asking
  const { reader } = parts
  const lookup = lookups.find(({ field }) => isAllThatIsAsked(field, asked))
  if (lookup && limit > 0) {
    const row = reader.prepare(lookup.sql).get(asked.where?.[lookup.field] as Scalar)
    return { ...soundDocuments(made, parts.tell, row ? [row] : [], asked).page, next: null }
  }
  const place = { limit, after: after ? pageCursors.read(after) : null }
  const rows = walkOfWords(made, reader, asked)
    ? foundByWords(reader, made, asked, place)
    : walked(made, reader, asked, place)
  const { page, last } = soundDocuments(made, parts.tell, rows.slice(0, limit), asked)
  const hasNext = limit > 0 && rows.length > limit
  // A damaged row does not say where it is in the list: the next page begins behind the last sound one.
  if (hasNext && !last) throw new DocumentsDamaged(made.spec.name)
  return { ...page, next: hasNext && last ? pageCursors.write(last) : null }
}

const isAllThatIsAsked = (field: string, { where = {}, ...within }: Filter): boolean => {
  const value = where[field]
  const isOne = typeof value === 'string' || typeof value === 'number'
  return isOne && Object.keys(where).length === 1 && Object.keys(within).length === 0
}

/** So few rows can each be checked for the words. */
const few = 1000

/**
 * Whether to search by the words. If the other conditions leave few rows, these are walked and their words compared,
 * because the words may be in almost every document.
 */
const walkOfWords = (made: CollectionTable, reader: Connection, { where = {}, words }: Filter): boolean => {
  if (askedWords(made.spec, words).length === 0) return false
  const known = counterQuery(made, where, {})
  if (known) return addUp(reader, [known]) > few
  return Object.keys(where).length === 0 || addUp(reader, limitedCounts(made, where, {}, few + 1)) > few
}

const walked = (
  made: CollectionTable,
  reader: Connection,
  { where = {}, ...within }: Omit<FindOptions, 'limit' | 'after'>,
  { limit, after }: { readonly limit: number; readonly after: PageEnd | null },
) => {
  const query = pageQuery(made, where, within, { limit: limit + 1, after, upwards: within.upwards === true })
  return query ? reader.prepare(query.sql).all(...query.values) : []
}

const addUp = (reader: Connection, queries: ReturnType<typeof countQueries>): number =>
  queries.reduce((sum, { sql, values }) => sum + Number(reader.prepare(sql).get(...values)?.rows), 0)
