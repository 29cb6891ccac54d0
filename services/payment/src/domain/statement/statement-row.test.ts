import { describe, expect, test } from 'vitest'
import { readHead, type StatementHead } from './statement-head.ts'
import { readRow } from './statement-row.ts'

const portal =
  'Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Balance Confirmed,Reason Type,Other Party Info,Linked Transaction ID,A/C No.'.split(
    ',',
  )
const till =
  'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Transaction Type,Other Party'.split(
    ',',
  )
const toHead = (names: readonly string[]) => readHead([names])?.head as StatementHead

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
    toHead(names),
  )

test('a payment is read with its payer', () => {
  expect(row()).toEqual({
    ...{ receipt: 'UKN6H7T3GA', kind: 'payment', name: null, isCharge: false },
    ...{ cents: 125_000, at: '2026-11-23T06:30:15.000Z', balance: 375_000 },
    ...{ linked: null, payerName: 'WANJIKU KAMAU', phoneEnd: '126' },
  })
})

test('repeated column names, and a charge of zero, are not rows', () => {
  expect(readRow(portal, toHead(portal))).toBe('blank')
  expect(readRow(till, toHead(till))).toBe('blank')
  expect(row({ Details: 'Pay merchant Charge', 'Paid In': '0.00', Withdrawn: '−0.00' })).toBe('blank')
  expect(row({ Details: 'Pay merchant Charge', 'Paid In': '', Withdrawn: '—' })).toBe('unreadable')
})

test('a balance that is a dash is null', () => {
  expect(row({ Balance: '—' })).toMatchObject({ cents: 125_000, balance: null })
})

test('the payer is named after "from" in Details, never in the other party: a till’s own statement names the till there', () => {
  const other = { 'Other Party Info': '555123-TUMA PARCELS' }
  expect(row(other)).toMatchObject({ payerName: 'WANJIKU KAMAU', phoneEnd: '126' })
  expect(row({ ...other, Details: 'Pay Bill Online' })).toMatchObject({ payerName: null, phoneEnd: null })
})

test('a withdrawal is negative, with a sign before it or without', () => {
  for (const Withdrawn of ['-13.75', '13.75', '(13.75)'])
    expect(row({ Details: 'Pay merchant Charge', 'Paid In': '', Withdrawn })).toMatchObject({ cents: -1375 })
})

test('a reversal names the reversed receipt, in its own column or in its words', () => {
  const reversal = { 'Paid In': '', Withdrawn: '-350', Details: 'Transaction Reversal of UKN1AAAAA1 by X' }
  expect(row(reversal)).toMatchObject({ linked: 'UKN1AAAAA1' })
  expect(row({ ...reversal, 'Linked Transaction ID': 'ukn2bbbbb2' })).toMatchObject({ linked: 'UKN2BBBBB2' })
  expect(row({ ...reversal, Details: 'Transaction Reversal' })).toMatchObject({ linked: null })
  expect(row({ ...reversal, Details: 'Reversed by an operator of UKN1AAAAA1' })).toMatchObject({ linked: 'UKN1AAAAA1' })
})

test.each(['see UKN2BBBBB2', 'UKN2BBBBB2 and more'])('a column with %s is no receipt, so the words name it', (said) => {
  const reversal = { 'Paid In': '', Withdrawn: '-350', Details: 'Transaction Reversal of UKN1AAAAA1' }
  expect(row({ ...reversal, 'Linked Transaction ID': said })).toMatchObject({ linked: 'UKN1AAAAA1' })
})

