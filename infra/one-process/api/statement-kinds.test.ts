import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openStatementReading, type StatementReading } from './statement-reading.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'
import type { Visitor } from './visitor.ts'

/**
 * Rows as people have reported them in public, each with its right kind. Safaricom's own words decide the kind, and
 * never what a stranger typed. Names, phones and codes are invented.
 */

let product: TestProduct
let admin: Visitor
let read: StatementReading
beforeAll(async () => {
  product = await openTestProduct()
  admin = await product.signedIn('admin')
  read = openStatementReading(admin)
})
afterAll(() => product.close())

const till =
  'Receipt No,Completion Time,Details,Transaction Status,Paid in,Withdrawn,Balance,Transaction Type,Other Party'
const portal =
  'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Reason Type,Other Party Info,Linked Transaction ID'
const at = '2026-11-26 09:32:15'
const ofTill = (details: string, paid: string, type: string) => [
  till,
  `{CODE},${at},${details},Completed,${paid},,${type},600100-TUMA PARCELS`,
]
const ofPaybill = (account: string) => [
  portal,
  `{CODE},${at},Pay Bill from 25470****111 - ALICE **** EXAMPLE Acc. ${account},Completed,350.0,,,Pay Utility,25470****111 - ALICE **** EXAMPLE,`,
]
const [comesIn, goesOut] = ['350,0', '0,350']

type Counts = Readonly<Record<string, number>>
const only = (name: string): Counts => ({
  ...{ newMoney: 0, unclear: 0, settled: 0, charges: 0, overdraft: 0, paidOut: 0, sweeps: 0, reversals: 0 },
  [name]: 1,
})

test.each<readonly [what: string, lines: readonly string[], is: string]>([
  // Accounts and names that strangers typed.
  ['an account "DELIVERY CHARGES"', ofPaybill('DELIVERY CHARGES'), 'newMoney'],
  ['an account "loan"', ofPaybill('loan'), 'newMoney'],
  ['an account "settlement"', ofPaybill('settlement'), 'newMoney'],
  ['an account "withdraw to bank"', ofPaybill('withdraw to bank'), 'newMoney'],
  ['an account "reversal of UKN1AAAAA1"', ofPaybill('reversal of UKN1AAAAA1'), 'newMoney'],
  [
    'a payer called SETTLE MWENDA',
    ofTill('Merchant Payment from 254721***933 - SETTLE MWENDA', comesIn, 'Customer Merchant Payment'),
    'newMoney',
  ],
  [
    'a payer called OVERDRAFT CHARGE',
    ofTill('Merchant Payment Online from 254721***933 - OVERDRAFT CHARGE', comesIn, 'Customer Merchant Payment'),
    'newMoney',
  ],
  // Other payers of a till.
  [
    'another till',
    ofTill('Merchant Payment received from 7654321 - SOME SHOP LTD', comesIn, 'Merchant to Merchant Payment'),
    'newMoney',
  ],
  ['a bank’s app', ofTill('FSI to Merchant by 999002 - BANK', comesIn, 'FSI to Merchant'), 'newMoney'],
  ['another bank’s app', ofTill('FSI to Merchant by 247247 - SETTLEMENT BANK', comesIn, ''), 'newMoney'],
  [
    'Pochi la Biashara',
    ofTill('Small Business Pay Merchant from 0745***444 - EREGAE', comesIn, 'Customer Merchant Payment'),
    'newMoney',
  ],
  // Rows that are not a customer's payment.
  [
    'money paid out to a person',
    ofTill('Merchant Customer Payment to 0712***456 - BETTY ACHIENG', goesOut, 'Merchant to Customer Payment'),
    'paidOut',
  ],
  ['a payment of a business to a person', ofTill('Business Payment to 254712***456 - BETTY', goesOut, ''), 'paidOut'],
  ['a charge of that', ofTill('Merchant to Customer Payment Charge', '0,9', 'Merchant to Customer Payment'), 'charges'],
  [
    'a charge of another till’s payment',
    ofTill('Merchant to Merchant Payment Charge', '0,9', 'Pay merchant Charge'),
    'charges',
  ],
  ['an overdraft repaid', ofTill('Biashara Overdraft Repayment', '0,150', 'OD Payment Transfer'), 'overdraft'],
  ['a loan repaid', ofTill('OD Loan Repayment to 804080 - Boost', '0,150', ''), 'overdraft'],
  ['a settlement', ofTill('Merchant Account to Organization Settlement Account', '0,-350', 'Settlement'), 'settled'],
  ['a sweep between own accounts', ofTill('Utility Account to Working Account', goesOut, ''), 'sweeps'],
  ['a row of no kind that we know', ofTill('Business deposit', comesIn, ''), 'unclear'],
  ['money paid to another shop', ofTill('Merchant Payment to 555111 - SHOP', goesOut, ''), 'unclear'],
])('%s is read as the right kind', async (_what, lines, is) => {
  const found = await read(lines)
  const counts = Object.fromEntries(Object.keys(only(is)).map((name) => [name, found[name].count]))
  expect(counts).toEqual(only(is))
})

const reversed = (...rows: string[]) => [portal, ...rows]
const paid = `{CODE2},${at},Pay Bill from 25470****111 - ALICE Acc. 12,Completed,350.0,,,Pay Utility,,`
const takenBack = `{CODE},2026-11-26 10:00:00,Pay Utility Reversal,Completed,,-350.0,,Pay Utility Reversal,,{CODE2}`

