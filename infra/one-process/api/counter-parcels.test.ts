import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Fixtures, openFixtures } from './fixtures.ts'
import { counterForm, dukaniFee } from './parcels.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'

let product: TestProduct
let fixtures: Fixtures
beforeAll(async () => {
  product = await openTestProduct()
  fixtures = await openFixtures(product)
})
afterAll(() => product.close())

const path = '/api/agent/counter-parcels'
const takeIn = (more: object = {}, headers = {}) => fixtures.cbd.post(path, { ...counterForm, ...more }, { headers })
const cancel = (id: string) => fixtures.cbd.post(`${path}/${id}/void`, { reason: 'Wrong town' })
const door = { door: { place: 'THIKA', tier: 'same-day', address: 'Section 9', moreDetails: 'Call on arrival' } }
const until = <Value>(read: () => Promise<Value>, is: (value: Value) => boolean) =>
  vi.waitUntil(async () => is(await read()), { timeout: 60_000, interval: 50 })
const readDrawer = async (): Promise<number> => (await fixtures.cbd.get('/api/agent/cash')).body.cents
const readToday = async () => (await fixtures.cbd.get(`${path}/today`)).body

test('a parcel for cash is booked, paid and at the shop at once, and its fee is in the drawer', async () => {
  const before = await readDrawer()
  const { status, body } = await takeIn()
  expect([status, body.status, body.paid, body.deliveryFee]).toEqual([201, 'uncollected', true, dukaniFee])
  expect(body.counter).toMatchObject({ how: 'cash' })
  expect(Date.parse(body.counter.voidUntil)).toBeGreaterThan(Date.parse(body.createdAt))
  await until(readDrawer, (cents) => cents === before + 100 * dukaniFee)
  const { body: tracked } = await product.stranger().get(`/api/agent/track/${body.trackingId}`)
  expect(tracked).not.toHaveProperty('counter')
  expect(tracked.history.map(({ status }: { status: string }) => status)).toEqual(['dropping', 'uncollected'])
})

test('the same press twice books one parcel', async () => {
  const headers = { 'idempotency-key': randomUUID() }
  const [one, other] = [await takeIn({}, headers), await takeIn({}, headers)]
  expect(other.body.trackingId).toBe(one.body.trackingId)
  expect((await takeIn({ parcelDescription: 'Something else' }, headers)).body.code).toBe('key_reused')
})

test('the same press gets its first answer after the parcel was cancelled', async () => {
  const headers = { 'idempotency-key': randomUUID() }
  const { body: first } = await takeIn({}, headers)
  await cancel(first._id)
  const { status, body } = await takeIn({}, headers)
  expect([status, body]).toEqual([201, first])
})

test('only a parcel to a door is paid by its receiver', async () => {
  const pay = { how: 'on_delivery', productPrice: 1000 }
  expect((await takeIn({ pay })).body.code).toBe('to_a_shop')
  const { body } = await takeIn({ to: door, deliveryFee: 350, pay })
  expect(body).toMatchObject({ paid: false, totalAmount: 1350, seen: true, status: 'uncollected' })
})

test('another price than the customer was told is refused, and so is a shop that is not ours', async () => {
  expect((await takeIn({ deliveryFee: 10 })).body.code).toBe('fee_changed')
  const to = { shop: { location: 'THIKA', address: 'No such shop' } }
  expect((await takeIn({ to })).body.code).toBe('unknown_shop')
  expect((await takeIn({ sender: { name: 'Zawadi', phone: '12345' } })).status).toBe(400)
})

test('only agents take in', async () => {
  expect((await fixtures.client.post(path, counterForm)).status).toBe(403)
  expect((await fixtures.admin.post(path, counterForm)).status).toBe(403)
  expect((await product.stranger().post(path, counterForm)).status).toBe(401)
})

test('a cancelled parcel leaves lists and the day, its cash leaves the drawer, and tracking says cancelled', async () => {
  const { body: parcel } = await takeIn()
  const [cash, day] = [await readDrawer(), await readToday()]
  expect((await fixtures.thika.post(`${path}/${parcel._id}/void`, { reason: 'Not mine' })).status).toBe(404)
  const cancelled = await cancel(parcel._id)
  expect(cancelled.body).toEqual({ trackingId: parcel.trackingId, cashBack: dukaniFee })
  expect((await cancel(parcel._id)).body.code).toBe('parcel_cancelled')
  expect((await fixtures.cbd.put(`/api/agent/update-intransit/${parcel._id}`)).body.code).toBe('parcel_cancelled')
  const { body: tracked } = await product.stranger().get(`/api/agent/track/${parcel.trackingId}`)
  expect(tracked.outcome).toBe('cancelled')
  await until(readToday, ({ parcels }) => parcels === day.parcels - 1)
  await until(readDrawer, (cents) => cents <= cash)
  const found = (await fixtures.cbd.get(`/api/agent/find?search=${parcel.trackingId}`)).body
  expect(found).toEqual([])
})

test('a customer is known by the whole phone at the shop that they sent from, and at no other', async () => {
  await takeIn({ sender: { name: 'Nafula', phone: '0722 987 654' } })
  const ask = (agent: Fixtures['cbd'], phone: string) =>
    agent.get(`/api/agent/customers/known?phone=${encodeURIComponent(phone)}`)
  await until(
    async () => (await ask(fixtures.cbd, '0722 987 654')).body,
    ({ name }) => name === 'Nafula',
  )
  const { body } = await ask(fixtures.cbd, '0722 987 654')
  expect(body.receivers[0]).toMatchObject({ receiver: { name: 'Juma' }, to: counterForm.to })
  expect((await ask(fixtures.thika, '0722 987 654')).body).toEqual({ name: null, receivers: [] })
})
