import { type Role, wordsAsked } from '@tuma/contracts/vocabulary'
import type { ReadModels } from '@tuma/platform/event-sourcing'
import { BadCursor, type Collection, createCursors, type Where } from '@tuma/platform/ports'
import * as z from 'zod/mini'
import { type AccountRow, accountsByNameView, accountsByPointsView, accountsView } from '../domain/account-views.ts'

const sorts = ['name', 'points', 'recent'] as const
type Wanted = {
  readonly search: string | null
  readonly role: Role | null
  readonly sort: (typeof sorts)[number]
  readonly limit: number
  readonly cursor: string | null
}
type Row = Omit<AccountRow, 'words'>

/** The result of a search is counted up to this number. */
const maxCounted = 1000

/** Accounts in each order that lists have. */
export const openPeople = async ({ readModel }: ReadModels) => ({
  newest: await readModel(accountsView),
  byName: await readModel(accountsByNameView),
  byPoints: await readModel(accountsByPointsView),
})
export type People = Awaited<ReturnType<typeof openPeople>>

/**
 * A page of the accounts that match, with their total number, and whether there are more. @throws BadCursor for a
 * cursor of another list
 */
export const pageOfPeople = async ({ newest, byName, byPoints }: People, wanted: Wanted) => {
  const { sort } = wanted
  if (sort === 'recent') return getPage(newest, wanted, (row): Row => row)
  return getPage(sort === 'name' ? byName : byPoints, wanted, ({ account }) => account)
}

const getPage = async <D extends object>(
  people: Collection<D>,
  { search, role, sort, limit, cursor }: Wanted,
  getRow: (document: D) => Row,
) => {
  const where: Where = role === null ? {} : { role }
  const words = wordsAsked(search ?? '')
  const after = cursor === null ? null : afterFrom(cursor, sort)
  const { documents, next } = await people.find({ where, words, limit, after, upwards: sort === 'name' })
  const { count: total, more } = await people.countUpTo(maxCounted, where, { words })
  return { rows: documents.map(getRow), next: next === null ? null : places.write([sort, next]), total, more }
}

const places = createCursors(z.tuple([z.enum(sorts), z.string()]))

const afterFrom = (cursor: string, sort: Wanted['sort']): string => {
  const [listed, after] = places.read(cursor)
  if (listed !== sort) throw new BadCursor()
  return after
}
