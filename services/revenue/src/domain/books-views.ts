import { type BookAccount, type EatDay, getEatDay } from '@tuma/contracts/vocabulary'
import type { Recorded, View } from '@tuma/platform/domain'
import type { DrawerEvent } from './drawer.ts'
import { type DatedPosting, datedPostings, getKey } from './journal.ts'
import type { OwedEvent } from './owed.ts'
import type { PayeeEvent } from './payee.ts'
import type { PayToEvent } from './payto.ts'
import { type SaleEvent, saleStream } from './sale.ts'
import type { TakingsTold } from './takings.ts'
import { type TillEvent, tillStream } from './till.ts'

/** The events of every stream of the service. */
export type BookEvent = SaleEvent | TillEvent | DrawerEvent | OwedEvent | PayeeEvent | PayToEvent | TakingsTold

/** A line of the books. Its id consists of its event and its number there, so it is written once. */
export type EntryRow = {
  readonly entryId: string
  /** `at` is when it was booked. `valueAt` is when its money moved; it counts on that day. */
  readonly at: string
  readonly valueAt: string
  readonly account: BookAccount
  readonly party: string | null
  readonly cents: number
  /** The type of the event that caused it. */
  readonly because: BookEvent['type']
  readonly deliveryId: string | null
  readonly paymentId: string | null
}
type Posted = { readonly at: string; readonly postings: readonly DatedPosting[] }

const toPosted = ({ data }: BookEvent): Posted =>
  'postings' in data ? { at: data.at, postings: datedPostings(data) } : { at: '', postings: [] }

const after = (stream: string, noun: string): string | null =>
  stream.startsWith(noun) ? stream.slice(noun.length) : null

export const entriesView: View<BookEvent, EntryRow> = {
  whenDamaged: 'refuses',
  collection: {
    name: 'entries-v2',
    shape: {
      entryId: 'text',
      at: 'text',
      valueAt: 'text',
      account: 'text',
      party: 'text or null',
      cents: 'number',
      because: 'text',
      deliveryId: 'text or null',
      paymentId: 'text or null',
    },
    fields: { valueAt: 'text', account: 'text' },
    indexes: [['account']],
    sortBy: 'valueAt',
  },
  getIds: (event) => toPosted(event).postings.map((_, line) => `${event.id} ${line}`),
  project: (_row, event, id) => {
    const { at, postings } = toPosted(event)
    const posting = postings[Number(id.slice(event.id.length + 1))]
    if (!posting) return null
    return { entryId: id, at, ...posting, because: event.type, ...getAbout(event) }
  },
}

const getAbout = ({ stream, data }: Recorded<BookEvent>) => ({
  deliveryId: after(stream, saleStream('')) ?? ('deliveryId' in data ? data.deliveryId : null),
  paymentId: after(stream, tillStream('')),
})

export type BalanceRow = { readonly account: BookAccount; readonly party: string | null; readonly cents: number }

/** The balance of each account, and of each party's part of it. */
export const balancesView: View<BookEvent, BalanceRow> = {
  whenDamaged: 'refuses',
  collection: {
    name: 'balances-v1',
    shape: { account: 'text', party: 'text or null', cents: 'number' },
    fields: { account: 'text' },
    indexes: [],
    unlisted: true,
    sortBy: 'account',
  },
  getIds: (event) => [
    ...new Set(toPosted(event).postings.flatMap((posting) => [getKey({ ...posting, party: null }), getKey(posting)])),
  ],
  project: (row, event, id) => {
    const { postings } = toPosted(event)
    const own = postings.filter((posting) => id === posting.account || id === getKey(posting))
    const [first] = own
    if (!first) return row
    const cents = own.reduce((sum, posting) => sum + posting.cents, row?.cents ?? 0)
    return { account: first.account, party: id === first.account ? null : first.party, cents }
  },
}

export type BookDayRow = {
  readonly day: EatDay
  readonly account: BookAccount
  /** Cents that came into the account and that left it on that day, both positive. */
  readonly in: number
  readonly out: number
}

const dayAndAccount = ({ valueAt, account }: DatedPosting): string => `${getEatDay(valueAt)} ${account}`

export const bookDaysView: View<BookEvent, BookDayRow> = {
  whenDamaged: 'refuses',
  collection: {
    name: 'book-days-v2',
    shape: { day: 'text', account: 'text', in: 'number', out: 'number' },
    fields: { day: 'text' },
    indexes: [],
    sortBy: 'day',
  },
  getIds: (event) => {
    const { postings } = toPosted(event)
    return [...new Set(postings.map(dayAndAccount))]
  },
  project: (row, event, id) => {
    const own = toPosted(event).postings.filter((posting) => id === dayAndAccount(posting))
    const [first] = own
    if (!first) return row
    const day = getEatDay(first.valueAt)
    const sum = (cents: number[]) => cents.reduce((all, each) => all + each, 0)
    return {
      ...{ day, account: first.account },
      in: (row?.in ?? 0) + sum(own.map(({ cents }) => Math.max(cents, 0))),
      out: (row?.out ?? 0) + sum(own.map(({ cents }) => Math.max(-cents, 0))),
    }
  },
}

export type ProvenDayRow = {
  readonly day: EatDay
  readonly doorstepConfirmed: number
  readonly parcelDukaniConfirmed: number
  readonly doorstepDeleted: number
  readonly parcelDukaniDeleted: number
}

/** Which of the fees that were taken on a day are beyond doubt, and which belong to deleted parcels. */
export const provenDaysView: View<SaleEvent, ProvenDayRow> = {
  whenDamaged: 'refuses',
  collection: {
    name: 'proven-days-v1',
    shape: {
      day: 'text',
      doorstepConfirmed: 'number',
      parcelDukaniConfirmed: 'number',
      doorstepDeleted: 'number',
      parcelDukaniDeleted: 'number',
    },
    fields: { day: 'text' },
    indexes: [],
    unlisted: true,
    sortBy: 'day',
  },
  getIds: ({ type, data }) => (type === 'FeeStood' ? [data.day] : []),
  project: (row, { type, data }, day) => {
    if (type !== 'FeeStood') return row
    const before = row ?? nothingProven(day)
    const { deliveryType, confirmed, deleted } = data
    return {
      ...before,
      [`${deliveryType}Confirmed`]: before[`${deliveryType}Confirmed`] + confirmed,
      [`${deliveryType}Deleted`]: before[`${deliveryType}Deleted`] + deleted,
    }
  },
}

export const nothingProven = (day: EatDay): ProvenDayRow => ({
  ...{ day, doorstepConfirmed: 0, parcelDukaniConfirmed: 0, doorstepDeleted: 0, parcelDukaniDeleted: 0 },
})
