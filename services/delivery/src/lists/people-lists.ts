import { type Shop, shopKey, wordsAsked } from '@tuma/contracts/vocabulary'
import type { ReadModels } from '@tuma/platform/event-sourcing'
import type { Collection, Filter } from '@tuma/platform/ports'
import { type ContactRow, contactsView, customersView, wordAtShop } from '../domain/people/people-views.ts'
import { maxCounted, type PageWanted, sifted } from './newest-first.ts'

type ContactsWanted = PageWanted & {
  readonly search: string | null
  readonly type?: ContactRow['type'] | null | undefined
}

/** Senders and receivers, those with the newest parcel first. */
export const openPeopleLists = async ({ readModel }: ReadModels) => {
  const customers = await readModel(customersView)
  const contacts = await readModel(contactsView)

  return {
    /** `search`: the beginnings of words of a name, or a phone, or its last digits. */
    customers: ({ shop, search, ...page }: PageWanted & { readonly shop: Shop; readonly search: string | null }) =>
      getPage(customers, toCustomers(shop, search ?? ''), page),
    /** `search` as for customers. */
    contacts: ({ search, type = null, ...page }: ContactsWanted) => {
      const found = { words: wordsAsked(search ?? '') }
      return type === null ? getPage(contacts, found, page) : pageOfType(contacts, type, found, page)
    },
  }
}
export type PeopleLists = Awaited<ReturnType<typeof openPeopleLists>>

const toCustomers = (shop: Shop, search: string): Filter => {
  const words = wordsAsked(search)
  if (words.length === 0) return { where: { shop: shopKey(shop) } }
  return { words: words.map((beginnings) => beginnings.map((text) => wordAtShop(shop, text))) }
}

const getPage = async <D extends object>(
  people: Collection<D>,
  { where = {}, ...within }: Filter,
  { limit, cursor }: PageWanted,
) => {
  const { documents: rows, next } = await people.find({ where, ...within, limit, after: cursor })
  const { count: total, more } = await people.countUpTo(maxCounted, where, within)
  return { rows, next, total, more }
}

/** No index separates senders from receivers; about every second row matches. */
const pageOfType = async (
  people: Collection<ContactRow>,
  type: ContactRow['type'],
  filter: Filter,
  { limit, cursor }: PageWanted,
) => {
  const isOne = (row: ContactRow) => row.type === type
  const rows: ContactRow[] = []
  let next = cursor
  do {
    const page = await people.find({ ...filter, limit: limit - rows.length, after: next })
    rows.push(...page.documents.filter(isOne))
    next = page.next
  } while (next !== null && rows.length < limit)
  const { rows: all, more } = await sifted(people, { ...filter, keeps: isOne })
  return { rows, next, total: all.length, more }
}
