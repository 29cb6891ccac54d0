import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Fixtures, openFixtures, type Parcel } from './fixtures.ts'
import { sentReceipt } from './sent-receipt.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'

/**
 * An agent types a receipt at a door before M-Pesa reports the payment, which then turns out to belong to another
 * payer, or to be too small.
 */

let now = '2026-11-22T12:00:00.000Z'
const price = 1500_00
const due = 1850
let product: TestProduct
let fixtures: Fixtures
beforeAll(async () => {
  product = await openTestProduct({}, { now: () => now, randomBytes })
  fixtures = await openFixtures(product)
}, 120_000)
afterAll(() => product.close())

const patience = { timeout: 60_000, interval: 50 }
const receipt = () => sentReceipt(0, now)
const header = 'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Linked Transaction ID'
const line = (code: string, time: string, details: string, shillings: number, linked = '') =>
  `${code},2026-11-22 ${time},${details},Completed,${shillings > 0 ? shillings : ''},${shillings > 0 ? '' : shillings},,${linked}`
const paidBy = (name: string, code: string, shillings = due) =>
  line(code, '09:30:00', `Merchant Payment from 254722***111 - ${name}`, shillings)
const takeOver = async (...lines: string[]): Promise<void> => {
  const headers = { 'content-type': 'text/csv' }
  const read = await fixtures.admin.ask('POST', '/api/admin/statements', [header, ...lines].join('\n'), { headers })
  expect(read.status).toBe(200)
  const path = `/api/admin/statements/${read.body._id}`
  expect((await fixtures.admin.post(`${path}/commit`, { isOurs: true })).status).toBe(200)
  await vi.waitUntil(async () => (await fixtures.admin.get(`${path}/findings`)).body.state === 'applied', patience)
}
const handedOverFor = async (code: string): Promise<Parcel> => {
  const parcel = await fixtures.toBePaid()
  const taken = { how: 'till', receipt: code, payer: 'Juma' }
  const { status } = await fixtures.thika.put(`/api/agent/update-received/${parcel._id}`, { taken })
  expect(status).toBe(200)
  return parcel
}
const getPayment = async (code: string) => (await fixtures.admin.get(`/api/admin/payments?search=${code}`)).body[0]
const letPass = async (code: string) => {
  const path = `/api/admin/payments/${(await getPayment(code))._id}/let-pass`
  expect((await fixtures.admin.post(path, { reason: 'Her brother has paid' })).status).toBe(200)
}
const myReady = async (): Promise<number> => (await fixtures.client.get('/api/client/money')).body.ready
const whenReady = (cents: number) => vi.waitFor(async () => expect(await myReady()).toBe(cents), patience)
const payOut = async (cents: number) => {
  const { _id } = (await fixtures.client.get('/api/users/me')).body
  const body = { owedTo: `account:${_id}`, cents, reference: receipt() }
  return fixtures.admin.post('/api/admin/books/payouts', body)
}
const toExplain = async ({ _id }: Parcel) =>
  (await fixtures.admin.get('/api/admin/books/unexplained?limit=100')).body.filter(
    ({ parcel }: { parcel: { id: string } }) => parcel?.id === _id,
  )
const balance = async () => {
  const { accounts } = (await fixtures.admin.get('/api/admin/books')).body
  return accounts.reduce((sum: number, { cents }: { cents: number }) => sum + cents, 0)
}

test('the sender is paid from another payer’s receipt only after the office lets that payment pass', async () => {
  const before = await myReady()
  const [theirs, anothers] = [receipt(), receipt()]
  await handedOverFor(theirs)
  await handedOverFor(anothers)
  await takeOver(paidBy('JUMA ODINGA', theirs), paidBy('WANJIKU KAMAU', anothers))
  expect(await getPayment(anothers)).toMatchObject({ state: 'mismatched', doubt: 'amount' })
  await whenReady(before + price)
  expect((await payOut(before + 2 * price)).body.code).toBe('payout_changed')

  await letPass(anothers)
  await whenReady(before + 2 * price)
  expect(await balance()).toBe(0)
})

test('a price that was ready and not paid yet is not ready while its payment is doubted', async () => {
  const before = await myReady()
  const code = receipt()
  await handedOverFor(code)
  await takeOver(paidBy('JUMA ODINGA', code))
  await whenReady(before + price)
  await takeOver(paidBy('JUMA ODINGA', code, due - 100))
  await whenReady(before)
  expect((await payOut(before + price)).body.code).toBe('payout_changed')
})

test('a price that was already paid out is shown to the office until the payment is trusted or its loss explained', async () => {
  const [doubted, reversed] = [receipt(), receipt()]
  const [first, second] = [await handedOverFor(doubted), await handedOverFor(reversed)]
  const before = await myReady()
  await takeOver(paidBy('JUMA ODINGA', doubted), paidBy('JUMA ODINGA', reversed))
  await whenReady(before + 2 * price)
  expect((await payOut(before + 2 * price)).status).toBe(200)
  expect(await toExplain(first)).toEqual([])

  now = '2026-11-22T13:00:00.000Z'
  await takeOver(
    paidBy('JUMA ODINGA', doubted, due - 100),
    line(receipt(), '11:00:00', 'Merchant Payment Reversal', -due, reversed),
  )
  await vi.waitFor(async () => {
    expect(await toExplain(first)).toMatchObject([{ paidOut: true, cents: price }])
    expect(await toExplain(second)).toMatchObject([{ paidOut: true }])
  }, patience)
  expect((await fixtures.admin.get('/api/admin/attention')).body.books.unexplained.count).toBeGreaterThanOrEqual(2)
  await letPass(doubted)
  await vi.waitFor(async () => expect(await toExplain(first)).toEqual([]), patience)
  const lost = { as: 'shortage', reason: 'The payer took it back and is gone' }
  expect((await fixtures.admin.post(`/api/admin/books/unexplained/${second._id}`, lost)).status).toBe(200)
  await vi.waitFor(async () => expect(await toExplain(second)).toEqual([]), patience)
  expect(await balance()).toBe(0)
})
