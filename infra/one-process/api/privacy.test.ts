import { textOf } from '@tuma/bff/testing/pdf-text'
import type { Delivery } from '@tuma/contracts/api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CallName, calls, make } from './calls.ts'
import { type Fixtures, openFixtures } from './fixtures.ts'
import { getSecrets, type LeakIn } from './secrets.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'
import type { Visitor } from './visitor.ts'

let product: TestProduct
let fixtures: Fixtures
let leakIn: LeakIn
let deliveries: Delivery[]
let outsiders: [string, Visitor][]
beforeAll(async () => {
  product = await openTestProduct({ CONTACT_PHONE: '0700 000 000', TRACKING_MISSES_PER_QUARTER_HOUR: '100000' })
  fixtures = await openFixtures(product)
  await fixtures.dukani('delivered')
  leakIn = await getSecrets(fixtures)
  deliveries = (await fixtures.admin.get('/api/admin/deliveries?limit=500')).body
  outsiders = [
    ['nobody', product.stranger()],
    ['another client', fixtures.otherClient],
    ['an agent without a shop', await signedIn((await fixtures.expendable('agent')).email)],
  ]
})
afterAll(() => product.close())

const signedIn = async (email: string): Promise<Visitor> => {
  const person = product.stranger()
  await person.post('/api/users/login', { email, password: 'tuma-demo' })
  return person
}

describe('a stranger learns no phone, e-mail, national id or second name', () => {
  test('from what every tracking id of the demonstration opens', async () => {
    expect(deliveries.length).toBeGreaterThan(50)
    for (const [who, person] of outsiders) {
      for (const { trackingId } of deliveries) {
        const seen = await person.get(`/api/agent/track/${trackingId}`)
        expect([who, trackingId, seen.status, leakIn(JSON.stringify(seen.body))]).toEqual([who, trackingId, 200, null])
        const receipt = await person.get(`/api/agent/generate-pdf/${trackingId}`)
        const text = textOf(receipt.body)
        expect([who, trackingId, text.includes(trackingId), leakIn(text)]).toEqual([who, trackingId, true, null])
      }
    }
  })

  // These calls show their callers their own data.
  const own: readonly CallName[] = [
    'users.login',
    'users.me',
    'users.update',
    'users.logout',
    'live.changes',
    'ownData.download',
    'money.held',
    'money.setPayTo',
  ]
  test.each(calls.filter(({ name }) => !own.includes(name)))('from $name about the things of others', async (call) => {
    const { _id, deliveryType: type, status, trackingId, rider } = deliveries[0] as Delivery
    const ids = [_id, (await fixtures.client.get('/api/users/me')).body._id, rider?._id ?? 'x']
    for (const id of ids) {
      const input = { id, type, status, trackingId, username: 'wanjiku', token: id, resetToken: id }
      for (const person of [product.stranger(), fixtures.otherClient]) {
        const { body } = await make(person, call, input)
        expect(leakIn(Buffer.isBuffer(body) ? textOf(body) : JSON.stringify(body))).toBeNull()
      }
    }
  })

  test('from the pages that describe the calls', async () => {
    for (const page of ['/api/openapi.json', '/api/docs', '/api/remotes']) {
      expect([page, leakIn(JSON.stringify((await product.stranger().get(page)).body))]).toEqual([page, null])
    }
  })
})

test('the scan would find one', async () => {
  const [parcel] = deliveries
  const full = await fixtures.admin.get(`/api/agent/track/${parcel?.trackingId}`)
  expect(leakIn(JSON.stringify(full.body))).not.toBeNull()
  expect(
    leakIn(textOf((await fixtures.admin.get(`/api/agent/generate-pdf/${parcel?.trackingId}`)).body)),
  ).not.toBeNull()
})
