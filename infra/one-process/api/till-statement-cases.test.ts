import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { onePaid, readingCases } from './statement-cases.ts'
import { openStatementReading, type StatementReading } from './statement-reading.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'

/**
 * Files as people have reported them in public, each with the right answer: shapes of tills' own statements and of
 * converters. Names, phones and codes are invented.
 */

let product: TestProduct
let read: StatementReading
beforeAll(async () => {
  product = await openTestProduct()
  read = openStatementReading(await product.signedIn('admin'))
})
afterAll(() => product.close())

const till =
  'Receipt No,Completion Time,Details,Transaction Status,Paid in,Withdrawn,Balance,Transaction Type,Other Party'
const paidTill = (time: string, paid = '350', withdrawn = '0', balance = '350', receipt = '{CODE}') =>
  `${receipt},${time},Merchant Payment from 254721***933 - JOHN MWANGI,Completed,${paid},${withdrawn},${balance},Customer Merchant Payment,600100-TUMA PARCELS`
const chargedTill = (withdrawn: string, paid = '0', time = '2026-11-26 09:32:00') =>
  `{CODE},${time},Pay merchant Charge,Completed,${paid},${withdrawn},10,Pay merchant Charge,600100-TUMA PARCELS`
const reads = readingCases(() => read)
const oneCharge = { charges: 1, newMoney: 0, unclear: 0 }
describe('a till’s own statement', () => {
  reads([
    ['has a charge with a true minus', [till, chargedTill('−3.85')], oneCharge],
    ['has a charge with an en dash for its minus', [till, chargedTill('–3.85')], oneCharge],
    ['has lone dashes for nothing', [till, paidTill('2026-11-26 09:32:00', '350', '—', '350')], onePaid],
    ['has true minuses for nothing', [till, chargedTill('-3.85', '−')], oneCharge],
    ['says 26-Nov-2026 09:32 AM', [till, paidTill('26-Nov-2026 09:32 AM')], onePaid, '2026-11-26T06:32:00.000Z'],
    ['says 26/Nov/2026 09:32 PM', [till, paidTill('26/Nov/2026 09:32 PM')], onePaid, '2026-11-26T18:32:00.000Z'],
    [
      'says 26 November 2026 12:05 am',
      [till, paidTill('26 November 2026 12:05 am')],
      onePaid,
      '2026-11-25T21:05:00.000Z',
    ],
    ['says 26/11/2026 9:32:15 PM', [till, paidTill('26/11/2026 9:32:15 PM')], onePaid, '2026-11-26T18:32:15.000Z'],
    ['says its time in UTC', [till, paidTill('2026-11-26T06:32:00.000Z')], onePaid, '2026-11-26T06:32:00.000Z'],
    [
      'repeats its column names on each page',
      [
        till,
        paidTill('2026-11-26 09:32:00'),
        till,
        till,
        paidTill('2026-11-26 09:33:00', '350', '0', '700', '{CODE2}'),
      ],
      { newMoney: 2, gaps: 0 },
    ],
    [
      'repeats them with a page’s number above',
      [
        till,
        paidTill('2026-11-26 09:32:00'),
        'Page 2 of 3,,,,,,,,',
        till,
        paidTill('2026-11-26 09:33:00', '350', '0', '700', '{CODE2}'),
      ],
      { newMoney: 2, gaps: 0 },
    ],
    [
      'has its oldest row first and empty cells',
      [
        till,
        paidTill('2026-11-26 09:32:00', '350', '', '350'),
        '{CODE},2026-11-26 09:32:00,Pay merchant Charge,Completed,,1.93,348.07,Pay merchant Charge,600100-TUMA PARCELS',
      ],
      { newMoney: 1, charges: 1, gaps: 0 },
    ],
    [
      'has a line break inside a cell',
      [
        till,
        '{CODE},2026-11-26 09:32:00,"Merchant Payment from\n254721***933 - JOHN MWANGI",Completed,350,0,350,Customer Merchant Payment,600100-TUMA PARCELS',
      ],
      onePaid,
    ],
    [
      'has receipts of eleven characters',
      [till, paidTill('2026-11-26 09:32:00', '350', '0', '350', '{CODE}8')],
      onePaid,
    ],
    ['has a charge of nothing', [till, paidTill('2026-11-26 09:32:00'), chargedTill('0.00')], onePaid],
    [
      'has its amounts in KSHs',
      [till, paidTill('2026-11-26 09:32:00', 'KSHs 350.00', 'KSHs 0.00', 'KSHs 350.00')],
      onePaid,
    ],
  ])
  test('may begin with sep=', async () => {
    expect(await read(['sep=,', till, paidTill('2026-11-26 09:32:00')], { eol: '\r\n' })).toMatchObject({
      newMoney: { count: 1 },
    })
  })
})

describe('a file that is not a statement of a till', () => {
  test.each([
    [
      'Safaricom’s daily file to large merchants',
      [
        'STORE_NAME,RECEIPT_NUMBER,ACCOUNT_TYPE_NAME,TRANSACTION_TYPE,START_TIMESTAMP,TRANSACTION_PARTY_DETAILS,CREDIT_AMOUNT,DEBIT_AMOUNT,BALANCE,LINKED_TRANSACTION_ID',
        'TUMA HQ,{CODE},Merchant Account,Customer Merchant Payment,2026-11-26 09:32:00,2547****111 - ALICE,350.00,0.00,350.00,',
      ],
      'statement_unknown',
    ],
    ['months before days', [till, paidTill('11/26/2026 09:32')], 'statement_row'],
    ['a sum of two numbers in a cell', [till, paidTill('2026-11-26 09:32:00', '350–400')], 'statement_row'],
  ])('is refused with a sentence: %s', async (_what, lines, code) => {
    expect(await read(lines)).toMatchObject({ refused: code })
  })
})
