import { displayPhone, owedToAccount } from '@tuma/contracts/vocabulary'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { demonstrationPassword as password } from '../src/seed/seed-plan.ts'
import { type Fixtures, openFixtures } from './fixtures.ts'
import { sentReceipt } from './sent-receipt.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'

let product: TestProduct
let fixtures: Fixtures
let owedTo: string
/** Cents that can be paid out to the client. */
let ready: number
/** The client's payout number so far: that of their registration. */
let registered: { name: string; phone: string }

const theirNumber = '0799666555'
const money = async () => (await fixtures.client.get('/api/client/money')).body
const payee = async () => (await fixtures.admin.get(`/api/admin/books/payee?owedTo=${encodeURIComponent(owedTo)}`)).body
const setNumber = (phone: string, typed = password) =>
  fixtures.client.put('/api/client/payout-number', { phone, password: typed })
const payOut = (reference: string) =>
  fixtures.admin.post('/api/admin/books/payouts', { owedTo, cents: ready, reference })

beforeAll(async () => {
  product = await openTestProduct()
  fixtures = await openFixtures(product)
  const { body: me } = await fixtures.client.get('/api/users/me')
  owedTo = owedToAccount(me._id)
  registered = { name: me.name, phone: me.phone }
  const drawer = async () => (await fixtures.thika.get('/api/agent/cash')).body
  const before = (await drawer()).cents
  const parcel = await fixtures.toBePaid()
  await fixtures.thika.put(`/api/agent/update-received/${parcel._id}`, { taken: { how: 'cash' } })
  await vi.waitUntil(async () => (await drawer()).cents >= before + 1850_00, { timeout: 60_000, interval: 50 })
  const amount = (await drawer()).cents / 100
  const handOver = (await fixtures.thika.post('/api/agent/cash/hand-overs', { amount })).body
  const { body: agent } = await fixtures.thika.get('/api/users/me')
  await fixtures.admin.post(`/api/admin/books/drawers/${agent._id}/hand-overs/${handOver._id}`, { amount })
  await vi.waitUntil(async () => (await money()).ready > 0, { timeout: 60_000, interval: 50 })
  ready = (await money()).ready
})
afterAll(() => product.close())

test('a stolen session changes phone and name of the profile, and the office still pays the number of the registration', async () => {
  const changed = await fixtures.client.put('/api/users/updateuser', { name: 'Mallory Thief', phone: theirNumber })
  expect(changed.body).toMatchObject({ name: 'Mallory Thief', phone: '254799666555' })
  expect(await payee()).toMatchObject(registered)
  expect((await money()).payTo).toEqual(registered)
  await fixtures.client.put('/api/users/updateuser', registered)
})

test('without the password the payout number does not change', async () => {
  expect((await fixtures.client.put('/api/client/payout-number', { phone: theirNumber })).status).toBe(400)
  const wrong = await setNumber(theirNumber, 'a-guess')
  expect([wrong.status, wrong.body.code, wrong.body.field]).toEqual([403, 'password_wrong', 'password'])
  expect(await payee()).toMatchObject(registered)
})

test('with the password it changes, both numbers and the e-mail get a message, and payouts to it wait for a day', async () => {
  const { status, body } = await setNumber(theirNumber)
  expect([status, body.phone]).toEqual([200, '254799666555'])
  expect(Date.parse(body.payableFrom) - Date.parse(body.changedAt)).toBe(24 * 60 * 60_000)
  expect((await money()).payTo).toEqual(body)
  expect(await payee()).toMatchObject({ ...body, former: registered.phone })
  await product.messageTo(displayPhone(registered.phone), /your payouts go to a different number/)
  await product.messageTo(theirNumber, /this number will receive payouts of a Tuma account/)
  await product.messageTo('client@tuma.test', /payout number at Tuma has changed/)

  const refused = await payOut(sentReceipt())
  expect([refused.status, refused.body.code]).toEqual([409, 'payee_new'])
  expect(refused.body.message).toMatch(
    /^This number changed 0 h ago\. You can pay out to it from \d+ \w+ \d{4}, \d\d:\d\d\.$/,
  )
  expect((await money()).ready).toBe(ready)
})
