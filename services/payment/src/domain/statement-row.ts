import type { RowKind } from '@tuma/contracts/vocabulary'
import type { Column, StatementHead } from './statement-head.ts'

/** A row of the till's statement, as it says it of itself. */
export type ToldRow = {
  readonly receipt: string
  readonly kind: RowKind
  /** What the till has more, negative what it has less; of one that failed what it would have been. */
  readonly cents: number
  readonly at: string
  readonly balance: number | null
  /** The receipt of what it takes back. */
  readonly linked: string | null
  readonly payerName: string | null
  /** Its last three digits, which are shown of every phone. */
  readonly phoneEnd: string | null
}

/** `blank`: nothing stands there; `cut`: it ends before it is whole. */
export type ReadRow = ToldRow | 'blank' | 'cut' | 'unreadable'

export const readRow = (cells: readonly string[], { columns, width }: StatementHead): ReadRow => {
  const said = cells.filter((cell) => cell.trim() !== '')
  if (said.length < 2 && said.every(isNote)) return 'blank'
  if (cells.length < width) return 'cut'
  const cell: CellOf = (name) => plain(cells[columns[name] ?? -1] ?? '')
  const receipt = cell('receipt').toUpperCase()
  if ((receipt === '' || /^(?:grand )?total\b/i.test(receipt)) && isFoot(cell)) return 'blank'
  return /^[A-Z0-9]{8,14}$/.test(receipt) && cell('status') !== '' ? toldIn(cell, receipt) : 'unreadable'
}

type CellOf = (name: Column) => string

const toldIn = (cell: CellOf, receipt: string): ToldRow | 'unreadable' => {
  const at = instantOf(cell('completed'))
  const [paidIn, withdrawn, named] = [cell('paidIn'), cell('withdrawn'), cell('balance')].map(centsOf)
  if (at === null || typeof paidIn !== 'number' || typeof withdrawn !== 'number') return 'unreadable'
  const cents = Math.abs(paidIn) - Math.abs(withdrawn)
  if (cents === 0 || typeof named !== 'number') return 'unreadable'
  const told = { details: cell('details'), reason: cell('reason'), status: cell('status') }
  return {
    ...{ receipt, kind: kindOf(told, cents), cents, at, balance: cell('balance') === '' ? null : named },
    linked: linkedTo(cell('linked'), told.details),
    ...payerOf(cell('other'), told.details),
  }
}

/** Words below the rows; a row that was cut off in its receipt has no space in it. */
const isNote = (cell: string): boolean => /\S\s+\S/.test(cell)

/** A sum below the rows has neither time nor status. */
const isFoot = (cell: CellOf): boolean => cell('completed') === '' && cell('status') === ''

/** As a spreadsheet shows it: what was a text for it may still have its apostrophe. */
const plain = (cell: string): string => cell.trim().replace(/^'/, '').trim()

/** Digits, quoted thousands, and cents behind the last point; nothing is 0. @returns null where it is no amount */
export const centsOf = (cell: string): number | null => {
  const amount = cell.replaceAll(/[\s\u00A0]|ksh\.?|kes/gi, '')
  if (amount === '' || amount === '-') return 0
  const signed = amount.replace(/^\((.+)\)$/, '-$1')
  const plainly = withPoint(signed.replace(/^[+-]/, ''))
  if (plainly === null) return null
  const [shillings, cents = ''] = plainly.split('.')
  const all = 100 * Number(shillings) + Number(cents.padEnd(2, '0'))
  if (!Number.isSafeInteger(all)) return null
  return signed.startsWith('-') && all !== 0 ? -all : all
}

/** @returns digits, with a point before the cents alone; null where it is no amount */
const withPoint = (digits: string): string | null => {
  if (/^(?:\d{1,13}|\d{1,3}(?:,\d{3})+)(?:\.\d{1,2})?$/.test(digits)) return digits.replaceAll(',', '')
  // Where the comma stands before the cents, columns are parted by semicolons.
  const isWithComma = /^(?:\d{1,3}(?:\.\d{3})*|\d{1,13}),\d{1,2}$/.test(digits)
  return isWithComma ? digits.replaceAll('.', '').replace(',', '.') : null
}

/** The portal's clock is Nairobi's, and the day stands before the month. @returns null where it is no time */
export const instantOf = (cell: string): string | null => {
  const found =
    /^(?:(\d{4})[-/](\d{1,2})[-/](\d{1,2})|(\d{1,2})[-/](\d{1,2})[-/](\d{4}))[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?:\+03:00)?$/.exec(
      cell,
    )
  if (!found) return null
  const [, year1, month1, day1, day2, month2, year2, hour, minute, second = '00'] = found
  const [year, month, day] = [year1 ?? year2, month1 ?? month2, day1 ?? day2]
  const two = (digits: string | undefined) => (digits ?? '').padStart(2, '0')
  const local = `${year}-${two(month)}-${two(day)}T${two(hour)}:${minute}:${second}`
  const instant = new Date(`${local}.000+03:00`)
  if (Number.isNaN(instant.getTime())) return null
  // The 31st of February becomes one of March.
  const again = new Date(instant.getTime() + 3 * 60 * 60 * 1000).toISOString().slice(0, 19)
  return again === local ? instant.toISOString() : null
}

type Told = { readonly details: string; readonly reason: string; readonly status: string }

const kindOf = ({ details, reason, status }: Told, cents: number): RowKind => {
  if (!/^completed$/i.test(status)) return 'failed'
  const words = `${reason} ${details}`
  if (/\brevers(?:al|ed|e)\b/i.test(words)) return cents < 0 ? 'reversal' : 'other'
  if (/\bcharges?\b/i.test(words)) return cents < 0 ? 'charge' : 'other'
  // A loan that M-Pesa gives or takes back is no customer's.
  if (/\b(?:overdraft|loan|fuliza)\b/i.test(words)) return 'other'
  if (/\b(?:settle(?:ment)?|withdraw(?:al)?|to bank|utility to|merchant to|funds transfer)\b/i.test(words))
    return 'settled'
  const isPayment = /\b(?:pay ?bill|pay utility|merchant payment|pay merchant|buy goods)\b/i.test(words)
  return cents > 0 && isPayment ? 'payment' : 'other'
}

const receiptIn = /\b[A-Z0-9]{10}\b/

/** A reversal names what it takes back in a column of its own, or in its words. */
const linkedTo = (linked: string, details: string): string | null => {
  const code = linked.toUpperCase()
  if (/^[A-Z0-9]{8,14}$/.test(code)) return code
  const [, said] = /\brevers\w*\b.*?\bof\s+(.+)$/i.exec(details) ?? []
  return receiptIn.exec(said?.toUpperCase() ?? '')?.[0] ?? null
}

/** `2547****126 - NAME`, in a column of its own or in the words of the row. */
const payerOf = (other: string, details: string) => {
  const inDetails = /\bfrom\s+(.+?)(?:\s+Acc\.?\s.*)?$/i.exec(details)?.[1] ?? ''
  const [, phone, name] = /^([+\d][\d*x\s]*\d)\s*-(.+)$/i.exec(other || inDetails) ?? []
  const end = /(\d{3})$/.exec(phone ?? '')?.[1] ?? null
  return { payerName: name?.trim() || null, phoneEnd: end }
}
