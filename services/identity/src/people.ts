import { sameWords } from '@tuma/contracts/vocabulary'
import { BadCursor, cursorsOf } from '@tuma/platform/ports'
import * as z from 'zod/mini'
import type { AccountRow } from './domain/account-views.ts'

type Sort = 'name' | 'points' | 'recent'
/** Where a person stands in a list: nobody else stands there. */
type Place = { readonly key: string | number; readonly accountId: string }

const orders: { readonly [sort in Sort]: { key(row: AccountRow): string | number; readonly descends: boolean } } = {
  name: { key: ({ name }) => sameWords(name), descends: false },
  points: { key: ({ points }) => points, descends: true },
  recent: { key: ({ createdAt }) => createdAt, descends: true },
}

/** A page of those that match, with the number of them all. @throws BadCursor for one of another list */
export const pageOfPeople = (
  rows: readonly AccountRow[],
  wanted: {
    readonly search: string | null
    readonly sort: Sort
    readonly limit: number
    readonly cursor: string | null
  },
): { rows: AccountRow[]; next: string | null; total: number } => {
  const { search, sort, limit, cursor } = wanted
  const { key, descends } = orders[sort]
  const compare = (one: Place, other: Place) => (descends ? ascending(other, one) : ascending(one, other))
  const placed = rows
    .filter(matching(search ?? ''))
    .map((row) => ({ row, key: key(row), accountId: row.accountId }))
    .sort(compare)
  const last = cursor === null ? null : placeFrom(cursor, sort)
  const behind = last === null ? placed : placed.filter((place) => compare(place, last) > 0)
  const page = behind.slice(0, limit)
  const end = page.at(-1)
  const next = end && behind.length > limit ? places.write([sort, end.key, end.accountId]) : null
  return { rows: page.map(({ row }) => row), next, total: placed.length }
}

const ascending = (one: Place, other: Place): number => {
  if (one.key !== other.key) return one.key < other.key ? -1 : 1
  return one.accountId < other.accountId ? -1 : Number(one.accountId > other.accountId)
}

const matching = (search: string): ((row: AccountRow) => boolean) => {
  const text = sameWords(search)
  const digits = phoneDigits(search)
  return ({ name, username, email, phone }) =>
    [name, username, email].some((field) => sameWords(field).includes(text)) ||
    (digits !== '' && phone.includes(digits))
}

/** "0712 345" and "+254 712 345" are the beginning of one phone, which is kept as 254712345…. */
const phoneDigits = (search: string): string =>
  /^[\d\s()+-]+$/.test(search) ? search.replace(/\D/g, '').replace(/^0/, '') : ''

const places = cursorsOf(z.tuple([z.enum(['name', 'points', 'recent']), z.union([z.string(), z.number()]), z.string()]))

const placeFrom = (cursor: string, sort: Sort): Place => {
  const [listed, key, accountId] = places.read(cursor)
  if (listed !== sort || (typeof key === 'number') !== (sort === 'points')) throw new BadCursor()
  return { key, accountId }
}
