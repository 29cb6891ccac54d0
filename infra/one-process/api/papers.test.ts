import { textOf } from '@tuma/bff/testing/pdf-text'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures } from './fixtures.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'
import type { Visitor } from './visitor.ts'

let product: TestProduct
let fixtures: Fixtures
beforeAll(async () => {
  product = await openTestProduct({ TRUSTED_PROXIES: '1', PAPERS_PER_MINUTE: '4' })
  fixtures = await openFixtures(product)
})
afterAll(() => product.close())

const from = (address: string) => product.stranger({ 'x-forwarded-for': address })
const receiptFor = (person: Visitor, trackingId: string) => person.get(`/api/agent/generate-pdf/${trackingId}`)

describe('receipts', () => {
  test('are given to one network a limited number of times a minute, over all parcels, and to others as before', async () => {
    const parcels = [await fixtures.dukani(), await fixtures.doorstep()]
    const asked = []
    for (let time = 0; time < 6; time += 1)
      asked.push(await receiptFor(from('10.3.0.1'), parcels[time % 2]?.trackingId ?? ''))
    expect(asked.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429, 429])
    expect(Number(asked[5]?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await receiptFor(from('10.3.0.2'), parcels[0]?.trackingId ?? '')).status).toBe(200)
    expect((await receiptFor(fixtures.client, parcels[0]?.trackingId ?? '')).status).toBe(200)
  })
  test('are the same for people who may see the same, and differ once the parcel has moved', async () => {
    const { _id, trackingId } = await fixtures.dukani()
    const pdf = async (person: Visitor) => (await receiptFor(person, trackingId)).body as Buffer
    const [first, other] = [await pdf(from('10.3.0.3')), await pdf(from('10.3.0.4'))]
    expect(first.equals(other)).toBe(true)
    const inFull = await pdf(fixtures.client)
    expect([textOf(first).includes('0712'), inFull.equals(first)]).toEqual([false, false])
    await fixtures.cbd.put(`/api/agent/update-status/${_id}`, {})
    expect((await pdf(from('10.3.0.3'))).equals(first)).toBe(false)
  })
})

test('labels are given to one account a limited number of times a minute, and to others as before', async () => {
  const { trackingId } = await fixtures.dukani()
  const labelFor = (person: Visitor) => person.get(`/api/agent/label/${trackingId}`)
  const statuses = []
  for (let time = 0; time < 22; time += 1) statuses.push((await labelFor(fixtures.cbd)).status)
  expect(statuses.filter((status) => status === 429)).toHaveLength(2)
  expect((await labelFor(fixtures.thika)).status).toBe(200)
})
