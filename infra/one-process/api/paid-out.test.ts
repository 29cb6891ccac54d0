import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { displayPhone } from '@tuma/contracts/vocabulary'
import { storedEvents } from '@tuma/delivery/stored-events'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { demonstrationPassword } from '../src/seed/seed-plan.ts'
import { appendEvents } from './append-events.ts'
import { putDemonstration } from './demonstration.ts'
import { type Fixtures, openFixtures, type Parcel } from './fixtures.ts'
import { sentReceipt } from './sent-receipt.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'
import type { Visitor } from './visitor.ts'

let DATA_DIR: string
let product: TestProduct
let fixtures: Fixtures
/** Another admin, for longer than seven days. */
let second: Visitor
/** Payees whose money is ready, by account. */
type Ready = { readonly owedTo: string; readonly cents: number; readonly parcel: Parcel }
let wanjiku: Ready
let kamau: Ready
let njeri: Ready
let own: Ready
let ownNumber: Ready

const dayMs = 24 * 60 * 60_000
const openAccount = async (username: string, role: 'admin' | 'user', phone: string, name: string) => {
  const commandId = randomUUID()
  const at = new Date(Date.now() - 30 * dayMs).toISOString()
  const asked = { actor: { kind: 'system', name: 'test' }, commandId, correlationId: commandId, at } as const
  const person = { name, username, email: `${username}@tuma.test`, phone }
  const account = { ...person, password: demonstrationPassword, role, shop: null } as const
  return (await product.services.identity.openAccount({ asked, ...account })).accountId
}

/**
 * Delivery has recorded that an agent took cash for these while the other services did not run; they receive it at the
 * next start.
 */
const areTaken = async (all: readonly (Ready & { readonly agentId: string })[]) => {
  const at = new Date(Date.now() - 60 * 60_000).toISOString()
  const taken = all.map(({ parcel: { _id: deliveryId }, cents, owedTo, agentId }) => {
    const about = { deliveryId, deliveryType: 'doorstep', said: true, fee: 350, productPrice: cents / 100 } as const
    const data = { ...about, paymentIds: [], at, how: 'cash', agentId, owedTo } as const
    return { stream: `delivery-${deliveryId}`, event: { type: 'DueTaken', data } as const, at }
  })
  await appendEvents(DATA_DIR, 'delivery', storedEvents, taken)
}

const getAccount = async (person: Visitor): Promise<{ _id: string; phone: string; username: string }> =>
  (await person.get('/api/users/me')).body
const drawer = async () => (await fixtures.thika.get('/api/agent/cash')).body

beforeAll(async () => {
  DATA_DIR = mkdtempSync(join(tmpdir(), 'tuma-paid-out-'))
  await putDemonstration(DATA_DIR)
  product = await openTestProduct({ DATA_DIR })
  fixtures = await openFixtures(product)
  const { _id: agentId } = await getAccount(fixtures.thika)
  const me = await getAccount(fixtures.admin)
  const sender = async (username: string, name: string, phone: string) =>
    `account:${await openAccount(`payee-${username}`, 'user', phone, name)}`
  const owes = async (owedTo: string, shillings: number): Promise<Ready> => ({
    ...{ owedTo, cents: 100 * shillings, parcel: await fixtures.doorstep() },
  })
  await openAccount('achieng', 'admin', '254722000002', 'Achieng Njeri')
  wanjiku = await owes(await sender('wanjiku', 'Wanjiku Maina', '254712000001'), 2_950)
  kamau = await owes(await sender('kamau', 'Kamau Otieno', '254712000002'), 18_000)
  njeri = await owes(await sender('njeri', 'Njeri Wairimu', '254712000003'), 19_000)
  own = await owes(`account:${me._id}`, 500)
  ownNumber = await owes(await sender('cousin', 'Cousin Admin', me.phone), 400)
  await product.close()
  await areTaken([wanjiku, kamau, njeri, own, ownNumber].map((one) => ({ ...one, agentId })))
  product = await openTestProduct({ DATA_DIR })
  fixtures = await openFixtures(product)
  second = await product.signedIn('achieng')
  await vi.waitUntil(
    async () =>
      (await drawer()).parcels.some(({ parcel }: { parcel?: { id: string } }) => parcel?.id === ownNumber.parcel._id),
    { timeout: 60_000, interval: 50 },
  )
  const { cents } = await drawer()
  await fixtures.thika.post('/api/agent/cash/hand-overs', { amount: cents / 100, rest: 'missing', inDrawer: cents })
  const [waiting] = (await fixtures.admin.get('/api/admin/books/hand-overs?waiting=true')).body
  await second.post(`/api/admin/books/drawers/${waiting.agentId}/hand-overs/${waiting._id}`, { amount: cents / 100 })
  for (const { owedTo, cents: theirs } of [wanjiku, kamau, njeri, own, ownNumber])
    await vi.waitUntil(async () => (await payee(owedTo)).ready === theirs, { timeout: 60_000, interval: 50 })
}, 300_000)
afterAll(async () => {
  await product.close()
  rmSync(DATA_DIR, { recursive: true, force: true })
})

