import { implement } from '@orpc/server'
import { revenueContract } from '@tuma/contracts/services'
import { addDays, bookAccounts } from '@tuma/contracts/vocabulary'
import type { Streams } from '@tuma/platform/event-sourcing'
import { everyDocument } from '@tuma/platform/ports'
import {
  type BookEvent,
  balancesView,
  bookDaysView,
  entriesView,
  nothingProven,
  provenDaysView,
} from './domain/books-views.ts'
import { readBalances } from './read-balances.ts'

const contract = implement(revenueContract)

/** The instant (ISO) at which a day begins in Nairobi. */
const getBeginning = (day: string): string => new Date(`${day}T00:00:00+03:00`).toISOString()

type Days = { readonly from?: string | null | undefined; readonly to?: string | null | undefined }

/** The time of these days of Nairobi, both included, as lists take it; nothing where they have no limit. */
export const withinDays = ({ from = null, to = null }: Days) => {
  if (from === null && to === null) return {}
  const begins = from === null ? {} : { from: getBeginning(from) }
  return { between: { ...begins, ...(to === null ? {} : { to: getBeginning(addDays(to, 1)) }) } }
}

/** Reads entries and balances of the books. */
export const bookReading = async ({ streams }: { readonly streams: Streams<BookEvent> }) => {
  const entries = await streams.readModel(entriesView)
  const balances = await streams.readModel(balancesView)
  const days = await streams.readModel(bookDaysView)
  const proven = await streams.readModel(provenDaysView)

  return {
    books: contract.books.handler(async () => {
      const accounts = await readBalances(async (account) => (await balances.get(account))?.cents ?? 0)
      const { documents } = await days.find({ limit: 1, upwards: true })
      return { accounts, since: documents[0]?.day ?? null }
    }),
    entries: contract.entries.handler(async ({ input: { account, from, to, ...page } }) => {
      const where = { ...(account && { account }) }
      const within = withinDays({ from, to })
      const { documents, next } = await entries.find({ where, ...within, limit: page.limit, after: page.cursor })
      return { rows: documents, next }
    }),
    bookDay: contract.bookDay.handler(async ({ input: { day } }) => {
      // Counts backwards from today's balances, because a requested day is seldom long ago.
      const since = await Array.fromAsync(everyDocument(days, { between: { from: day } }))
      return Promise.all(
        bookAccounts.map(async (account) => {
          const own = since.filter((row) => row.account === account)
          const later = own.reduce((sum, row) => sum + (row.day === day ? 0 : row.in - row.out), 0)
          const { in: came, out: went } = own.find((row) => row.day === day) ?? { in: 0, out: 0 }
          const after = ((await balances.get(account))?.cents ?? 0) - later
          return { account, before: after - came + went, in: came, out: went, after }
        }),
      )
    }),
    provenDays: contract.provenDays.handler(async ({ input: { from, to } }) => {
      const found = await Array.fromAsync(everyDocument(proven, { between: { from, to: addDays(to, 1) } }))
      return found.map((row) => ({ ...nothingProven(row.day), ...row }))
    }),
  }
}
