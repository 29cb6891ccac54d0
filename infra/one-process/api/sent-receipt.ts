import { randomInt } from 'node:crypto'
import { addDays, getEatDay } from '@tuma/contracts/vocabulary'

/** A receipt of money that was sent this many days ago: its first three letters give the day in Nairobi. */
export const sentReceipt = (daysAgo = 0, now = new Date().toISOString()): string => {
  const [year = 0, month = 0, day = 0] = addDays(getEatDay(now), -daysAgo).split('-').map(Number)
  const letter = (at: number) => String.fromCharCode('A'.charCodeAt(0) + at)
  const beginning = letter(year - 2006) + letter(month - 1) + day.toString(32).toUpperCase()
  return `${beginning}${randomInt(1_000_000, 9_999_999)}`
}
