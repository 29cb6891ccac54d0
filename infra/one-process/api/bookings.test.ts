import { randomInt, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openDemoPhone } from './demo-phone.ts'
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

const patience = { timeout: 60_000, interval: 20 }
const path = '/api/agent/counter-parcels'
const anyPhone = () => `07${randomInt(10_000_000, 99_999_999)}`
const takeIn = (pay: object, more: object = {}, headers = {}) =>
  fixtures.cbd.post(path, { ...counterForm, pay, ...more }, { headers })
const readBooking = async (id: string) => (await fixtures.cbd.get(`/api/agent/bookings/${id}`)).body
const change = (id: string, what: object, agent = fixtures.cbd) => agent.post(`/api/agent/bookings/${id}`, what)
const reaches = (id: string, state: string) =>
  vi.waitUntil(async () => {
    const found = await readBooking(id)
    return found.state === state ? found : null
  }, patience)
const { pays, cancels, readSms } = openDemoPhone(() => product)
const open = async () => {
  const phone = anyPhone()
  const { status, body } = await takeIn({ how: 'prompt', phone })
  expect(status).toBe(202)
  return { phone, id: body.bookingId as string, promptId: body.promptId as string }
}
const readToday = async () => (await fixtures.cbd.get(`${path}/today`)).body

describe('a parcel that its sender pays on the phone', () => {
  test('is booked after the PIN without any page open, and both people get their SMS', async () => {
    const [sender, receiver] = [anyPhone(), anyPhone()]
    const people = { sender: { name: 'Zawadi', phone: sender }, receiver: { name: 'Juma', phone: receiver } }
    const before = await readToday()
    const { status, body } = await takeIn({ how: 'prompt' }, people)
    expect([status, body]).toEqual([202, { bookingId: expect.any(String), promptId: expect.any(String) }])
    expect(await readBooking(body.bookingId)).toMatchObject({ state: 'open', total: dukaniFee, paid: 0, parcel: null })
    await pays(sender)
    const { parcel } = await reaches(body.bookingId, 'booked')
    const { body: tracked } = await product.stranger().get(`/api/agent/track/${parcel.trackingId}`)
    expect(tracked).toMatchObject({ status: 'uncollected' })
    await vi.waitUntil(async () => (await readSms(receiver)).length > 0, patience)
    await vi.waitUntil(async () => (await readSms(sender)).some((text) => text.includes('(M-Pesa)')), patience)
    const today = await readToday()
    expect(today).toEqual({ ...before, parcels: before.parcels + 1, mpesa: before.mpesa + dukaniFee })
  })
  test('is listed for its own shop alone, and its prompt is followed live there alone', async () => {
    const { id, promptId } = await open()
    const ids = async (agent: Fixtures['cbd']) =>
      (await agent.get('/api/agent/bookings')).body.map(({ bookingId }: { bookingId: string }) => bookingId)
    expect(await ids(fixtures.cbd)).toContain(id)
    expect(await ids(fixtures.thika)).not.toContain(id)
    expect((await fixtures.thika.get(`/api/agent/bookings/${id}`)).status).toBe(404)
    expect((await change(id, { cancel: true }, fixtures.thika)).status).toBe(404)
    expect((await fixtures.thika.get(`/api/events?promptId=${promptId}`)).status).toBe(404)
    const live = await fixtures.cbd.listen(`/api/events?promptId=${promptId}`)
    await live.stop()
  })
  test('is booked for cash after the PIN was refused, and money that comes later is not used', async () => {
    const { id, phone } = await open()
    await cancels(phone)
    await vi.waitUntil(async () => (await readBooking(id)).asked.state === 'refused', patience)
    expect((await readBooking(id)).asked).toMatchObject({ code: 'cancelled', message: expect.any(String) })
    const { status, body } = await change(id, { pay: { how: 'cash' } })
    expect([status, body.counter.how, body.status]).toEqual([201, 'cash', 'uncollected'])
    expect(await readBooking(id)).toMatchObject({ state: 'other_way', parcel: { id: body._id } })
    expect((await change(id, { pay: { how: 'cash' } })).body.code).toBe('booking_ended')
  })
  test('is asked for on another phone after the first refused', async () => {
    const { id, phone } = await open()
    await cancels(phone)
    await vi.waitUntil(async () => (await readBooking(id)).asked.state === 'refused', patience)
    const other = anyPhone()
    const { status, body } = await change(id, { pay: { how: 'prompt', phone: other } })
    expect([status, body.bookingId]).toEqual([202, id])
    await pays(other)
    await reaches(id, 'booked')
  })
  test('is cancelled by an agent, and no prompt waits for it', async () => {
    const { id } = await open()
    expect((await change(id, { pay: { how: 'prompt', phone: anyPhone() } })).body.code).toBe('prompt_open')
    const { status, body } = await change(id, { cancel: true })
    expect([status, body.state]).toEqual([200, 'cancelled'])
    expect((await change(id, { pay: { how: 'prompt', phone: anyPhone() } })).body.code).toBe('booking_ended')
    expect((await change(id, {})).status).toBe(400)
  })
  test('is one booking however often the same press comes', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const pay = { how: 'prompt', phone: anyPhone() }
    const [one, other] = [await takeIn(pay, {}, headers), await takeIn(pay, {}, headers)]
    expect(other.body).toEqual(one.body)
    expect((await takeIn(pay, { parcelDescription: 'Another' }, headers)).body.code).toBe('key_reused')
  })
})

test('a parcel whose sender has paid to the till waits while M-Pesa has not told of the receipt', async () => {
  const { status, body } = await takeIn({ how: 'till', receipt: 'UKZ6H7T3GZ', payer: 'Zawadi' })
  expect([status, body]).toEqual([202, { bookingId: expect.any(String), promptId: null }])
  expect(await readBooking(body.bookingId)).toMatchObject({ state: 'open', asked: { how: 'till', state: 'waiting' } })
})

test('a cancelled parcel frees its payment, which books another by its receipt', async () => {
  const { id, phone } = await open()
  await pays(phone)
  const { parcel } = await reaches(id, 'booked')
  const cancelled = await fixtures.cbd.post(`${path}/${parcel.id}/void`, { reason: 'Wrong town' })
  expect(cancelled.body).toEqual({ trackingId: parcel.trackingId, cashBack: 0 })
  const { body: rows } = await fixtures.admin.get('/api/admin/payments')
  const receipt = rows[0].receipt as string
  expect((await takeIn({ how: 'till', receipt, payer: 'Another' })).body.code).toBe('payer_differs')
  const again = await vi.waitUntil(async () => {
    const answer = await takeIn({ how: 'till', receipt, payer: phone })
    return answer.status === 201 ? answer : null
  }, patience)
  expect(again.body.trackingId).not.toBe(parcel.trackingId)
})

test('what is refused leaves no booking', async () => {
  const before = (await fixtures.cbd.get('/api/agent/bookings')).body.length
  const pay = { how: 'prompt', phone: anyPhone() }
  expect((await takeIn(pay, { deliveryFee: 10 })).body.code).toBe('fee_changed')
  expect((await takeIn(pay, { to: { shop: { location: 'THIKA', address: 'No such shop' } } })).body.code).toBe(
    'unknown_shop',
  )
  expect((await takeIn({ how: 'prompt', phone: '071234567' })).status).toBe(400)
  expect((await takeIn({ how: 'till', receipt: 'short', payer: 'Zawadi' })).status).toBe(400)
  expect((await fixtures.client.post(path, { ...counterForm, pay })).status).toBe(403)
  expect((await fixtures.cbd.get('/api/agent/bookings')).body).toHaveLength(before)
})
