import { describe, expect, test } from 'vitest'
import { readHead, type StatementHead } from './statement-head.ts'
import { centsOf, instantOf, readRow } from './statement-row.ts'

const portal =
  'Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Balance Confirmed,Reason Type,Other Party Info,Linked Transaction ID,A/C No.'.split(
    ',',
  )
const till =
  'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Transaction Type,Other Party'.split(
    ',',
  )
const headOf = (names: readonly string[]) => readHead([names])?.head as StatementHead

type Cells = { readonly [name: string]: string | undefined }
const usual: Cells = {
  'Receipt No.': 'UKN6H7T3GA',
  'Completion Time': '23-11-2026 09:30:15',
  Details: 'Merchant Payment from 254701***126 - WANJIKU KAMAU',
  'Transaction Status': 'Completed',
  'Paid In': '1,250.00',
  Balance: '3,750.00',
}
const row = (changed: Cells = {}, names = portal) =>
  readRow(
    names.map((name) => (({ ...usual, ...changed }) as Cells)[name] ?? ''),
    headOf(names),
  )

describe('the head', () => {
  test.each([
    [
      'a preamble of six lines',
      [
        ['Organization', 'TUMA'],
        ['Short Code', '600100'],
        ['Account', 'Utility Account'],
        ['Time Period', 'x'],
        ['Operator', 'y'],
        [],
      ],
    ],
    ['one line', [['Short Code: 600100'], ['Account', 'Utility Account']]],
    [
      'a till’s number',
      [
        ['Till Number', '600100', ''],
        ['Account', 'Utility Account'],
      ],
    ],
  ])('is found below %s', (_what, above) => {
    const read = readHead([...above, portal, ['the first row']])
    expect(read?.rowsFrom).toBe(above.length + 1)
    expect(read?.head).toMatchObject({ width: 13, shortCode: '600100', account: 'Utility Account' })
  })
  test('may say nothing of whose it is, in other letters, and with an empty last cell', () => {
    expect(readHead([['RECEIPT NO', 'completion time', 'Details ', 'Status', 'Paid in', '']])).toEqual({
      head: {
        columns: { receipt: 0, completed: 1, details: 2, status: 3, paidIn: 4 },
        width: 5,
        shortCode: null,
        account: null,
      },
      rowsFrom: 1,
    })
  })
  test('is not another bank’s', () => {
    expect(readHead([['Date', 'Details', 'Debit', 'Credit', 'Balance']])).toBeNull()
  })
})

test('a payment is read with its payer', () => {
  expect(row()).toEqual({
    ...{ receipt: 'UKN6H7T3GA', kind: 'payment', cents: 125_000, at: '2026-11-23T06:30:15.000Z', balance: 375_000 },
    ...{ linked: null, payerName: 'WANJIKU KAMAU', phoneEnd: '126' },
  })
  expect(row({ Details: 'Pay Bill Online', 'Other Party Info': '254701***126 - =CMD()' })).toMatchObject({
    payerName: '=CMD()',
  })
})

test.each([
  ['payment', { Details: 'Pay Bill from 254701***126 - X Acc. 12', 'Reason Type': 'Pay Utility' }],
  ['payment', { Details: 'Merchant Payment Online from 2547***1 - X' }],
  ['payment', { Details: 'Small Business Pay Merchant' }],
  ['payment', { Details: 'Merchant Payment received from 555111' }],
  ['charge', { Details: 'Pay merchant Charge', 'Paid In': '', Withdrawn: '-13.75' }],
  ['charge', { Details: 'Pay merchant Charge', 'Paid In': '', Withdrawn: '13.75' }],
  ['settled', { Details: 'Merchant to Settlement account', 'Paid In': '', Withdrawn: '-9,000.00' }],
  ['settled', { Details: 'Organization Settle to Bank', 'Paid In': '', Withdrawn: '9000' }],
  ['reversal', { Details: 'Transaction Reversal of UKN1AAAAA1', 'Paid In': '', Withdrawn: '-350' }],
  ['failed', { 'Transaction Status': 'Failed' }],
  ['failed', { 'Transaction Status': 'Declined' }],
  ['other', { Details: 'Overdraft of Merchant Payment', 'Reason Type': '' }],
  ['other', { Details: 'Business deposit' }],
  ['other', { Details: 'Merchant Payment to somebody', 'Paid In': '', Withdrawn: '-100' }],
] as const)('%s: %o', (kind, changed) => {
  expect(row(changed)).toMatchObject({ kind })
})

