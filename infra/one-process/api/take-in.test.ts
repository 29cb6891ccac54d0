import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Fixtures, openFixtures } from './fixtures.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'
import type { Visitor } from './visitor.ts'

let product: TestProduct
let fixtures: Fixtures

beforeAll(async () => {
  product = await openTestProduct()
  fixtures = await openFixtures(product)
})
afterAll(() => product.close())

const getId = async (agent: Visitor): Promise<string> => (await agent.get('/api/users/me')).body._id
const getDrawer = async (id: string) => (await fixtures.admin.get(`/api/admin/books/drawers/${id}`)).body
/** Hands a parcel over for cash: Ksh 1,850 more in the drawer. @returns the cents in the drawer */
const takesCash = async (agent: Visitor, id: string): Promise<number> => {
  const before = (await getDrawer(id)).cents
  const parcel = await fixtures.toBePaid()
  await agent.put(`/api/agent/update-received/${parcel._id}`, { taken: { how: 'cash' } })
  await vi.waitUntil(async () => (await getDrawer(id)).cents === before + 1850_00, { timeout: 60_000, interval: 50 })
  return before + 1850_00
}
const takeIn = (id: string, input: object) => fixtures.admin.post(`/api/admin/books/drawers/${id}/take-in`, input)
const reason = 'Ill since Monday'
const sumOfBooks = async (): Promise<number> => {
  const { body } = await fixtures.admin.get('/api/admin/books')
  return body.accounts.reduce((sum: number, { cents }: { cents: number }) => sum + cents, 0)
}

test('the office takes part of a drawer, and its agent gets a message and finds it in their own list', async () => {
  const id = await getId(fixtures.thika)
  const there = await takesCash(fixtures.thika, id)
  const stale = await takeIn(id, { amount: 500, rest: 'stays', inDrawer: there - 100, reason })
  expect([stale.status, stale.body.code]).toEqual([409, 'drawer_changed'])
  expect((await takeIn(id, { amount: 500, rest: 'stays', inDrawer: there })).status).toBe(400)
  const taken = await takeIn(id, { amount: 500, rest: 'stays', inDrawer: there, reason })
  expect(taken.body).toMatchObject({ agentId: id, cents: 500_00, counted: 500_00, byOffice: true, reason })
  await vi.waitUntil(async () => (await getDrawer(id)).cents === there - 500_00, { timeout: 60_000, interval: 50 })
  const { body: me } = await fixtures.thika.get('/api/users/me')
  await product.messageTo(`0${me.phone.slice(3)}`, /the office received Ksh 500 in cash from you/)
  const [newest] = (await fixtures.thika.get('/api/agent/cash/hand-overs')).body
  expect(newest).toMatchObject({ byOffice: true, counted: 500_00 })
  expect(await sumOfBooks()).toBe(0)
})

test('a hand-over that the agent declared is received first', async () => {
  const id = await getId(fixtures.thika)
  const { cents } = await getDrawer(id)
  const handOver = (await fixtures.thika.post('/api/agent/cash/hand-overs', { amount: 100 })).body
  const input = { amount: cents / 100 - 100, rest: 'missing', inDrawer: cents - 100_00, reason }
  const early = await takeIn(id, input)
  expect([early.status, early.body.code]).toEqual([409, 'hand_over_waiting'])
  await fixtures.admin.post(`/api/admin/books/drawers/${id}/hand-overs/${handOver._id}`, { amount: 100 })
  expect((await takeIn(id, input)).status).toBe(200)
  expect((await takeIn(id, { ...input, inDrawer: 0 })).body.code).toBe('drawer_empty')
})

test('the cash of an agent who is deleted is taken in, the drawer is empty, and the books balance', async () => {
  const id = await getId(fixtures.thika)
  const there = await takesCash(fixtures.thika, id)
  expect((await fixtures.admin.ask('DELETE', `/api/admin/agents/${id}`)).body).toEqual({
    message: 'Agent deleted successfully!',
  })
  const row = (await fixtures.admin.get('/api/admin/books/drawers')).body.find(({ _id }: { _id: string }) => _id === id)
  expect(row).toMatchObject({ cents: there, name: expect.stringMatching(/ /) })
  const { body, status } = await takeIn(id, { amount: there / 100, rest: 'missing', inDrawer: there, reason })
  expect([status, body.cents, body.counted]).toEqual([200, there, there])
  await vi.waitUntil(async () => (await getDrawer(id)).cents === 0, { timeout: 60_000, interval: 50 })
  expect(await sumOfBooks()).toBe(0)
  expect((await takeIn(id, { amount: 1, rest: 'missing', inDrawer: there, reason })).body.code).toBe('drawer_empty')
})
