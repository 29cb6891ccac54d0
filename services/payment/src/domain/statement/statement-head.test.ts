import { describe, expect, test } from 'vitest'
import { isRepeatedHead, readHead } from './statement-head.ts'

const portal =
  'Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Balance Confirmed,Reason Type,Other Party Info,Linked Transaction ID,A/C No.'.split(
    ',',
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
  test('may name no short code, in other letters, and with an empty last cell', () => {
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
  test.each([
    ['Paid In (KSHs)', 'Withdrawn (KSHs)', 'Balance (KSHs)'],
    ['Paid in KES', 'Withdrawn KES', 'Balance KES'],
  ])('may name its units: %s', (...amounts) => {
    const line = ['Receipt No', 'Completion Time', 'Details', 'Transaction Status', ...amounts]
    expect(readHead([line])?.head.columns).toMatchObject({ paidIn: 4, withdrawn: 5, balance: 6 })
  })
  test('is recognised where a page repeats it, and a row is not mistaken for it', () => {
    const head = readHead([portal])?.head
    if (!head) throw new Error('the head was not found')
    expect(isRepeatedHead(portal, head)).toBe(true)
    expect(isRepeatedHead(['Receipt', 'of a shop', 'Details'], head)).toBe(false)
    expect(isRepeatedHead(['UKN6H7T3GA', '23-11-2026 09:30:15'], head)).toBe(false)
  })
  test('of another bank is refused', () => {
    expect(readHead([['Date', 'Details', 'Debit', 'Credit', 'Balance']])).toBeNull()
  })
  test('has the short code in lines that begin with nothing, among spaces', () => {
    const above = [[''], ['', ' Short Code ', '', ' 600100 '], [' ', ' Account: ', ' Utility Account ']]
    expect(readHead([...above, portal])?.head).toMatchObject({ shortCode: '600100', account: 'Utility Account' })
  })
  test.each(['TUMA 600100', '600100 TUMA', '6001001234', '600'])('does not take %s for a short code', (said) => {
    expect(readHead([['Short Code', said], portal])?.head.shortCode).toBeNull()
  })
  test('is decided only by the lines above the rows', () => {
    const below = [
      ['Till Number', '600100'],
      ['Account', 'Utility Account'],
    ]
    expect(readHead([portal, ...below])?.head).toMatchObject({ shortCode: null, account: null })
  })
  test('is as wide as its names, whatever blanks follow', () => {
    expect(readHead([[...portal, ' ', '']])?.head.width).toBe(13)
  })
})
