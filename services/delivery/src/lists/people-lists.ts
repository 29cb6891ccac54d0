import { type Shop, sameWords, shopKey } from '@tuma/contracts/vocabulary'
import type { ReadModels } from '@tuma/platform/event-sourcing'
import type { Collection, Filter } from '@tuma/platform/ports'
import { contactsView, customersView } from '../domain/people-views.ts'
import type { PageWanted } from './newest-first.ts'
import { phoneBeginning, phoneIn } from './search.ts'

/** Who sends and receives, those with the newest parcel first. */
export const openPeopleLists = async ({ readModel }: ReadModels) => {
  const customers = await readModel(customersView)
  const contacts = await readModel(contactsView)

  return {
    /** `search` is a phone, or how a name begins. */
    customers: ({ shop, search, ...page }: PageWanted & { readonly shop: Shop; readonly search: string | null }) =>
      pageOf(customers, customersOf(shop, search ?? ''), page),
    /** `search` is a phone or how it begins, or how a name begins. */
    contacts: ({ search, ...page }: PageWanted & { readonly search: string | null }) =>
      pageOf(contacts, contactsOf(search ?? ''), page),
  }
}
export type PeopleLists = Awaited<ReturnType<typeof openPeopleLists>>

const customersOf = (shop: Shop, search: string): Filter => {
  const where = { shop: shopKey(shop) }
  const phone = phoneIn(search)
  if (phone !== null) return { where: { ...where, phone } }
  const text = sameWords(search)
  return text === '' ? { where } : { where, startsWith: { field: 'nameKey', text } }
}

const contactsOf = (search: string): Filter => {
  const phone = phoneBeginning(search)
  if (phone !== null) return { startsWith: { field: 'phone', text: phone } }
  const text = sameWords(search)
  return text === '' ? {} : { startsWith: { field: 'nameKey', text } }
}

const pageOf = async <D extends object>(
  people: Collection<D>,
  { where = {}, ...within }: Filter,
  { limit, cursor }: PageWanted,
) => {
  const { documents: rows, next } = await people.find({ where, ...within, limit, after: cursor })
  return { rows, next, total: await people.count(where, within) }
}
