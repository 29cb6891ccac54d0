import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Fixtures, openFixtures } from './fixtures.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'
import type { Visitor } from './visitor.ts'

let product: TestProduct
let fixtures: Fixtures
/** A second agent of the shop in Thika. */
let amina: Visitor
let ids: { readonly amina: string; readonly thika: string }

const readId = async (agent: Visitor): Promise<string> => (await agent.get('/api/users/me')).body._id

beforeAll(async () => {
  product = await openTestProduct()
  fixtures = await openFixtures(product)
  const { location, address, _id } = (await fixtures.thika.get('/api/users/me')).body
  const account = await fixtures.expendable('agent')
  await fixtures.admin.put(`/api/admin/agents/${account._id}`, { location, address })
  amina = await product.signedIn(account.username)
  ids = { amina: account._id, thika: _id }
})
afterAll(() => product.close())

const offers = async (agent: Visitor) => (await agent.get('/api/agent/cash/offers')).body
const cashWith = async (agent: Visitor): Promise<number> => (await agent.get('/api/agent/cash')).body.cents
const until = (done: () => Promise<boolean>) => vi.waitUntil(done, { timeout: 60_000, interval: 50 })
/** Hands a parcel over for cash: Ksh 1,850 more in the drawer. */
const takesCash = async (): Promise<void> => {
  const before = await cashWith(fixtures.thika)
  const parcel = await fixtures.toBePaid()
  await fixtures.thika.put(`/api/agent/update-received/${parcel._id}`, { taken: { how: 'cash' } })
  await until(async () => (await cashWith(fixtures.thika)) === before + 1850_00)
}
const offer = (amount: unknown, to = ids.amina) => fixtures.thika.post('/api/agent/cash/offers', { to, amount })
const offered = async (amount: number): Promise<string> => {
  const { body } = await offer(amount)
  await until(async () => (await offers(amina)).toYou[0]?._id === body._id)
  return body._id
}
const accept = (agent: Visitor, id: string, counted: unknown) => agent.put(`/api/agent/cash/offers/${id}`, { counted })
const end = (agent: Visitor, id: string) => agent.delete(`/api/agent/cash/offers/${id}`)
const getCode = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]

test('an agent gives cash to a colleague, who counts less: both see it, and the rest stays', async () => {
  await takesCash()
  const before = await cashWith(fixtures.thika)
  const { colleagues, toYou, yours } = await offers(fixtures.thika)
  expect({ colleagues, toYou, yours }).toEqual({
    ...{ colleagues: [{ _id: ids.amina, name: 'Pendo Kazungu' }], toYou: [], yours: null },
  })
  const { status, body } = await offer(1850)
  expect([status, body]).toEqual([
    201,
    { _id: expect.any(String), name: 'Pendo Kazungu', cents: 1850_00, at: expect.any(String) },
  ])
  await until(async () => (await offers(amina)).toYou.length === 1)
  expect((await offers(amina)).toYou).toMatchObject([{ _id: body._id, name: 'Mwangi Njoroge', cents: 1850_00 }])
  expect((await offers(fixtures.thika)).yours).toEqual(body)

  const passed = await accept(amina, body._id, 1800)
  expect(passed.body).toMatchObject({ given: false, counted: 1800_00, cents: 1850_00, name: 'Mwangi Njoroge' })
  await until(async () => (await cashWith(amina)) === 1800_00)
  expect(await cashWith(fixtures.thika)).toBe(before - 1800_00)
  const inTheEnd = await offers(fixtures.thika)
  expect(inTheEnd).toMatchObject({ yours: null, past: [{ _id: body._id, given: true, counted: 1800_00 }] })
  expect(getCode(await end(fixtures.thika, body._id))).toEqual([409, 'stale'])
})

test('the office receives the cash from the colleague, and the books balance', async () => {
  const handed = await amina.post('/api/agent/cash/hand-overs', { amount: 1800 })
  expect(handed.body).toMatchObject({ cents: 1800_00 })
  const path = `/api/admin/books/drawers/${ids.amina}/hand-overs/${handed.body._id}`
  expect((await fixtures.admin.post(path, { amount: 1800 })).status).toBe(200)
  const { body } = await fixtures.admin.get('/api/admin/books')
  const accounts: { account: string; cents: number }[] = body.accounts
  expect(accounts.reduce((sum, { cents }) => sum + cents, 0)).toBe(0)
  expect(accounts.find(({ account }) => account === 'in_transit')?.cents).toBe(0)
})

test('cash is given only to agents of the same shop', async () => {
  await takesCash()
  for (const to of [ids.thika, await readId(fixtures.kitengela), await readId(fixtures.client), 'no-such-agent'])
    expect(getCode(await offer(100, to))).toEqual([409, 'not_your_colleague'])
  expect((await offers(fixtures.kitengela)).colleagues).toEqual([])
})

test('sums that are no sums, and more than the drawer has, are refused and change nothing', async () => {
  for (const amount of [0, -1, 250_001, 10.5, '100', null]) expect((await offer(amount)).status).toBe(400)
  expect(getCode(await offer(200_000))).toEqual([409, 'more_than_cash'])
  expect((await offers(fixtures.thika)).yours).toBeNull()
})

test('other agents find no offer, and a colleague counts no more than was offered', async () => {
  const id = await offered(500)
  for (const agent of [fixtures.cbd, fixtures.kitengela]) {
    expect(getCode(await accept(agent, id, 500))).toEqual([404, 'not_found'])
    expect(getCode(await end(agent, id))).toEqual([404, 'not_found'])
  }
  expect(getCode(await accept(fixtures.thika, id, 500))).toEqual([404, 'not_found'])
  for (const counted of [0, 501, 250_001]) expect((await accept(amina, id, counted)).status).toBe(400)
  expect(JSON.stringify(await offers(fixtures.cbd))).not.toContain(id)
})

test('a colleague accepts once, however often they press', async () => {
  const before = await cashWith(amina)
  const [{ _id: id }] = (await offers(amina)).toYou
  const both = await Promise.all([accept(amina, id, 500), accept(amina, id, 500)])
  expect(both.map(({ status, body }) => [status, body.counted])).toEqual([
    [200, 500_00],
    [200, 500_00],
  ])
  await until(async () => (await cashWith(amina)) === before + 500_00)
})

test('an agent takes an offer back, a colleague refuses one, and then it is too late to accept', async () => {
  const back = await offered(300)
  expect((await end(fixtures.thika, back)).status).toBe(200)
  expect(getCode(await accept(amina, back, 300))).toEqual([409, 'stale'])
  const refused = await offered(300)
  expect((await end(amina, refused)).status).toBe(200)
  expect((await end(amina, refused)).status).toBe(200)
  await until(async () => (await offers(fixtures.thika)).yours === null)
})

test('a repeated press with the same key makes one offer', async () => {
  const headers = { 'idempotency-key': 'pressed-twice' }
  const press = () => fixtures.thika.post('/api/agent/cash/offers', { to: ids.amina, amount: 200 }, { headers })
  const [first, again] = [await press(), await press()]
  expect(again.body._id).toBe(first.body._id)
  expect((await end(fixtures.thika, first.body._id)).status).toBe(200)
})
