import type { WaitingParcel } from '@tuma/contracts/api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type Parcel } from './fixtures.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'
import type { Visitor } from './visitor.ts'

let product: TestProduct
let fixtures: Fixtures
beforeAll(async () => {
  product = await openTestProduct()
  fixtures = await openFixtures(product)
})
afterAll(() => product.close())

const waiting = async (agent: Visitor): Promise<WaitingParcel[]> =>
  (await agent.get('/api/agent/waiting?limit=500')).body
const idsAt = async (agent: Visitor) => (await waiting(agent)).map(({ _id }) => _id)
const countAt = async (agent: Visitor): Promise<number> =>
  (await agent.get('/api/agent/tab-counts')).body.receiving.waiting
const arrive = (agent: Visitor, { _id }: Parcel) => agent.put(`/api/agent/update-received/${_id}`, {})

test('the parcel that has waited longest at a shop is first, whenever it was sent', async () => {
  const [sentFirst, sentLast] = [await fixtures.dukani('inTransit'), await fixtures.dukani('inTransit')]
  await arrive(fixtures.thika, sentLast)
  await arrive(fixtures.thika, sentFirst)
  await expect.poll(async () => (await idsAt(fixtures.thika)).slice(-2)).toEqual([sentLast._id, sentFirst._id])
  const rows = await waiting(fixtures.thika)
  expect(rows.map(({ arrivedAt }) => arrivedAt)).toEqual(rows.map(({ arrivedAt }) => arrivedAt).toSorted())
  expect(rows.at(-1)).toMatchObject({ waiting: { since: rows.at(-1)?.arrivedAt, until: expect.any(String) } })
})

test('a parcel waits at that shop only, and leaves the list when it is handed over', async () => {
  const parcel = await fixtures.dukani('delivered')
  await expect.poll(() => idsAt(fixtures.thika)).toContain(parcel._id)
  for (const agent of [fixtures.cbd, fixtures.kitengela]) expect(await idsAt(agent)).not.toContain(parcel._id)
  await fixtures.thika.put(`/api/agent/update-collected/${parcel._id}`, {})
  await expect.poll(() => idsAt(fixtures.thika)).not.toContain(parcel._id)
})

test('a held parcel stays in the list, a lost one leaves it, and the count agrees', async () => {
  const [held, lost] = [await fixtures.dukani('delivered'), await fixtures.dukani('delivered')]
  await fixtures.thika.put(`/api/agent/hold/${held._id}`, { code: 'damaged' })
  await fixtures.admin.put(`/api/admin/deliveries/${lost._id}/lost`, { lost: true })
  await expect.poll(() => idsAt(fixtures.thika)).not.toContain(lost._id)
  expect(await idsAt(fixtures.thika)).toContain(held._id)
  expect(await countAt(fixtures.thika)).toBe((await waiting(fixtures.thika)).length)
})

test('a parcel that has come back waits for its sender where it was handed in, a rider’s parcel too', async () => {
  const parcel = await fixtures.dukani('delivered')
  const ridden = await fixtures.toBePaid()
  for (const { _id } of [parcel, ridden]) await fixtures.admin.put(`/api/admin/deliveries/${_id}/return`, {})
  await fixtures.thika.put(`/api/agent/update-intransit/${parcel._id}`, {})
  await fixtures.cbd.put(`/api/agent/update-intransit/${ridden._id}`, {})
  await arrive(fixtures.cbd, ridden)
  await arrive(fixtures.cbd, parcel)
  await expect.poll(() => idsAt(fixtures.cbd)).toEqual(expect.arrayContaining([parcel._id, ridden._id]))
  expect(await idsAt(fixtures.thika)).not.toContain(parcel._id)
  expect(await countAt(fixtures.cbd)).toBe((await waiting(fixtures.cbd)).length)
  await fixtures.cbd.put(`/api/agent/hold/${ridden._id}`, { code: 'damaged' })
  await expect.poll(async () => (await waiting(fixtures.cbd)).find(({ _id }) => _id === ridden._id)?.held).toBeDefined()
  expect(await countAt(fixtures.cbd)).toBe((await waiting(fixtures.cbd)).length)
})

test('all pages together are the whole list, each parcel once', async () => {
  const whole = await idsAt(fixtures.thika)
  const paged: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const { body, headers } = await fixtures.thika.get(`/api/agent/waiting?limit=2${cursor && `&cursor=${cursor}`}`)
    paged.push(...body.map(({ _id }: Parcel) => _id))
    cursor = headers.get('x-next-cursor')
  }
  expect(paged).toEqual(whole)
  expect((await fixtures.thika.get('/api/agent/waiting?cursor=made-up')).status).toBe(400)
})