const payee = async (owedTo: string) =>
  (await second.get(`/api/admin/books/payee?owedTo=${encodeURIComponent(owedTo)}`)).body
const pay = (by: Visitor, { owedTo, cents }: Ready, reference: string, more = {}) =>
  by.post('/api/admin/books/payouts', { owedTo, cents, reference, ...more })
const paidOut = async (query = '') => (await fixtures.admin.get(`/api/admin/books/paid-out${query}`)).body
const refused = async (answer: Promise<{ status: number; body: { code?: string; message?: string } }>) => {
  const { status, body } = await answer
  return [status, body.code, body.message]
}

const first = sentReceipt()

describe('a payout', () => {
  test('needs an M-Pesa receipt of a day on which the money was due', async () => {
    expect(await refused(pay(fixtures.admin, wanjiku, 'ZZZZZZZZZZ'))).toEqual([
      ...[400, 'bad_input', 'The M-Pesa receipt has 10 to 12 letters and digits.'],
    ])
    expect((await refused(pay(fixtures.admin, wanjiku, sentReceipt(5)))).slice(0, 2)).toEqual([409, 'receipt_day'])
    // Not tomorrow: M-Pesa's clock may be an hour ahead, so after 23:00 in Nairobi tomorrow's receipts are accepted.
    expect((await refused(pay(fixtures.admin, wanjiku, sentReceipt(-2)))).slice(0, 2)).toEqual([409, 'receipt_day'])
  })

  test('is recorded once for each receipt, however that is typed, and says whom it paid', async () => {
    const typed = ` ${first.slice(0, 4).toLowerCase()} ${first.slice(4)}\u200b`
    expect(await pay(fixtures.admin, wanjiku, typed)).toMatchObject({
      status: 200,
      body: { reference: first, parcels: 1 },
    })
    const [status, code, message] = await refused(pay(second, kamau, first))
    expect([status, code]).toEqual([409, 'receipt_taken'])
    expect(message).toMatch(/^This receipt already paid Wanjiku Maina on \d+ \w+ \d{4}\. Type the right one\.$/)
    expect(await payee(kamau.owedTo)).toMatchObject({ ready: kamau.cents })
  })

  test('is listed with payee, number, receipt and parcel, and found by each of receipt, name and phone', async () => {
    await vi.waitUntil(async () => (await paidOut()).length === 1, { timeout: 30_000 })
    const [row] = await paidOut()
    expect(row).toMatchObject({
      ...{ of: 'payout', name: 'Wanjiku Maina', phone: '254712000001', cents: wanjiku.cents, receipt: first },
      ...{ approval: 'not_needed', manyParcels: 1, parcels: [{ parcel: { trackingId: wanjiku.parcel.trackingId } }] },
    })
    for (const found of [first.slice(0, 6).toLowerCase(), 'wanjiku', '0712000001', '254712000001'])
      expect(await paidOut(`?search=${found}`)).toHaveLength(1)
    for (const nobody of ['kamau', '0712000009', '0712']) expect(await paidOut(`?search=${nobody}`)).toEqual([])
  })

  test('is in the file in plain words and in the history of its parcel, and its payee gets an SMS', async () => {
    const body = Buffer.from((await fixtures.admin.get('/api/admin/books/paid-out.csv')).body).toString()
    expect(body).toContain('When,What,Paid to,Phone,Ksh,M-Pesa receipt,Parcels,Paid by,Approval,Approved by,Reason')
    expect(body).toContain(`Paid out,Wanjiku Maina,0712 000 001,2950,${first},${wanjiku.parcel.trackingId}`)
    const history = (await fixtures.admin.get(`/api/admin/deliveries/${wanjiku.parcel._id}/history`)).body
    expect(history.at(-1)).toMatchObject({ type: 'SenderPaidOut', details: { amount: 'Ksh 2,950', receipt: first } })
    const { text } = await product.messageTo(displayPhone('254712000001'), /sent you/)
    expect(text).toBe(`Tuma sent you Ksh 2,950 for 1 parcel. M-Pesa receipt ${first}. Questions: 0700 000 000`)
  })
})

