import { getEatDay } from '@tuma/contracts/vocabulary'

/** M-Pesa's own account of the till. Nothing here knows how Tuma reads or books a row. */

/** The till's balance before the first row, in cents. */
export const openedWith = 500_000_00
export type Row = {
  readonly receipt: string
  /** ISO, whole seconds. */
  readonly at: string
  readonly cents: number
  readonly details: string
  /** For a reversal: the receipt that it takes back. */
  readonly linked: string
}

const nairobi = (at: string) => new Date(Date.parse(at) + 3 * 3_600_000).toISOString().slice(0, 19)
/** As callbacks write a time: 20261120093000. */
const getStamp = (at: string) => nairobi(at).replaceAll(/\D/g, '')
export const laterBy = (at: string, ms: number) => new Date(Date.parse(at) + ms).toISOString()

/** A receipt's first three letters give its day. @param kind a letter of its own for each purpose */
export const receiptOn = (at: string, kind: string, number: number): string => {
  const [year = 0, month = 0, day = 0] = getEatDay(at).split('-').map(Number)
  const letter = (index: number) => String.fromCharCode('A'.charCodeAt(0) + index)
  const beginning = letter(year - 2006) + letter(month - 1) + day.toString(32).toUpperCase()
  return `${beginning}${kind}${String(number).padStart(6, '0')}`
}

const columns = { receipt: 0, completed: 1, details: 2, status: 3, paidIn: 4, withdrawn: 5, balance: 6, linked: 7 }
export const head = { columns, width: 8, shortCode: '600310', account: null }

/** The rows in the order of M-Pesa's clock, each with the balance after it. */
const told = (rows: readonly Row[]) => {
  let balance = openedWith
  return rows
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
    .map((row) => {
      balance += row.cents
      return { ...row, balance }
    })
}

/** A statement of all rows from a moment on. */
export const cellsFrom = (rows: readonly Row[], from: string): string[][] =>
  told(rows)
    .filter(({ at }) => at >= from)
    .map(({ receipt, at, details, cents, balance, linked }) => [
      ...[receipt, nairobi(at).replace('T', ' '), details, 'Completed'],
      ...[cents > 0 ? (cents / 100).toFixed(2) : '', cents < 0 ? (cents / 100).toFixed(2) : ''],
      ...[(balance / 100).toFixed(2), linked],
    ])

export const getBalanceAtEnd = (rows: readonly Row[], day: string): number =>
  rows.filter(({ at }) => getEatDay(at) <= day).reduce((sum, { cents }) => sum + cents, openedWith)

const masked = (phone: string) => `${phone.slice(0, 6)}***${phone.slice(-3)}`
export const paidInDetails = (phone: string, name: string) =>
  `Merchant Payment from ${masked(phone)} - ${name.toUpperCase()}`
export const paidOutDetails = (phone: string, name: string) =>
  `Merchant Customer Payment to ${masked(phone)} - ${name.toUpperCase()}`

export type Told = {
  readonly receipt: string
  readonly cents: number
  readonly at: string
  readonly phone: string
  readonly name: string
}
export const getConfirmation = ({ receipt, cents, at, phone, name }: Told): object => ({
  ...{ TransactionType: 'Customer Merchant Payment', TransID: receipt, TransTime: getStamp(at) },
  ...{ TransAmount: (cents / 100).toFixed(2), BusinessShortCode: '600310' },
  ...{ MSISDN: `${phone.slice(0, 4)} ***** ${phone.slice(-3)}`, FirstName: name.split(' ')[0]?.toUpperCase() },
})
export const toPromptCallback = ({ receipt, cents, at, phone }: Omit<Told, 'name'>): object => {
  const items = { Amount: cents / 100, MpesaReceiptNumber: receipt, TransactionDate: getStamp(at), PhoneNumber: phone }
  const Item = Object.entries(items).map(([Name, Value]) => ({ Name, Value }))
  return { Body: { stkCallback: { ResultCode: 0, CallbackMetadata: { Item } } } }
}
/** What the payer's phone shows. */
export const toMessage = ({ receipt, cents, at }: Pick<Told, 'receipt' | 'cents' | 'at'>): string => {
  const [date = '', time = ''] = nairobi(at).split('T')
  const [year = '', month, day] = date.split('-')
  const hour = Number(time.slice(0, 2))
  const clock = `${hour % 12 || 12}:${time.slice(3, 5)} ${hour < 12 ? 'AM' : 'PM'}`
  const when = `${Number(day)}/${Number(month)}/${year.slice(2)} at ${clock}`
  return `${receipt} Confirmed. Ksh${Math.floor(cents / 100)}.00 paid to TUMA PARCELS. on ${when}. New M-PESA balance is Ksh1.00.`
}
