import { addDays, type EatDay, eatDayOf } from '@tuma/contracts/vocabulary'

/** Days of Nairobi, both included. */
export type Days = { readonly from: EatDay; readonly to: EatDay }

/** A statement that is imported; `from`, `to` and `readAt` ISO, of its oldest row, its newest row and its upload. */
type Imported = {
  readonly account: string | null
  readonly from: string
  readonly to: string
  readonly readAt: string
  /** No row is missing in it: its running balance goes on from row to row. */
  readonly whole: boolean
}

/** The day of the newest row goes on after it, unless the file was uploaded later. */
const wholeDays = ({ from, to, readAt }: Imported): Days => ({
  from: eatDayOf(from),
  to: eatDayOf(readAt) > eatDayOf(to) ? eatDayOf(to) : addDays(eatDayOf(to), -1),
})

/**
 * The days of which we have all rows: then a payout without a row is a difference. Of several accounts each has to have them; a
 * statement that names no account counts for all.
 * @returns apart from each other, the newest first
 */
export const comparedDays = (imported: readonly Imported[]): Days[] => {
  const accounts = new Set(imported.flatMap(({ account }) => (account === null ? [] : [account])))
  const daysOf = (account: string | null) =>
    joined(imported.filter((one) => one.whole && (one.account === null || one.account === account)).map(wholeDays))
  const [first = null, ...others] = accounts
  return others.reduce((days, account) => inBoth(days, daysOf(account)), daysOf(first)).toReversed()
}

const later = (one: EatDay, other: EatDay): EatDay => (one > other ? one : other)
const earlier = (one: EatDay, other: EatDay): EatDay => (one < other ? one : other)

const joined = (all: readonly Days[]): Days[] => {
  const oldestFirst = all
    .filter(({ from, to }) => from <= to)
    .toSorted((one, other) => (one.from < other.from ? -1 : 1))
  const apart: Days[] = []
  for (const days of oldestFirst) {
    const last = apart.at(-1)
    if (last && days.from <= addDays(last.to, 1))
      apart[apart.length - 1] = { from: last.from, to: later(days.to, last.to) }
    else apart.push(days)
  }
  return apart
}

const inBoth = (some: readonly Days[], others: readonly Days[]): Days[] =>
  some.flatMap((one) =>
    others
      .map((other) => ({ from: later(one.from, other.from), to: earlier(one.to, other.to) }))
      .filter(({ from, to }) => from <= to),
  )
