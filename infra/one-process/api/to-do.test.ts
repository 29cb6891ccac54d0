import type { Delivery } from '@tuma/contracts/api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type Parcel } from './fixtures.ts'
import { doorstepForm } from './parcels.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'
import type { Visitor } from './visitor.ts'

const minuteMs = 60_000
let product: TestProduct
let fixtures: Fixtures
beforeAll(async () => {
  product = await openTestProduct()
  fixtures = await openFixtures(product)
  await describeShop({ hours: null, closedDays: [], closedToday: false })
})
afterAll(() => product.close())

/** Records what the shop in NAIROBI CBD says about itself. */
const describeShop = async (said: object) => {
  const { body: locations } = await fixtures.admin.get('/api/admin/locations')
  const cbd = locations.find((one: { locationName: string }) => one.locationName === 'NAIROBI CBD')
  const path = `/api/admin/locations/${cbd._id}/shops/${encodeURIComponent('Moi Avenue Stationers')}`
  expect((await fixtures.admin.put(path, { landmark: null, ...said })).status).toBe(200)
}
const send = async (deliveryType: 'express' | 'same-day'): Promise<Delivery> => {
  const { status, body } = await fixtures.client.post('/api/doorstep/deliveries', { ...doorstepForm, deliveryType })
  expect(status).toBe(201)
  return (await fixtures.cbd.get(`/api/deliveries/doorstep/${body._id}`)).body
}
const toDo = async (agent: Visitor): Promise<Delivery[]> => (await agent.get('/api/agent/to-do?limit=500')).body
const idsAt = async (agent: Visitor) => (await toDo(agent)).map(({ _id }) => _id)
const promisedMinutes = ({ dueAt, createdAt }: Delivery) => (Date.parse(dueAt ?? '') - Date.parse(createdAt)) / minuteMs

describe('what a shop must do next', () => {
  test('lists what it has promised, by deadline, with the server’s clock', async () => {
    const [sameDay, express] = [await send('same-day'), await send('express')]
    expect([express, sameDay].map(promisedMinutes)).toEqual([90, 720])
    await expect.poll(() => idsAt(fixtures.cbd)).toEqual(expect.arrayContaining([express._id, sameDay._id]))
    const { body, headers } = await fixtures.cbd.get('/api/agent/to-do?limit=500')
    const rows: Delivery[] = body
    expect(rows.map(({ dueAt }) => dueAt)).toEqual(rows.map(({ dueAt }) => dueAt).toSorted())
    expect(rows.find(({ _id }) => _id === express._id)).toMatchObject({
      ...{ dueAt: express.dueAt, pricingTier: 'express' },
      nextStep: { step: 'assignRider', mine: true },
    })
    expect(Math.abs(Date.parse(headers.get('x-server-time') ?? '') - Date.now())).toBeLessThan(minuteMs)
    expect(headers.get('x-total-count')).toBe(`${rows.length}`)
    for (const agent of [fixtures.thika, fixtures.kitengela]) expect(await idsAt(agent)).not.toContain(express._id)
  })
  test('is done when the parcel is at its door', async () => {
    const parcel: Parcel = await fixtures.toBePaid()
    await expect.poll(() => idsAt(fixtures.cbd)).toContain(parcel._id)
    const { body } = await fixtures.cbd.put(`/api/agent/update-received/${parcel._id}`, {})
    expect([body.status, body.dueAt]).toEqual(['delivered', undefined])
    await expect.poll(() => idsAt(fixtures.cbd)).not.toContain(parcel._id)
  })
})

test('does not show a deadline to the sender or to strangers', async () => {
  const { _id, trackingId } = await send('express')
  expect((await fixtures.client.get(`/api/deliveries/doorstep/${_id}`)).body.dueAt).toBeUndefined()
  expect((await product.stranger().get(`/api/agent/track/${trackingId}`)).body.dueAt).toBeUndefined()
})
