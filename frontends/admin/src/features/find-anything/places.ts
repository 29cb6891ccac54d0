import type { Delivery, User } from '@tuma/contracts/api'
import { displayPhone, trackingIdsIn, wordsOf } from '@tuma/contracts/vocabulary'
import { api, keepPreviousData, skipToken, useQuery, useText } from '@tuma/kit/runtime'
import { useStatusWord } from '../../status-word.tsx'
import { texts } from '../../texts.ts'
import { useDeleted, useDeletedWords } from '../delete-parcel/deleted.tsx'

/** A target to open. The history entry keeps `search`, which may be a person's phone and must not be in the address. */
export type Place = {
  readonly id: string
  readonly group: 'parcels' | 'people' | 'phones' | 'payments' | 'screens'
  readonly title: string
  readonly more: string
  readonly to: string
  readonly search?: string
}

const few = 5
/** One letter finds too much to be useful. */
const shortest = 2

/** An M-Pesa receipt number: ten letters and digits, with some of each. Text of this form is searched for among payments. */
const receiptIn = (search: string): string | null =>
  /^(?=.*\d)[A-Z][A-Z0-9]{9}$/i.test(search) ? search.toUpperCase() : null

const screens = [
  ['menu.dashboard', '/Admin'],
  ['menu.deliveries', '/Admin/deliveries'],
  ['attention.problems', '/Admin/problems'],
  ['menu.agents', '/Admin/agents'],
  ['menu.users', '/Admin/users'],
  ['menu.marketing', '/Admin/marketing'],
  ['sms.tab.optedOut', '/Admin/marketing?tab=opted-out'],
  ['menu.locations', '/Admin/location'],
  ['location.add', '/Admin/location/add-location'],
  ['menu.riders', '/Admin/riders'],
  ['payments.title', '/Admin/payments'],
  ['books.title', '/Admin/books'],
  ['statements.title', '/Admin/statements'],
  ['attention.allApprovals', '/Admin/approvals'],
  ['system.title', '/Admin/system'],
  ['unsent.title', '/Admin/system#unsent'],
  ['repeated.title', '/Admin/system#repeated'],
  ['audit.title', '/Admin/audit'],
  ['menu.profile', '/Admin/profile'],
] as const

const deletedParcel = (trackingId: string, more: string): Place => ({
  ...{ id: trackingId, group: 'parcels', title: trackingId, more },
  to: `/Admin/deliveries?search=${trackingId}`,
})

/** Uses the searches of the lists: parcels by id, name and phone, people with an account, and the phones of all others. */
export const usePlaces = (typed: string): { places: Place[]; asking: boolean } => {
  const text = useText(texts)
  const wordOf = useStatusWord()
  const search = typed.trim()
  const input = search.length < shortest || trackingIdsIn(search).length > 1 ? skipToken : { search, limit: few }
  const asked = { input, placeholderData: keepPreviousData }
  const parcels = useQuery(api.adminDeliveries.list.queryOptions(asked))
  const people = useQuery(api.people.users.queryOptions(asked))
  const contacts = useQuery(api.marketing.contacts.queryOptions(asked))
  const deleted = useDeleted(parcels.data?.length === 0 ? search : undefined)
  const deletedWords = useDeletedWords()
  const found = <Row>({ data = [] }: { data?: readonly Row[] | undefined }) => (input === skipToken ? [] : data)

  const parcel = ({ _id, deliveryType, trackingId, sender, receiver, status }: Delivery): Place => ({
    id: _id,
    group: 'parcels',
    title: trackingId,
    more: `${sender.name} → ${receiver.name} · ${wordOf(status)}`,
    to: `/Admin/delivery/${deliveryType}/${_id}`,
  })
  const person = ({ _id, name, username, phone, role }: User): Place => ({
    id: _id,
    group: 'people',
    title: name,
    more: `${text(`role.${role}`)} · ${displayPhone(phone)}`,
    to: '/Admin/users',
    search: username,
  })
  const phones = [...new Map(found(contacts).map((contact) => [contact.phone, contact])).values()]
  const phone = ({ name, phone: digits, originalPhone }: (typeof phones)[number]): Place => ({
    id: digits,
    group: 'phones',
    title: originalPhone,
    more: `${name} · ${text('palette.theirParcels')}`,
    to: '/Admin/deliveries',
    search: originalPhone,
  })
  const receipt = receiptIn(search)
  const payments = (code: string): Place => ({
    ...{ id: code, group: 'payments', title: code, more: text('payments.receipt') },
    to: `/Admin/payments?search=${code}`,
  })
  const wanted = wordsOf(search)
  const screensFound = screens
    .map(([key, to]): Place => ({ id: to, group: 'screens', title: text(key), more: '', to }))
    .filter(({ title }) => wanted.every((word) => wordsOf(title).some((one) => one.startsWith(word))))
  return {
    places: [
      ...found(parcels).map(parcel),
      ...(deleted ? [deletedParcel(deleted.trackingId, deletedWords(deleted))] : []),
      ...found(people).map(person),
      ...phones.map(phone),
      ...(receipt ? [payments(receipt)] : []),
      ...(search === '' ? screensFound.slice(0, few) : screensFound),
    ],
    asking: parcels.isFetching || people.isFetching || contacts.isFetching,
  }
}
