import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { storedEvents } from '@tuma/payment/stored-events'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { appendEvents } from './append-events.ts'
import { putDemonstration } from './demonstration.ts'
import { type Fixtures, openFixtures, type Parcel } from './fixtures.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'

let DATA_DIR: string
let product: TestProduct
let fixtures: Fixtures
let parcel: Parcel
let free: Parcel

/** Payment has recorded this while the other services did not run; they receive it at the next start. */
const isDoubted = async (paymentId: string) => {
  const at = new Date().toISOString()
  const event = { type: 'PaymentDoubted', data: { because: 'no_such_transaction', deliveryId: null, at } } as const
  await appendEvents(DATA_DIR, 'payment', storedEvents, [{ stream: `payment-${paymentId}`, event, at }])
}

beforeAll(async () => {
  DATA_DIR = mkdtempSync(join(tmpdir(), 'tuma-held-'))
  await putDemonstration(DATA_DIR)
  product = await openTestProduct({ DATA_DIR })
  fixtures = await openFixtures(product)
  parcel = await fixtures.dukani('uncollected')
  free = await fixtures.dukani('uncollected')
  const viewer = { kind: 'visitor', visitorId: null } as const
  const found = await product.services.delivery.track({ viewer, trackingId: parcel.trackingId })
  await product.close()
  await isDoubted(found?.paymentId ?? '')
  product = await openTestProduct({ DATA_DIR })
  fixtures = await openFixtures(product)
  await vi.waitUntil(async () => (await seen(parcel)).held, { timeout: 60_000, interval: 50 })
})
afterAll(async () => {
  await product.close()
  rmSync(DATA_DIR, { recursive: true, force: true })
})

const seen = async ({ _id }: Parcel, by = fixtures.admin) => (await by.get(`/api/deliveries/parcelDukani/${_id}`)).body
const putInTransit = ({ _id, revision }: Parcel) => fixtures.cbd.put(`/api/agent/update-intransit/${_id}`, { revision })

test('a held parcel refuses its step, with its row as it is now', async () => {
  const { status, body } = await putInTransit(parcel)
  expect([status, body.code, body.data.code]).toEqual([409, 'parcel_held', 'payment_doubted'])
  expect(body.delivery).toMatchObject({
    status: 'uncollected',
    held: ['payment_doubted'],
    nextStep: { step: 'putInTransit', mine: true, heldBy: 'payment_doubted' },
  })
  expect((await putInTransit(free)).status).toBe(200)
})

test('one held parcel among several is named, and the others move on', async () => {
  const other = await fixtures.dukani('uncollected')
  const parcels = [parcel, other].map(({ _id: id }) => ({ id }))
  const { body } = await fixtures.cbd.post('/api/agent/steps', { step: 'putInTransit', parcels })
  expect(body).toMatchObject([
    { id: parcel._id, code: 'parcel_held', delivery: { held: ['payment_doubted'] } },
    { id: other._id, delivery: { status: 'inTransit' } },
  ])
})

test('the reason of the hold is shown to the sender, both shops and admins, in rows and in full', async () => {
  for (const person of [fixtures.client, fixtures.cbd, fixtures.thika, fixtures.admin])
    expect((await seen(parcel, person)).held).toEqual(['payment_doubted'])
  const lists: [typeof fixtures.admin, string][] = [
    [fixtures.client, '/api/dukani/getall/wanjiku?limit=500'],
    [fixtures.cbd, '/api/agent/dropping-deliveries?limit=500'],
    [fixtures.admin, '/api/admin/deliveries?limit=500'],
  ]
  for (const [person, list] of lists) {
    const rows: (Parcel & { held?: string[] })[] = (await person.get(list)).body
    expect(rows.filter(({ held }) => held).map(({ _id, held }) => [_id, held])).toEqual([
      [parcel._id, ['payment_doubted']],
    ])
  }
})

test('a follower sees that the parcel is held and not why; other people see no more than that', async () => {
  for (const person of [product.stranger(), fixtures.otherClient, fixtures.kitengela]) {
    const { body } = await person.get(`/api/agent/track/${parcel.trackingId}`)
    expect(body.held).toBe(true)
    expect(JSON.stringify(body)).not.toContain('payment')
    expect((await person.get(`/api/agent/track/${free.trackingId}`)).body).not.toHaveProperty('held')
    expect((await person.get(`/api/deliveries/parcelDukani/${parcel._id}`)).status).not.toBe(200)
  }
})

test('an admin reads why, and can still set a status', async () => {
  const { body } = await fixtures.admin.get(`/api/admin/deliveries/${parcel._id}/history`)
  expect(body.at(-1)).toMatchObject({
    type: 'ParcelHeld',
    by: { kind: 'system', id: 'delivery' },
    details: { code: 'payment_doubted', because: 'no_such_transaction' },
  })
  const set = await fixtures.admin.patch(`/api/admin/deliveries/${parcel._id}/status`, { status: 'sorting' })
  expect([set.status, set.body.status, set.body.held]).toEqual([200, 'sorting', ['payment_doubted']])
})