describe('an admin cannot pay themselves', () => {
  const sentence = 'You cannot pay, refund or move money to yourself. Ask a colleague.'
  test('by their account, or by an account with their phone', async () => {
    for (const ready of [own, ownNumber])
      expect(await refused(pay(fixtures.admin, ready, sentReceipt()))).toEqual([403, 'own_money', sentence])
    expect(await pay(second, own, sentReceipt())).toMatchObject({ status: 200 })
  })
  test('or receive, take in or give away what is their own', async () => {
    const { _id: me, username } = await getAccount(fixtures.admin)
    const receive = fixtures.admin.post(`/api/admin/books/drawers/${me}/hand-overs/h1`, { amount: 100 })
    expect(await refused(receive)).toEqual([403, 'own_money', sentence])
    const takeIn = { amount: 1, rest: 'stays', inDrawer: 100, reason: 'mine' }
    expect((await fixtures.admin.post(`/api/admin/books/drawers/${me}/take-in`, takeIn)).body.code).toBe('own_money')
    const paymentId = await fixtures.payment()
    const rebind = { username: ` ${username} `, paymentReference: 'PAY-123456', reason: 'mine' }
    expect((await fixtures.admin.post(`/api/admin/payments/${paymentId}/rebind`, rebind)).body.code).toBe('own_money')
    const explain = { as: 'drawer', username: username.toUpperCase(), reason: 'mine' }
    expect((await fixtures.admin.post('/api/admin/books/unexplained/d1', explain)).body.code).toBe('own_money')
  })
})

describe('money that one admin may not send alone', () => {
  const need = (ready: Ready) => refused(pay(fixtures.admin, ready, sentReceipt()))
  test('is refused before another admin has approved it, and then sent once', async () => {
    expect(await need(kamau)).toEqual([409, 'approval_needed', 'A second admin must approve this first.'])
    expect(await payee(kamau.owedTo)).toMatchObject({ ready: kamau.cents })
    const { owedTo, cents } = kamau
    const request = await fixtures.admin.post('/api/admin/books/payouts/approval', { owedTo, cents })
    expect([request.status, request.body]).toMatchObject([201, { approvers: 1 }])
    expect((await need(kamau))[1]).toBe('approval_needed')
    const approve = (by: Visitor) => by.post(`/api/admin/approvals/${request.body._id}/approve`, {})
    expect((await approve(fixtures.admin)).body.code).toBe('approval_own')
    const [waiting] = (await second.get('/api/admin/approvals?waiting=true')).body
    expect(waiting).toMatchObject({ kind: 'payout', cents, name: 'Kamau Otieno', phone: '254712000002' })
    expect((await approve(second)).status).toBe(200)
    const reference = sentReceipt()
    expect(await pay(fixtures.admin, kamau, reference)).toMatchObject({ status: 200 })
    await vi.waitUntil(async () => (await paidOut(`?search=${reference}`)).length === 1, { timeout: 30_000 })
    expect(await paidOut(`?search=${reference}`)).toMatchObject([{ approval: 'given', approvedBy: 'Achieng Njeri' }])
  })

  test('is recorded if it has left without approval, and stays on the dashboard until another admin has looked', async () => {
    const reference = sentReceipt()
    expect(await pay(fixtures.admin, njeri, reference, { sent: true })).toMatchObject({ status: 200 })
    const unapproved = async () => (await fixtures.admin.get('/api/admin/attention')).body.books.unapproved.count
    await vi.waitUntil(async () => (await unapproved()) === 1, { timeout: 30_000 })
    const [row] = await paidOut('?missing=true')
    expect(row).toMatchObject({ receipt: reference, approval: 'missing', approvedBy: null })
    const approve = (by: Visitor) =>
      by.post(`/api/admin/books/paid-out/${row._id}/approve`, { reason: 'I spoke to her' })
    expect((await approve(fixtures.admin)).body.code).toBe('approval_own')
    // The same rule as for an approval before the money leaves: an admin for seven days.
    const young = await fixtures.expendable('admin')
    expect((await approve(await product.signedIn(young.username))).body.code).toBe('approver_new')
    expect((await approve(second)).status).toBe(200)
    await vi.waitUntil(async () => (await unapproved()) === 0, { timeout: 30_000 })
    expect(await paidOut(`?search=${reference}`)).toMatchObject([
      { approval: 'given', approvedBy: 'Achieng Njeri', approvalReason: 'I spoke to her' },
    ])
  })
})

test('money that only a pasted message reports is not paid back', async () => {
  const paymentId = await fixtures.payment()
  const refund = { amount: '1', receipt: sentReceipt(), reason: 'paid twice' }
  const [status, code, message] = await refused(fixtures.admin.post(`/api/admin/payments/${paymentId}/refund`, refund))
  expect([status, code]).toEqual([409, 'refund_unproven'])
  expect(message).toBe('M-Pesa has not confirmed this payment. Import the statement first.')
})
