import { describe, expect, test } from 'vitest'
import { getBeginning, readKind } from './row-kinds.ts'

const getKind = (details: string, reason: string, cents: number) =>
  readKind({ details, reason, status: 'Completed' }, cents)
const [comesIn, goesOut] = [35_000, -35_000]

/** Shapes of real statements; names, phones and codes are made up. */
const kinds: readonly (readonly [string, readonly (readonly [string, string, number])[]])[] = [
  [
    'payment',
    [
      // A customer.
      ['Merchant Payment from 2547****111 - ALICE WANJIRU', '', comesIn],
      ['Merchant Payment Online from 254721***933 - JAMES KARANJA', 'Customer Merchant Payment', comesIn],
      ['Pay Bill from 25470****111 - ALICE **** EXAMPLE Acc. 850060', 'Pay Utility', comesIn],
      ['Pay Bill Online from 2547****111 - ALICE Acc. 12', 'Pay Bill Online', comesIn],
      ['Merchant Payment Online from 2547****111 - X', 'Customer Merchant Payment with OD', comesIn],
      ['Paybill', '', comesIn],
      ['', 'Pay Utility', comesIn],
      ['Customer Buy Goods Online', '', comesIn],
      // A name, or a text that a customer typed, decides nothing.
      ['Pay Bill from 25470****111 - ALICE Acc. DELIVERY CHARGES', 'Pay Utility', comesIn],
      ['Pay Bill from 25470****111 - ALICE Acc. loan', 'Pay Utility', comesIn],
      ['Pay Bill from 25470****111 - ALICE Acc. settlement', 'Pay Utility', comesIn],
      ['Pay Bill from 25470****111 - ALICE Acc. withdraw funds transfer', 'Pay Utility', comesIn],
      ['Pay Bill from 25470****111 - ALICE Acc. Reversal of UKN1AAAAA1', 'Pay Utility', comesIn],
      ['Merchant Payment from 254721***933 - SETTLE MWENDA', 'Customer Merchant Payment', comesIn],
      ['Merchant Payment from 254721***933 - CHARGES REVERSAL LOAN', 'Customer Merchant Payment', comesIn],
      ['Merchant Payment from\n254721***933 - OD TO BANK', '', comesIn],
      // Another till.
      ['Merchant Payment received from 7654321 - SOME SHOP LTD', 'Merchant to Merchant Payment', comesIn],
      ['Merchant to Merchant Payment from 555111 - MAMA MBOGA', '', comesIn],
      ['Business Buy Goods from 600111 - TO BANK LTD', 'Business Buy Goods', comesIn],
      // A bank.
      ['FSI to Merchant by 999002 - BANK', 'FSI to Merchant', comesIn],
      ['FSI to Merchant by 999003 - SETTLEMENT BANK LTD', '', comesIn],
      ['Bank to Merchant Payment from 247247 - EQUITY', '', comesIn],
      // Pochi la Biashara.
      ['Small Business Pay Merchant from 0745***444 - EREGAE NGASIKE', 'Customer Merchant Payment', comesIn],
      ['Small Business Pay Merchant', '', comesIn],
      ['Pochi la Biashara Payment from 0745***444 - MAMA CHARGE', '', comesIn],
    ],
  ],
  [
    'charge',
    [
      ['Pay merchant Charge', 'Pay merchant Charge', -385],
      ['Merchant to Customer Payment Charge', 'Merchant to Customer Payment', -900],
      ['Merchant to Merchant Payment Charge', '', -900],
      ['Pay Bill Charge by 600100 - TUMA', 'Pay Utility', -900],
      ['Business Payment to 2547***111 - X', 'B2C Charge', -900],
    ],
  ],
  [
    'settled',
    [
      ['Merchant Account to Organization Settlement Account', 'Settlement', goesOut],
      ['Merchant to Settlement account', 'Organization Settlement', goesOut],
      ['Organization Settle to Bank', '', goesOut],
      ['Withdrawal Of Funds', '', goesOut],
      ['Funds Transfer to 600111 - TUMA HQ', '', goesOut],
    ],
  ],
  [
    'overdraft',
    [
      ['Biashara Overdraft Repayment', 'OD Payment Transfer', goesOut],
      ['OD Loan Repayment to 804080 - BOOST', '', goesOut],
      ['Overdraft of Merchant Payment', '', comesIn],
      ['804080-Boost Biashara', 'OD Payment Transfer', goesOut],
    ],
  ],
  [
    'paid_out',
    [
      ['Merchant Customer Payment to 0712***456 - BETTY ACHIENG', 'Merchant to Customer Payment', goesOut],
      ['Merchant Customer Payment to 0712***456 - SETTLEMENT CHARGE', '', goesOut],
      ['Business Payment to Customer via API to 2547***111 - X', '', goesOut],
      ['Salary Payment to 254712***456 - BETTY', '', goesOut],
      ['Sent to 0712***456 - BETTY', 'Some New Words', goesOut],
    ],
  ],
  [
    'sweep',
    [
      ['Utility Account to Working Account', '', goesOut],
      ['Organization Utility to MMF account', '', comesIn],
      ['Working Account to Utility Account', 'Transfer', comesIn],
    ],
  ],
  [
    'reversal',
    [
      ['Pay Utility Reversal', 'Pay Utility Reversal', goesOut],
      ['Transaction Reversal of UKN1AAAAA1', '', goesOut],
      ['Reversed payment', '', goesOut],
    ],
  ],
]

