import { getEatDay, inNairobi } from '@tuma/contracts/vocabulary'

/** "20261124153005": Daraja's timestamps, in East Africa time. One in UTC is refused as out of date. */
export const nairobiStamp = (instant: string): string =>
  inNairobi(instant).toISOString().replace(/[^\d]/g, '').slice(0, 14)

/** The ISO instant of such a stamp, which comes as a number or as a text; null when there is no such time. */
export const instantOfStamp = (stamp: unknown): string | null => {
  const digits = typeof stamp === 'number' ? String(stamp) : typeof stamp === 'string' ? stamp.trim() : ''
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(digits) ?? []
  if (year === undefined) return null
  const date = `${year}-${month}-${day}`
  const instant = new Date(`${date}T${hour}:${minute}:${second}.000+03:00`)
  // The 31st of a shorter month would become a day of the next month.
  return Number.isNaN(instant.getTime()) || getEatDay(instant.toISOString()) !== date ? null : instant.toISOString()
}
