import type { Movement } from './ledger.ts'
import type { Merchant } from './merchant.ts'
import { getRowTime } from './nairobi.ts'
import { maskedInRow } from './people.ts'

export type StatementShape = {
  /** ISO instants: from the first, up to and without the second. */
  readonly from?: string
  readonly to?: string
  readonly dates?: 'DD-MM-YYYY' | 'YYYY-MM-DD'
  readonly separator?: ',' | ';'
  readonly byteOrderMark?: boolean
  /** Lines before the header; real files had one to six. */
  readonly preamble?: 'whole' | 'short'
  /**
   * A payment and its charge have the same second: which row comes first in a list with the newest first. Both have
   * been seen.
   */
  readonly firstOfTwo?: 'charge' | 'payment'
}

const columns = [
  'Receipt No.',
  'Completion Time',
  'Initiation Time',
  'Details',
  'Transaction Status',
  'Paid In',
  'Withdrawn',
  'Balance',
  'Balance Confirmed',
  'Reason Type',
  'Other Party Info',
  'Linked Transaction ID',
  'A/C No.',
]

/** The merchant's account as the organisation portal exports it, newest first. */
export const getStatement = (
  movements: readonly Movement[],
  merchant: Merchant,
  { from, to, dates = 'DD-MM-YYYY', separator = ',', byteOrderMark = false, preamble, firstOfTwo }: StatementShape = {},
): string => {
  const among = movements.filter(({ at }) => (from === undefined || at >= from) && (to === undefined || at < to))
  const line = (cells: readonly string[]) => cells.map((cell) => quoted(cell, separator)).join(separator)
  const rows = among.map((movement) => line(getCells(movement, merchant, dates)))
  const inOrder = among.flatMap((movement, at) => {
    if (movement.kind === 'charge') return []
    const next = among[at + 1]
    const charge = next?.kind === 'charge' && next.receipt === movement.receipt ? [rows[at + 1] ?? ''] : []
    return [firstOfTwo === 'payment' ? [rows[at] ?? '', ...charge] : [...charge, rows[at] ?? '']]
  })
  const period = [from, to].map((instant) => (instant === undefined ? '' : getRowTime(instant, dates))).join(' - ')
  const before = [
    ['Organization', merchant.name],
    ['Short Code', merchant.shortCode],
    ['Account', merchant.till === null ? 'Utility Account' : 'Merchant Account'],
    ['Time Period', period],
    ['Operator', merchant.initiator],
    [],
  ]
  const lines = [
    ...(preamble === 'short' ? before.slice(1, 2) : before).map(line),
    line(columns),
    ...inOrder.reverse().flat(),
  ]
  return (byteOrderMark ? '\uFEFF' : '') + lines.map((one) => `${one}\r\n`).join('')
}

const getCells = (movement: Movement, { name, shortCode, till }: Merchant, dates: 'DD-MM-YYYY' | 'YYYY-MM-DD') => {
  const { receipt, at, status, cents, balanceCents, payer, linked, account } = movement
  const time = getRowTime(at, dates)
  const { details, reason } = wordsOf(movement, till !== null)
  const other = payer === null ? `${till ?? shortCode} - ${name}` : getParty(payer)
  const paidIn = cents > 0 ? money(cents) : ''
  const withdrawn = cents < 0 ? money(cents) : ''
  const balance = money(balanceCents)
  return [
    receipt,
    time,
    time,
    details,
    status,
    paidIn,
    withdrawn,
    balance,
    'true',
    reason,
    other,
    linked ?? '',
    account,
  ]
}

const getParty = ({ phone, name }: { phone: string; name: string }) => `${maskedInRow(phone)} - ${name}`

const wordsOf = ({ kind, online, payer, account, linked }: Movement, isTill: boolean) => {
  const from = payer === null ? '' : ` from ${getParty(payer)}`
  switch (kind) {
    case 'payment':
      if (!isTill)
        return { details: `Pay Bill${online ? ' Online' : ''}${from} Acc. ${account}`, reason: 'Pay Utility' }
      return online
        ? { details: `Merchant Payment Online${from}`, reason: 'Customer Buy Goods Online' }
        : { details: `Merchant Payment${from}`, reason: 'Customer Merchant Payment' }
    case 'charge':
      return isTill
        ? { details: 'Pay merchant Charge', reason: 'Pay merchant Charge' }
        : { details: 'Pay Bill Charge', reason: 'Pay Bill Charge' }
    case 'settlement':
      return { details: 'Merchant to Settlement account', reason: 'Organization Settlement' }
    case 'sent':
      return {
        details: `Merchant Customer Payment to ${payer === null ? '' : getParty(payer)}`,
        reason: 'Merchant Customer Payment',
      }
    case 'reversal':
      return { details: `Transaction Reversal of ${linked}${from}`, reason: 'Transaction Reversal' }
  }
}

/** 1,250.00 */
const money = (cents: number): string =>
  (cents / 100).toLocaleString('en-KE', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

const quoted = (cell: string, separator: string): string =>
  /["\r\n]/.test(cell) || cell.includes(separator) ? `"${cell.replaceAll('"', '""')}"` : cell
