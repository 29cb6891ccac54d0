import { randomBytes, randomUUID } from 'node:crypto'
import { displayPhone } from '@tuma/contracts/vocabulary'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { demonstrationPassword } from '../src/seed/seed-plan.ts'
import { type Fixtures, openFixtures } from './fixtures.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'
import type { Visitor } from './visitor.ts'

const dayMs = 24 * 60 * 60_000
let product: TestProduct
let fixtures: Fixtures
let first: Visitor
let second: Visitor
let now = Date.parse('2026-11-21T06:00:00.000Z')

beforeAll(async () => {
  const environment = { now: () => new Date(now).toISOString(), randomBytes: (count: number) => randomBytes(count) }
  product = await openTestProduct({ SECOND_ADMIN_ABOVE: '1000' }, environment)
  const commandId = randomUUID()
  const asked = { actor: { kind: 'system', name: 'test' }, commandId, correlationId: commandId } as const
  const person = { name: 'Achieng Njeri', username: 'achieng', email: 'achieng@tuma.test', phone: '254722000002' }
  const account = { ...person, password: demonstrationPassword, role: 'admin', shop: null } as const
  await product.services.identity.openAccount({ asked, ...account })
  now += 8 * dayMs
  fixtures = await openFixtures(product)
  first = fixtures.admin
  second = await product.signedIn('achieng')
}, 120_000)
afterAll(() => product.close())

const approve = (by: Visitor, id: string) => by.post(`/api/admin/approvals/${id}/approve`, {})

test('a shortage above the limit is booked only once another admin has approved exactly that', async () => {
  const { body: agent } = await fixtures.thika.get('/api/users/me')
  const drawer = async () => (await first.get(`/api/admin/books/drawers/${agent._id}`)).body.cents
  const before = await drawer()
  const parcel = await fixtures.toBePaid()
  await fixtures.thika.put(`/api/agent/update-received/${parcel._id}`, { taken: { how: 'cash' } })
  await vi.waitUntil(async () => (await drawer()) === before + 1850_00, { timeout: 60_000, interval: 50 })
  const inDrawer = await drawer()
  const path = `/api/admin/books/drawers/${agent._id}/take-in`
  const input = { amount: 100, rest: 'missing', inDrawer, reason: 'Gone since Friday' }
  const refused = await first.post(path, input)
  expect([refused.status, refused.body.code]).toEqual([409, 'approval_needed'])

  const asked = await first.post(`${path}/approval`, input)
  expect([asked.status, asked.body.approvers]).toEqual([201, 1])
  expect((await second.get('/api/admin/approvals?waiting=true')).body).toMatchObject([
    { kind: 'take_in', subject: agent._id, cents: inDrawer - 100_00, name: agent.name, words: 'Gone since Friday' },
  ])
  expect((await approve(first, asked.body._id)).body.code).toBe('approval_own')
  expect((await approve(second, asked.body._id)).status).toBe(200)
  expect((await first.post(path, { ...input, amount: 0 })).body.code).toBe('approval_needed')
  const taken = await first.post(path, input)
  expect([taken.status, taken.body.counted]).toEqual([200, 100_00])
  await vi.waitUntil(async () => (await drawer()) === 0, { timeout: 60_000, interval: 50 })
})

test('the office changes a payout number with two admins, and the owner gets a message', async () => {
  const { body: client } = await fixtures.client.get('/api/users/me')
  const path = `/api/admin/books/payees/${client._id}/number`
  const number = { phone: '0799666555' }
  expect((await first.put(path, number)).body.code).toBe('approval_needed')
  const asked = await first.post(`${path}/approval`, number)
  expect((await second.get('/api/admin/approvals?waiting=true')).body).toMatchObject([
    { kind: 'payee_number', subject: client._id, name: client.name, phone: '254799666555' },
  ])
  await approve(second, asked.body._id)
  expect((await first.put(path, { phone: '0799666556' })).body.code).toBe('approval_needed')
  expect((await first.put(path, number)).body).toMatchObject({ name: client.name, phone: '254799666555' })
  const owedTo = encodeURIComponent(`account:${client._id}`)
  expect((await first.get(`/api/admin/books/payee?owedTo=${owedTo}`)).body).toMatchObject({
    ...{ phone: '254799666555', former: client.phone, changedAt: expect.any(String) },
  })
  await product.messageTo(displayPhone(client.phone), /your payouts go to a different number/)
})

