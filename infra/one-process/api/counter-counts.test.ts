import { afterAll, beforeAll, expect, test } from 'vitest'
import { demonstrationPassword as password } from '../src/seed/seed-plan.ts'
import { type Fixtures, openFixtures, type Parcel } from './fixtures.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'
import type { Visitor } from './visitor.ts'

/** The counters that an admin sees: hand-overs without a code, and guesses at codes. */
let product: TestProduct
let fixtures: Fixtures
let colleague: Visitor
beforeAll(async () => {
  product = await openTestProduct()
  fixtures = await openFixtures(product)
  const { _id, email } = await fixtures.expendable('agent')
  const thika = { location: 'THIKA', address: 'Thika Arcade Bookshop' }
  expect((await fixtures.admin.put(`/api/admin/agents/${_id}`, thika)).status).toBe(200)
  colleague = product.stranger()
  await colleague.post('/api/users/login', { email, password })
})
afterAll(() => product.close())

const problems = async () => (await fixtures.admin.get('/api/admin/problems')).body
const picker = { pickerName: 'Juma Odinga', pickerPhone: '0722555666', pickerNationalId: '12345678' }
const collect = (by: Visitor, { _id }: Parcel, code: string) => by.put(`/api/agent/collect/${_id}`, { code })
const other = (code: string) => `${(Number(code) + 1) % 1_000_000}`.padStart(6, '0')

/** The demonstration has handed some over before. */
const atThika = async (): Promise<{ name: string; withCode: number; withoutCode: number }> => {
  const isThere = ({ shop }: { shop: { location: string } | null }) => shop?.location === 'THIKA'
  return (await problems()).handedOver.find(isThere)
}

test('hand-overs without a code are counted by shop, beside those with a code', async () => {
  const before = await atThika()
  expect(before.name).toEqual(expect.any(String))
  const [withIt, bare, picked] = [
    await fixtures.dukani('delivered'),
    await fixtures.dukani('delivered'),
    await fixtures.dukani('delivered'),
  ]
  expect((await collect(fixtures.thika, withIt, await fixtures.getCode(withIt))).status).toBe(200)
  expect((await fixtures.thika.put(`/api/agent/update-collected/${bare._id}`, {})).status).toBe(200)
  expect((await fixtures.thika.put(`/api/dukani/assign-picker/${picked._id}`, picker)).status).toBe(200)
  const counted = { ...before, withCode: before.withCode + 1, withoutCode: before.withoutCode + 2 }
  await expect.poll(atThika).toEqual(counted)
  const counts: number[] = (await problems()).handedOver.map((one: typeof before) => one.withoutCode)
  expect(counts).toEqual(counts.toSorted((one, other) => other - one))
})

test('two agents of a shop who guess ten times each stop its codes, and the shop is named', async () => {
  for (const by of [fixtures.thika, colleague]) {
    for (let parcels = 0; parcels < 2; parcels += 1) {
      const parcel = await fixtures.dukani('delivered')
      const wrong = other(await fixtures.getCode(parcel))
      for (let guess = 0; guess < 5; guess += 1)
        expect((await collect(by, parcel, wrong)).body.code).toBe('collection_code_wrong')
    }
  }
  const parcel = await fixtures.dukani('delivered')
  const right = await fixtures.getCode(parcel)
  for (const by of [fixtures.thika, colleague]) expect((await collect(by, parcel, right)).body.code).toBe('too_many')
  await expect
    .poll(async () => (await problems()).codesOfShops)
    .toEqual([{ shop: { location: 'THIKA', address: 'Thika Arcade Bookshop' }, misses: 20, parcels: 4 }])
  expect((await problems()).codes).toEqual([])
})