test.each([
  ['Merchant Payment from 254701***126 - WANJIKU KAMAU', 'WANJIKU KAMAU', '126'],
  ['Merchant Payment from  254701***126 - WANJIKU KAMAU', 'WANJIKU KAMAU', '126'],
  ['Pay Bill from 254701***126 - WANJIKU KAMAU Acc. 12 B', 'WANJIKU KAMAU', '126'],
  ['Pay Bill from 254701***126 - WANJIKU KAMAU  Acc 12', 'WANJIKU KAMAU', '126'],
  ['Pay Bill from 254 701 *** 126 - WANJIKU KAMAU', 'WANJIKU KAMAU', '126'],
  ['Pay Bill from 254701***126-WANJIKU KAMAU', 'WANJIKU KAMAU', '126'],
  ['Pay Bill from 2547***1 - GRACE O’HARA', 'GRACE O’HARA', null],
  ["Pay Bill from 254701***126 - GRACE O'HARA", "GRACE O'HARA", '126'],
  ['Merchant Payment from 254701***126', null, '126'],
  ['Merchant Payment from 7654321', null, null],
  ['Pay Bill from till 555111 - MAMA MBOGA', null, null],
  // A till or a paybill is not a phone.
  ['Merchant Payment received from 7654321 - SOME SHOP LTD', 'SOME SHOP LTD', null],
  ['Merchant Payment received from 55123 - SOME SHOP LTD', 'SOME SHOP LTD', null],
  ['Pay Bill from 25470****111 - ALICE **** EXAMPLE Acc. ', 'ALICE **** EXAMPLE', '111'],
  ['Pay Bill from 25470****111 - ALICE ACCRA Acc.', 'ALICE ACCRA', '111'],
  ['Pay Bill from 254701234126 - ALICE Acc. from 555999 - BETTY', 'ALICE', '126'],
  ['Merchant Payment from\n254701***126 - WANJIKU', 'WANJIKU', '126'],
  ['FSI to Merchant by 999002 - BANK', null, null],
  ['Pay Bill', null, null],
])('%s names %s, whose phone ends in %s', (Details, payerName, phoneEnd) => {
  expect(row({ Details })).toMatchObject({ payerName, phoneEnd })
})

test('a cell that a spreadsheet kept as text is read without its apostrophe', () => {
  expect(row({ 'Receipt No.': " ' UKN6H7T3GA " })).toMatchObject({ receipt: 'UKN6H7T3GA' })
})

test('a till’s own statement is read, also without the withdrawn column', () => {
  expect(row({}, till)).toMatchObject({ kind: 'payment', cents: 125_000, phoneEnd: '126' })
  expect(
    row(
      {},
      till.filter((name) => name !== 'Withdrawn' && name !== 'Balance'),
    ),
  ).toMatchObject({ balance: null })
})

describe('not a row:', () => {
  test.each([
    ['nothing', []],
    ['separators alone', ['', ' ', '']],
    ['a note below', ['Disclaimer: made by the portal', '', '']],
    ['a short note below', ['Thank  you', '', '']],
    ['a sum', ['Total', '', '', '', '', '9,000.00', ...portal.slice(6).map(() => '')]],
    ['a sum of all', ['Grand total', '', '', '', '', '9,000.00', ...portal.slice(6).map(() => '')]],
    ['a sum without a name', ['', '', '', '', '', '9,000.00', ...portal.slice(6).map(() => '')]],
  ])('%s', (_what, cells) => {
    expect(readRow(cells, toHead(portal))).toBe('blank')
  })
  test.each([
    ['a receipt', ['UKN6H7T']],
    ['a note', ['Disclaimer: made', 'by the portal']],
    ['an amount', ['UKN6H7T3GA', '23-11-2026 09:30:15', '23-11-2026 09:30:15', 'Merchant Payment', 'Completed', '1,2']],
  ])('one that is cut off in %s', (_what, cells) => {
    expect(readRow(cells, toHead(portal))).toBe('cut')
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
    { 'Receipt No.': '', 'Completion Time': '' },
    { 'Receipt No.': '', 'Transaction Status': '' },
    { 'Receipt No.': 'Total', 'Completion Time': '' },
    { 'Receipt No.': 'Total', 'Transaction Status': '' },
    { 'Receipt No.': 'SUBTOTAL', 'Completion Time': '', 'Transaction Status': '' },
    { 'Completion Time': '', 'Transaction Status': '' },
    { 'Receipt No.': 'No. UKN6H7T3GA' },
    { 'Receipt No.': 'UKN6H7T3GA (2)' },
    { 'Paid In': 'much', Withdrawn: '100' },
    { Withdrawn: 'little' },
    { Withdrawn: '1,250.00' },
  ] as Cells[])('%o', (changed) => {
    expect(row(changed)).toBe('unreadable')
  })
})
