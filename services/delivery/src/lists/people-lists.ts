import { type Shop, shopKey, wordsAsked } from '@tuma/contracts/vocabulary'
import type { ReadModels } from '@tuma/platform/event-sourcing'
import type { Collection, Filter } from '@tuma/platform/ports'
import { contactsView, customersView, wordAtShop } from '../domain/people-views.ts'
import { countedMost, type PageWanted } from './newest-first.ts'

/** Who sends and receives, those with the newest parcel first. */
export const openPeopleLists = async ({ readModel }: ReadModels) => {
  const customers = await readModel(customersView)
  const contacts = await readModel(contactsView)

  return {
    /** `search` is how words of their names begin, or a phone, or its last digits. */
    customers: ({ shop, search, ...page }: PageWanted & { readonly shop: Shop; readonly search: string | null }) =>
      pageOf(customers, customersOf(shop, search ?? ''), page),
    /** `search` as for customers. */
    contacts: ({ search, ...page }: PageWanted & { readonly search: string | null }) =>
      pageOf(contacts, { words: wordsAsked(search ?? '') }, page),
  }
}
export type PeopleLists = Awaited<ReturnType<typeof openPeopleLists>>

const customersOf = (shop: Shop, search: string): Filter => {
  const words = wordsAsked(search)
  if (words.length === 0) return { where: { shop: shopKey(shop) } }
  return { words: words.map((beginnings) => beginnings.map((text) => wordAtShop(shop, text))) }
}

const pageOf = async <D extends object>(
  people: Collection<D>,
  { where = {}, ...within }: Filter,
  { limit, cursor }: PageWanted,
) => {
  const { documents: rows, next } = await people.find({ where, ...within, limit, after: cursor })
  const { count: total, more } = await people.countUpTo(countedMost, where, within)
  return { rows, next, total, more }
}
