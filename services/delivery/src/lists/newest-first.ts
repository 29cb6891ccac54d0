import { BadCursor, type Collection, createCursors, type Filter } from '@tuma/platform/ports'
import * as z from 'zod/mini'

type Row = { readonly _id: string; readonly createdAt: string }
/** A filter with a condition that no index covers: its rows are checked as they are read. */
export type Sieve<D> = Filter & { readonly keeps?: (row: D) => boolean }
export type PageWanted = { readonly limit: number; readonly cursor: string | null }

/** The last row that was returned, and for each source a cursor: all rows before the cursor were returned. */
const place = z.object({
  last: z.nullable(z.tuple([z.string(), z.string()])),
  after: z.array(z.nullable(z.string())),
})
type Place = z.infer<typeof place>
type Last = Place['last']
const places = createCursors(place)

/**
 * A page of the rows that several filters find in one collection, newest first; a row that two filters find is listed
 * once. A new row does not move the others while a reader turns pages: every page begins after the last row that was
 * returned.
 * @throws BadCursor
 */
export const newestFirst = async <D extends Row>(
  collection: Collection<D>,
  filters: readonly Sieve<D>[],
  { limit, cursor }: PageWanted,
): Promise<{ rows: D[]; next: string | null }> => {
  const place = cursor === null ? { last: null, after: filters.map(() => null) } : placeFrom(cursor, filters.length)
  const sources = await Promise.all(
    filters.map((filter, index) => rowsBehind(collection, filter, limit, place.last, place.after[index] ?? null)),
  )
  const each = new Map(sources.flatMap(({ rows }) => rows).map((row) => [row._id, row]))
  const found = [...each.values()].sort((one, other) => (isBehind(one, getKey(other)) ? 1 : -1))
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  const more = found.length > limit || sources.some((source) => source.more)
  if (!last || !more) return { rows, next: null }
  return { rows, next: places.write({ last: getKey(last), after: sources.map(({ after }) => after) }) }
}

/** A page of rows with their count, or that there are more. No two filters may find the same row. @throws BadCursor */
export const listed = async <D extends Row>(
  collection: Collection<D>,
  filters: readonly Sieve<D>[],
  page: PageWanted,
) => ({ ...(await newestFirst(collection, filters, page)), ...(await countedUpTo(collection, filters)) })

/** At most this many rows are counted one by one where no stored count exists. */
export const maxCounted = 1000

const countedUpTo = async <D extends Row>(collection: Collection<D>, filters: readonly Sieve<D>[]) => {
  const counts = await Promise.all(
    filters.map(async ({ keeps, where, ...within }) => {
      if (!keeps) return collection.countUpTo(maxCounted, where, within)
      const { rows, more } = await sifted(collection, { keeps, ...(where ? { where } : {}), ...within })
      return { count: rows.length, more }
    }),
  )
  return { total: counts.reduce((sum, { count }) => sum + count, 0), more: counts.some(({ more }) => more) }
}

/** The rows that `keeps` accepts, out of at most `maxCounted`. */
export const sifted = async <D extends object>(collection: Collection<D>, { keeps, ...filter }: Sieve<D>) => {
  const { documents, next } = await collection.find({ ...filter, limit: maxCounted })
  return { rows: keeps ? documents.filter(keeps) : documents, more: next !== null }
}

export const counted = async <D extends Row>(
  collection: Collection<D>,
  filters: readonly Filter[],
): Promise<number> => {
  const counts = await Promise.all(filters.map(({ where, ...within }) => collection.count(where, within)))
  return counts.reduce((sum, some) => sum + some, 0)
}

const getKey = ({ createdAt, _id }: Row): [string, string] => [createdAt, _id]

const isBehind = ({ createdAt, _id }: Row, [lastAt, lastId]: [string, string]): boolean =>
  createdAt < lastAt || (createdAt === lastAt && _id < lastId)

/** At least `limit` rows after the last one that was returned, if there are that many. */
const rowsBehind = async <D extends Row>(
  collection: Collection<D>,
  { keeps = () => true, ...filter }: Sieve<D>,
  limit: number,
  last: Last,
  start: string | null,
) => {
  const rows: D[] = []
  let after = start
  let next = start
  do {
    const page = await collection.find({ ...filter, limit, after: next })
    const unseen = page.documents.filter((row) => keeps(row) && (last === null || isBehind(row, last)))
    rows.push(...unseen)
    next = page.next
    if (unseen.length === 0) after = next ?? after
  } while (next !== null && rows.length < limit)
  return { rows, after, more: next !== null }
}

const placeFrom = (cursor: string, sources: number): Place => {
  const found = places.read(cursor)
  if (found.after.length !== sources) throw new BadCursor()
  return found
}