test('what is taken out is less, with a sign before it or without', () => {
  for (const Withdrawn of ['-13.75', '13.75', '(13.75)'])
    expect(row({ Details: 'Pay merchant Charge', 'Paid In': '', Withdrawn })).toMatchObject({ cents: -1375 })
})

test('a reversal names what it takes back, in its own column or in its words', () => {
  const reversal = { 'Paid In': '', Withdrawn: '-350', Details: 'Transaction Reversal of UKN1AAAAA1 by X' }
  expect(row(reversal)).toMatchObject({ linked: 'UKN1AAAAA1' })
  expect(row({ ...reversal, 'Linked Transaction ID': 'ukn2bbbbb2' })).toMatchObject({ linked: 'UKN2BBBBB2' })
  expect(row({ ...reversal, Details: 'Transaction Reversal' })).toMatchObject({ linked: null })
})

test('a till’s own statement is read, also without the column of what was withdrawn', () => {
  expect(row({}, till)).toMatchObject({ kind: 'payment', cents: 125_000, phoneEnd: '126' })
  expect(
    row(
      {},
      till.filter((name) => name !== 'Withdrawn' && name !== 'Balance'),
    ),
  ).toMatchObject({ balance: null })
})

describe('what is no row:', () => {
  test.each([
    ['nothing', []],
    ['separators alone', ['', ' ', '']],
    ['a note below', ['Disclaimer: made by the portal', '', '']],
    ['a sum', ['Total', '', '', '', '', '9,000.00', ...portal.slice(6).map(() => '')]],
  ])('%s', (_what, cells) => {
    expect(readRow(cells, headOf(portal))).toBe('blank')
  })
  test.each([
    ['a receipt', ['UKN6H7T']],
    ['an amount', ['UKN6H7T3GA', '23-11-2026 09:30:15', '23-11-2026 09:30:15', 'Merchant Payment', 'Completed', '1,2']],
  ])('one that is cut off in %s', (_what, cells) => {
    expect(readRow(cells, headOf(portal))).toBe('cut')
  })
  test.each([
    { 'Receipt No.': '' },
    { 'Receipt No.': 'UKN 6H7' },
    { 'Completion Time': '11/23/2026 09:30' },
    { 'Completion Time': '46349.39' },
    { 'Paid In': '1.25E+3' },
    { 'Paid In': '' },
    { 'Paid In': '0.00' },
    { Balance: 'none' },
    { 'Transaction Status': '' },
  ] as Cells[])('%o', (changed) => {
    expect(row(changed)).toBe('unreadable')
  })
})

test.each([
  ['', 0],
  ['-', 0],
  ['1,250.00', 125_000],
  ['1250', 125_000],
  ['12.5', 1250],
  ['-13.75', -1375],
  ['(13.75)', -1375],
  ['KES 1 250.00', 125_000],
  ['Ksh 350', 35_000],
  ['1,234,567.89', 123_456_789],
  ['1.250,75', 125_075],
  ['12,50', 1250],
  ['13.755', null],
  ['1,25,000', null],
  ['=1+1', null],
  ['999999999999999999', null],
])('%s is %d cents', (cell, cents) => {
  expect(centsOf(cell)).toBe(cents)
})

test.each([
  ['23-11-2026 09:30:15', '2026-11-23T06:30:15.000Z'],
  ['3/1/2026 9:05', '2026-01-03T06:05:00.000Z'],
  ['2026-11-23 09:30:15', '2026-11-23T06:30:15.000Z'],
  ['2026-11-23T09:30:15.000+03:00', '2026-11-23T06:30:15.000Z'],
  ['01-12-2026 00:10:00', '2026-11-30T21:10:00.000Z'],
  ['31-02-2026 09:30:15', null],
  ['23-11-2026', null],
  ['yesterday', null],
])('%s in Nairobi is %s', (cell, instant) => {
  expect(instantOf(cell)).toBe(instant)
})