describe.each(kinds)('%s:', (kind, rows) => {
  test.each(rows)('%s (%s) of %i cents', (details, reason, cents) => {
    expect(getKind(details, reason, cents)).toMatchObject({ kind, name: null })
  })
})

test.each([
  ['Business deposit', '', comesIn, 'Business deposit'],
  ['Business deposit from 0712***456 - BETTY', '', comesIn, 'Business deposit'],
  ['Merchant Payment to 555111 - SHOP', 'Merchant to Merchant Payment', goesOut, 'Merchant to Merchant Payment'],
  ['Pay Bill to 888880 - KPLC Acc. 1234', '', goesOut, 'Pay Bill'],
  ['Transaction Reversal of UKN1AAAAA1', '', comesIn, 'Transaction Reversal'],
  ['Pay merchant Charge given back', '', comesIn, 'Pay merchant Charge given back'],
  ['Merchant Payment to somebody', '', goesOut, 'Merchant Payment'],
])('%s (%s) of %i cents is unknown, with the name %s', (details, reason, cents, name) => {
  expect(getKind(details, reason, cents)).toMatchObject({ kind: 'other', name })
})

test('the name of an unknown kind has no word of a stranger, no phone and no receipt', () => {
  for (const stranger of [
    'from 0712***456 - BETTY',
    'by BETTY',
    'Acc. BETTY',
    '0712345678 BETTY',
    '- BETTY',
    'of BETTY',
  ])
    expect(getKind(`New Deposit ${stranger}`, '', comesIn).name).toBe('New Deposit')
})

test('a row that did not complete is failed, whatever its words', () => {
  for (const status of ['Failed', 'Declined', 'Not completed', 'Completed in part'])
    expect(readKind({ details: 'Merchant Payment from 2547***111 - X', reason: '', status }, comesIn).kind).toBe(
      'failed',
    )
})

test('a beginning ends where a stranger’s words begin', () => {
  expect(getBeginning('Pay Bill from 2547***1 - X Acc. 1')).toBe('Pay Bill')
  expect(getBeginning('Merchant Account to Organization Settlement Account')).toBe(
    'Merchant Account to Organization Settlement Account',
  )
  expect(getBeginning('Salary Payment to JOHN CHARGES')).toBe('Salary Payment')
})
