/** Hyphen, minus, and the dashes that PDFs and spreadsheets put in their place. */
const dashes = /[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/g

const withHyphens = (cell: string): string => cell.replaceAll(dashes, '-')

/** Blank, or only dashes: the file has no amount there. `0.00` is an amount. */
export const isNothing = (cell: string): boolean => /^-*$/.test(withHyphens(cell.trim()))

/**
 * An amount as a statement writes it: digits, thousands in groups of three, at most two decimals, a currency, a sign or
 * brackets.
 * @returns cents, 0 where the cell is blank; null where it is not an amount
 */
export const getCents = (cell: string): number | null => {
  const amount = withHyphens(cell).replaceAll(/[\s\u00A0]|kshs?\.?|kes/gi, '')
  if (isNothing(amount)) return 0
  const signed = amount.replace(/^\((.+)\)$/, '-$1')
  const plainly = withPoint(signed.replace(/^[+-]/, ''))
  if (plainly === null) return null
  const [shillings, cents = ''] = plainly.split('.')
  const all = 100 * Number(shillings) + Number(cents.padEnd(2, '0'))
  if (!Number.isSafeInteger(all)) return null
  return signed.startsWith('-') && all !== 0 ? -all : all
}

/** @returns digits, with a point only before the cents; null where it is not an amount */
const withPoint = (digits: string): string | null => {
  if (/^(?:\d{1,13}|\d{1,3}(?:,\d{3})+)(?:\.\d{1,2})?$/.test(digits)) return digits.replaceAll(',', '')
  // Files with semicolons between columns have a comma before the cents.
  const isWithComma = /^(?:\d{1,3}(?:\.\d{3})*|\d{1,13}),\d{1,2}$/.test(digits)
  return isWithComma ? digits.replaceAll('.', '').replace(',', '.') : null
}

const day = String.raw`(?:(?<year>\d{4})(?<between>[-/.])(?<month>\d{1,2})\k<between>(?<date>\d{1,2})|(?<date2>\d{1,2})(?:(?<between2>[-/.])(?<month2>\d{1,2})\k<between2>|[-/ .]+(?<name>[a-z]{3,9})[-/ .,]+)(?<year2>\d{4}))`
const time = String.raw`(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:\.\d+)?)?(?:\s*(?<half>[ap])\.?m\.?)?`
const written = new RegExp(String.raw`^${day}(?:t|[\s,]+)${time}(?<zone>z|\+03:?00)?$`, 'i')

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * A time as the portal and the usual converters write it: `23-11-2026 09:30:15`, `2026-11-23 09:30`, `23/11/2026 9:30
 * AM`, `23-Nov-2026 09:30 AM`. The day comes before the month, and the clock is Nairobi's without a zone.
 * @returns an ISO instant; null where it is not a time
 */
export const getInstant = (cell: string): string | null => {
  const found = written.exec(withHyphens(cell.trim()))?.groups
  if (!found) return null
  const { minute = '', second = '00', zone } = found
  const [year, month, date, hour] = [
    found.year ?? found.year2 ?? '',
    monthIn(found),
    found.date ?? found.date2,
    hourIn(found),
  ]
  if (month === null || hour === null) return null
  const local = `${year}-${two(month)}-${two(date)}T${two(hour)}:${minute}:${second}`
  const ahead = /^z$/i.test(zone ?? '') ? 0 : nairobiMs
  const instant = new Date(Date.parse(`${local}.000Z`) - ahead)
  if (Number.isNaN(instant.getTime())) return null
  // The 31st of February would become a day of March.
  const again = new Date(instant.getTime() + ahead).toISOString().slice(0, 19)
  return again === local ? instant.toISOString() : null
}

const nairobiMs = 3 * 60 * 60 * 1000

const two = (digits: string | number | undefined): string => String(digits ?? '').padStart(2, '0')

type Groups = Readonly<Record<string, string | undefined>>

const monthIn = ({ month, month2, name }: Groups): string | number | null => {
  if (name === undefined) return month ?? month2 ?? null
  const at = monthNames.indexOf(name.slice(0, 3).toLowerCase())
  return at === -1 ? null : at + 1
}

/** `13:30 PM` is written by converters that add AM or PM to a clock of 24 hours. */
const hourIn = ({ hour = '', half }: Groups): string | number | null => {
  const said = Number(hour)
  if (half === undefined) return hour
  const isMorning = half.toLowerCase() === 'a'
  if (said > 12) return isMorning ? null : said
  if (said === 0) return isMorning ? 0 : null
  return (said % 12) + (isMorning ? 0 : 12)
}