test('an admin cannot change their own payout number that way or set another person’s to their own phone; an unknown account is not found', async () => {
  const { body: me } = await first.get('/api/users/me')
  const { body: client } = await fixtures.client.get('/api/users/me')
  const change = (id: string, phone = '0799666555') => first.put(`/api/admin/books/payees/${id}/number`, { phone })
  expect((await change(me._id)).body.code).toBe('own_money')
  expect((await change(client._id, me.phone)).body.code).toBe('own_money')
  expect((await change('nobody')).body.code).toBe('not_found')
})

test('a phone is erased by two admins, and its approval shows no phone afterwards', async () => {
  const phone = '0799123456'
  const typed = { phone, again: phone }
  expect((await first.post('/api/admin/erasures', typed)).body.code).toBe('approval_needed')
  const asked = await first.post('/api/admin/erasures/approval', typed)
  expect([asked.status, asked.body.approvers]).toEqual([201, 1])
  const { body: preview } = await first.post('/api/admin/erasures/preview', { phone })
  expect((await second.get('/api/admin/approvals?waiting=true')).body).toMatchObject([
    { kind: 'erase_phone', subject: preview._id, phone: '254799123456' },
  ])
  expect((await approve(second, asked.body._id)).status).toBe(200)
  const another = { phone: '0799123457', again: '0799123457' }
  expect((await first.post('/api/admin/erasures', another)).body.code).toBe('approval_needed')
  expect((await first.post('/api/admin/erasures', typed)).body).toMatchObject({ _id: preview._id, until: null })
  const { body: approvals } = await second.get('/api/admin/approvals')
  expect(approvals.find((one: { _id: string }) => one._id === asked.body._id)).toMatchObject({
    ...{ state: 'used', subject: preview._id, phone: null },
  })
})

/** Another agent of the shop in Thika. */
const agentInThika = async (): Promise<Visitor> => {
  const commandId = randomUUID()
  const asked = { actor: { kind: 'system', name: 'test' }, commandId, correlationId: commandId } as const
  const person = { name: 'Njoroge Kamau', username: 'njoroge', email: 'njoroge@tuma.test', phone: '254722000003' }
  const shop = { location: 'THIKA', address: 'Thika Arcade Bookshop' }
  const account = { ...person, password: demonstrationPassword, role: 'agent', shop } as const
  await product.services.identity.openAccount({ asked, ...account })
  return product.signedIn('njoroge')
}
/**
 * Takes another Ksh 1,850 into a drawer, and then the office takes all of it, this many shillings short. @returns the
 * cents, or the refusal
 */
const short = async (agent: Visitor, by: Visitor, shillings: number): Promise<number | string> => {
  const { _id } = (await agent.get('/api/users/me')).body
  const path = `/api/admin/books/drawers/${_id}`
  const drawer = async () => (await by.get(path)).body.cents
  const before = await drawer()
  const parcel = await fixtures.toBePaid()
  await agent.put(`/api/agent/update-received/${parcel._id}`, { taken: { how: 'cash' } })
  await vi.waitUntil(async () => (await drawer()) === before + 1850_00, { timeout: 60_000, interval: 50 })
  const inDrawer = await drawer()
  const counted = { amount: inDrawer / 100 - shillings, rest: 'missing', inDrawer, reason: 'Torn notes' }
  const { status, body } = await by.post(`${path}/take-in`, counted)
  await vi.waitUntil(async () => status !== 200 || (await drawer()) === 0, { timeout: 60_000, interval: 50 })
  return status === 200 ? body.cents - body.counted : body.code
}

test('small shortages are added up over 24 hours, by drawer and by admin, and count as a large one', async () => {
  const aDayLater = async () => {
    now += dayMs + 60_000
    fixtures = await openFixtures(product)
    first = fixtures.admin
    second = await product.signedIn('achieng')
  }
  await aDayLater()
  const other = await agentInThika()
  expect(await short(fixtures.thika, first, 600)).toBe(600_00)
  expect(await short(fixtures.thika, first, 401)).toBe('approval_needed')
  expect(await short(fixtures.thika, second, 401)).toBe('approval_needed')
  expect(await short(other, first, 401)).toBe('approval_needed')
  expect(await short(other, second, 401)).toBe(401_00)
  await aDayLater()
  expect(await short(fixtures.thika, first, 1000)).toBe(1000_00)
})