describe('the preview says what the import does', () => {
  test.each([
    ['before', [takenBack, paid]],
    ['after', [paid, takenBack]],
  ])('of a reversal %s its payment in the same file', async (_where, rows) => {
    const found = await read(reversed(...rows))
    expect(found).toMatchObject({ reversals: { count: 1 }, newMoney: { count: 1 }, unclear: { count: 0 } })
    await imported(found._id)
    const receipt = found.newMoney.lines[0].receipt
    expect((await admin.get(`/api/admin/payments?search=${receipt}`)).body[0].state).toBe('reversed')
    const again = (await admin.get(`/api/admin/statements/${found._id}/findings`)).body
    expect(again).toMatchObject({ reversals: { count: 0 }, newMoney: { count: 0 }, matched: 1, known: 1 })
  })

  test('of a sweep that appears twice with one receipt, under one column of balances', async () => {
    const found = await read([
      portal,
      `{CODE},2026-11-26 08:00:00,Merchant Payment from 2547****111 - ALICE,Completed,350,,1350,,,`,
      `{CODE2},2026-11-26 09:00:00,Utility Account to Working Account,Completed,,1350,0,,,`,
      `{CODE2},2026-11-26 09:00:00,Utility Account to Working Account,Completed,1350,,1350,,,`,
      `{CODE3},2026-11-26 10:00:00,Merchant Payment from 2547****112 - BETTY,Completed,20,,20,,,`,
    ])
    expect(found).toMatchObject({
      gaps: { count: 0 },
      sweeps: { count: 2, cents: 0 },
      opening: 100_000,
      closing: 137_000,
    })
  })
})

const imported = async (id: string) => {
  expect((await admin.post(`/api/admin/statements/${id}/commit`, { isOurs: true })).status).toBe(200)
  const state = async () => (await admin.get(`/api/admin/statements/${id}/findings`)).body.state
  await vi.waitFor(async () => expect(await state()).toBe('applied'), 60_000)
}
const readBalance = async (account: string): Promise<number> => {
  const { accounts } = (await admin.get('/api/admin/books')).body
  return accounts.find((one: { account: string }) => one.account === account).cents
}
const kinds = async () => (await admin.get('/api/admin/statements/kinds')).body
const getKind = async (name: string) => (await kinds()).find((one: { name: string }) => one.name === name)

describe('a kind that we do not know', () => {
  test('is treated as an admin says from the next import on, undone by the opposite, and both are in the audit log', async () => {
    const [till, bank] = [await readBalance('till'), await readBalance('bank')]
    const found = await read([portal, `{CODE},${at},Wholly New Deposit,Completed,75,,,,,`])
    await imported(found._id)
    await expect.poll(() => getKind('Wholly New Deposit')).toMatchObject({ count: 1, cents: 7_500, as: null, open: 1 })
    const treat = { name: 'Wholly New Deposit', direction: 'in', as: 'settled' }
    const treated = await admin.post('/api/admin/statements/kinds', treat)
    expect(treated).toMatchObject({ status: 200, body: { as: 'settled', name: 'Wholly New Deposit' } })
    expect(await readBalance('till')).toBe(till)
    expect((await admin.post('/api/admin/statements/kinds', { ...treat, as: 'charge' })).body.code).toBe(
      'row_kind_treated',
    )
    await imported(found._id)
    await expect.poll(() => readBalance('till')).toBe(till + 7_500)
    expect(await readBalance('bank')).toBe(bank - 7_500)
    const { _id } = treated.body
    expect((await admin.post(`/api/admin/statements/kinds/${_id}/undo`, {})).body).toEqual({ _id })
    await expect.poll(() => readBalance('till')).toBe(till)
    expect(await readBalance('bank')).toBe(bank)
    await expect.poll(() => getKind('Wholly New Deposit')).toMatchObject({ as: null, open: 1 })
    const log = (await admin.get('/api/admin/audit?limit=50')).body.map(({ what }: { what: string }) => what)
    expect(log).toEqual(expect.arrayContaining(['statements.treatKind', 'statements.undoKind']))
  })

  test('is never treated as a customer’s payment, and by admins only', async () => {
    const asPayment = { name: 'Wholly New Deposit', direction: 'in', as: 'payment' }
    expect((await admin.post('/api/admin/statements/kinds', asPayment)).status).toBe(400)
    const client = await product.signedIn('client')
    expect((await client.post('/api/admin/statements/kinds', { ...asPayment, as: 'charge' })).status).toBe(403)
    expect((await client.get('/api/admin/statements/kinds')).status).toBe(403)
  })
})

test('a person who has only seen a receipt cannot claim it by our own name or number, and its payer can', async () => {
  const found = await read(
    ofTill('Merchant Payment Online from 254721***933 - JAMES KARANJA', comesIn, 'Customer Merchant Payment'),
  )
  await imported(found._id)
  const { receipt } = found.newMoney.lines[0]
  const claim = async (nameOrPhone: string) => {
    const said = { paymentReferenceId: 'PAY-454545', senderName: 'Jina Lingine', receipt, nameOrPhone }
    return (await product.stranger().post('/api/payment/claim-receipt', said)).body
  }
  for (const known of ['Tuma', 'parcels', '0700000100']) expect(await claim(known)).toMatchObject({ success: false })
  expect(await claim('Karanja')).toMatchObject({ success: true, amount: 350 })
})
