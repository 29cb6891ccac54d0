import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ForeignClient, foreignClient } from './foreign-client.ts'
import { doorstepForm, dukaniForm, ofShop, payTill, shops, wambui } from './foreign-forms.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'

/** The office's part of the journey in foreign.test.ts, with only what is specified. */
let product: TestProduct
let admin: ForeignClient
beforeAll(async () => {
  product = await openTestProduct()
  admin = foreignClient(product.url)
  await admin.login('admin@tuma.test', 'tuma-demo')
})
afterAll(() => product.close())

const find = async (path: string, wanted: Record<string, string>) => {
  const { body } = await admin.get(path)
  return body.find((row: Record<string, string>) => Object.entries(wanted).every(([key, value]) => row[key] === value))
}

test('an admin reads the revenue', async () => {
  const sums = {
    totalRevenue: expect.any(Number),
    doorstepRevenue: expect.any(Number),
    totalDeliveries: expect.any(Number),
  }
  expect((await admin.get('/admin/revenue/overview')).body.data).toMatchObject({
    today: sums,
    thisWeek: sums,
    thisMonth: sums,
  })
  const { body: trend } = await admin.get('/admin/revenue/trends?period=30days')
  expect(trend.data).toHaveLength(30)
  expect(trend.data[0]).toMatchObject({ date: expect.any(String), totalRevenue: expect.any(Number) })
})

test('an admin gives an agent another shop, and deletes the agent', async () => {
  const { _id } = await find('/admin/agents', { username: 'agent.kitengela' })
  const { location, address } = shops.receiving
  const { body } = await admin.put(`/admin/agents/${_id}`, { location, address })
  expect(body.agent).toMatchObject({ _id, location, address })
  expect((await admin.delete(`/admin/agents/${_id}`)).status).toBe(200)
  expect(await find('/admin/agents', { _id })).toBeUndefined()
})

test('an admin changes the role of a user, and deletes the user', async () => {
  const { _id } = await find('/admin/users', { email: 'client@tuma.test' })
  expect((await admin.patch(`/admin/users/${_id}`, { role: 'agent' })).status).toBe(200)
  expect(await find('/admin/users', { _id })).toMatchObject({ role: 'agent' })
  expect((await admin.delete(`/admin/users/${_id}`)).status).toBe(200)
  expect(await find('/admin/users', { _id })).toBeUndefined()
})

test('an admin adds a rider and a location, and deletes the rider', async () => {
  expect((await admin.post('/admin/add', { name: 'Kiprono', phone: '0711777666' })).status).toBeLessThan(300)
  const { _id } = await find('/admin/all', { name: 'Kiprono' })
  expect((await admin.delete(`/admin/delete/${_id}`)).status).toBe(200)
  const location = { locationName: 'RUIRU', pickupPoints: ['Ruiru Arcade', 'Kimbo Stores'] }
  expect((await admin.post('/admin/add-location', location)).body.message).toEqual(expect.any(String))
  expect(await find('/admin/locations', { locationName: 'RUIRU' })).toMatchObject(location)
})

test('an admin changes the status of a parcel, and deletes the parcel', async () => {
  const guest = foreignClient(product.url)
  const paymentReferenceId = await payTill(product, guest, 250)
  const { trackingId } = (await guest.post('/dukani/deliveries', { ...dukaniForm, paymentReferenceId })).body
  const { _id } = await find('/admin/deliveries', { trackingId })
  for (const status of ['uncollected', 'sorting', 'inTransit', 'delivered']) {
    expect((await admin.patch(`/admin/deliveries/${_id}/status`, { status, trackingId })).status).toBe(200)
    expect(await find('/admin/deliveries', { trackingId })).toMatchObject({ status })
  }
  expect((await admin.delete(`/admin/deliveries/${_id}`)).status).toBe(200)
  expect(await find('/admin/deliveries', { trackingId })).toBeUndefined()
})

test('lists are whole, because no pages are specified', async () => {
  const guest = foreignClient(product.url)
  const form = { ...doorstepForm, paymentMethod: 'payOnDelivery', productPrice: 800 }
  for (let sent = 0; sent < 101; sent += 1) expect((await guest.post('/doorstep/deliveries', form)).status).toBe(201)
  const { body, headers } = await admin.get('/admin/deliveries')
  expect([body.length, headers.get('link')]).toEqual([Number(headers.get('x-total-count')), null])
  expect(body.length).toBeGreaterThan(101)
  const agent = foreignClient(product.url)
  await agent.login('agent.cbd@tuma.test', 'tuma-demo')
  expect((await agent.get(`/agent/dropping-deliveries${ofShop(shops.sending)}`)).body.length).toBeGreaterThan(101)
})

test('an admin sends an SMS to many, and the answer says what is wrong with the list', async () => {
  const message = 'Karibu Tuma'
  const { body } = await admin.post('/admin/send-bulk-sms', { phoneNumbers: [wambui.phone, '0722555666'], message })
  expect(body).toMatchObject({ success: true, message: 'SMS sent successfully to 2 recipients' })
  const many = (count: number) => Array.from({ length: count }, (_, index) => `07${10_000_000 + index}`)
  const refused = async (phoneNumbers: string[]) =>
    (await admin.post('/admin/send-bulk-sms', { phoneNumbers, message })).body.message
  expect(await refused([])).toBe('Please select recipients and enter a message')
  expect(await refused(many(1001))).toBe('At most 1,000 numbers at once.')
})
