import { addDays, getEatDay } from '@tuma/contracts/vocabulary'
import { inBoth, joined, type Period } from './periods.ts'

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
const wholeDays = ({ from, to, readAt }: Imported): Period => ({
  from: getEatDay(from),
  to: getEatDay(readAt) > getEatDay(to) ? addDays(getEatDay(to), 1) : getEatDay(to),
})

/**
 * The days of which we have all rows: then a payout without a row is a difference. Of several accounts each has to have them; a
 * statement that names no account counts for all.
 * @returns of days of Nairobi, apart from each other, the newest first
 */
export const comparedPeriods = (imported: readonly Imported[]): Period[] => {
  const accounts = new Set(imported.flatMap(({ account }) => (account === null ? [] : [account])))
  const getDays = (account: string | null) =>
    joined(imported.filter((one) => one.whole && (one.account === null || one.account === account)).map(wholeDays))
  const [first = null, ...others] = accounts
  return others.reduce((days, account) => inBoth(days, getDays(account)), getDays(first)).toReversed()
}
