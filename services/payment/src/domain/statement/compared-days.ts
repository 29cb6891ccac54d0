import { addDays, getEatDay } from '@tuma/contracts/vocabulary'
import { inBoth, joined, type Period } from './periods.ts'

/** An imported statement. `from`, `to` and `readAt` (ISO) are its oldest row, its newest row and its upload. */
type Imported = {
  readonly account: string | null
  readonly from: string
  readonly to: string
  readonly readAt: string
  /** No row is missing: its running balance continues from row to row. */
  readonly whole: boolean
}

/** The day of the newest row has later rows, unless the file was uploaded after it. */
const wholeDays = ({ from, to, readAt }: Imported): Period => ({
  from: getEatDay(from),
  to: getEatDay(readAt) > getEatDay(to) ? addDays(getEatDay(to), 1) : getEatDay(to),
})

/**
 * The days with all rows, so that a payout without a row is a difference. With several accounts each must have them; a
 * statement that names no account counts for all.
 * @returns separate ranges of days of Nairobi, the newest first
 */
export const comparedPeriods = (imported: readonly Imported[]): Period[] => {
  const accounts = new Set(imported.flatMap(({ account }) => (account === null ? [] : [account])))
  const getDays = (account: string | null) =>
    joined(imported.filter((one) => one.whole && (one.account === null || one.account === account)).map(wholeDays))
  const [first = null, ...others] = accounts
  return others.reduce((days, account) => inBoth(days, getDays(account)), getDays(first)).toReversed()
}
