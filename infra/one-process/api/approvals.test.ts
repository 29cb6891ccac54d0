import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { demonstrationPassword } from '../src/seed/seed-plan.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'
import type { Visitor } from './visitor.ts'

const dayMs = 24 * 60 * 60_000
let product: TestProduct
let now = Date.parse('2026-11-21T06:00:00.000Z')
/** Three admins: `first` and `second` for a long time, `young` since this week. */
let first: Visitor
let second: Visitor
let young: Visitor
let secondId: string

const openAdmin = async (username: string): Promise<string> => {
  const commandId = randomUUID()
  const asked = { actor: { kind: 'system', name: 'test' }, commandId, correlationId: commandId } as const
  const person = { name: `${username} Njeri`, username, email: `${username}@tuma.test`, phone: '254722000002' }
  const account = { ...person, password: demonstrationPassword, role: 'admin', shop: null } as const
  return (await product.services.identity.openAccount({ asked, ...account })).accountId
}
const signedIn = async () => {
  first = await product.signedIn('admin')
  second = await product.signedIn('achieng')
  young = await product.signedIn('baraka')
}

beforeAll(async () => {
  const environment = { now: () => new Date(now).toISOString(), randomBytes: (count: number) => randomBytes(count) }
  product = await openTestProduct({}, environment)
  secondId = await openAdmin('achieng')
  now += 8 * dayMs
  await openAdmin('baraka')
  await signedIn()
})
afterAll(() => product.close())
beforeEach(async () => {
  for (const { _id } of (await first.get('/api/admin/approvals?waiting=true')).body)
    await first.post(`/api/admin/approvals/${_id}/decline`, {})
  // The audit log shows the newest acts first, but acts of the same instant in any order, so each act gets its own
  // minute.
  now += 60_000
})

const client = async (): Promise<string> => {
  const username = `c-${randomUUID().slice(0, 8)}`
  const commandId = randomUUID()
  const asked = { actor: { kind: 'system', name: 'test' }, commandId, correlationId: commandId } as const
  const person = {
    name: 'Zawadi Mwende',
    username,
    email: `${username}@tuma.test`,
    phone: `2547${randomInt(10_000_000, 99_999_999)}`,
  }
  const account = { ...person, password: demonstrationPassword, role: 'user', shop: null } as const
  return (await product.services.identity.openAccount({ asked, ...account })).accountId
}
const makeAdmin = (by: Visitor, id: string) => by.patch(`/api/admin/users/${id}`, { role: 'admin' })
const ask = (by: Visitor, subject: string) => by.post('/api/admin/approvals', { kind: 'make_admin', subject })
const approve = (by: Visitor, id: string) => by.post(`/api/admin/approvals/${id}/approve`, {})
const waiting = async (by: Visitor) => (await by.get('/api/admin/approvals?waiting=true')).body

describe('making an admin', () => {
  test('is refused before another admin has approved it, sends no request by itself, and works once afterwards', async () => {
    const id = await client()
    const refused = await makeAdmin(first, id)
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { code: 'approval_needed', message: 'A second admin must approve this first.', kind: 'make_admin', subject: id },
    ])
    expect(await waiting(second)).toEqual([])

    const asked = await ask(first, id)
    expect([asked.status, asked.body]).toMatchObject([201, { approvers: 1 }])
    expect((await second.get('/api/admin/attention')).body.approvals).toEqual({ count: 1, more: false })
    expect(await waiting(second)).toMatchObject([
      {
        kind: 'make_admin',
        subject: id,
        name: 'Zawadi Mwende',
        phone: expect.stringMatching(/^2547/),
        own: false,
        mayNot: null,
      },
    ])
    expect((await makeAdmin(first, id)).body.code).toBe('approval_needed')
    const own = (by: Visitor) => by.get(`/api/admin/approvals/${asked.body._id}`)
    expect((await own(first)).body).toMatchObject({ state: 'asked', by: null })
    expect((await own(second)).status).toBe(404)
    expect((await approve(second, asked.body._id)).status).toBe(200)
    // The admin who asked sees the approval until they have used it.
    expect((await own(first)).body).toMatchObject({ state: 'given', by: 'achieng Njeri' })
    expect((await first.get('/api/admin/approvals/counts')).body).toEqual({ waiting: 0, approved: 1 })
    expect((await first.get('/api/admin/approvals?approved=true')).body).toMatchObject([{ state: 'given', own: true }])
    expect((await first.get('/api/admin/attention')).body.approved).toEqual({ count: 1, more: false })
    expect((await second.get('/api/admin/approvals/counts')).body).toEqual({ waiting: 0, approved: 0 })
    // The approval does not permit the admin who gave it to make the change.
    expect((await makeAdmin(second, id)).body.code).toBe('approval_needed')
    expect((await makeAdmin(first, id)).body).toMatchObject({ _id: id, role: 'admin' })
    expect((await first.get('/api/admin/approvals?limit=1')).body).toMatchObject([
      { state: 'used', own: true, decidedBy: { id: secondId, name: 'achieng Njeri' }, alone: false },
    ])
    await second.patch(`/api/admin/users/${id}`, { role: 'user' })
    expect((await makeAdmin(first, id)).body.code).toBe('approval_needed')
  })

  test('cannot be approved by the admin who asked, and the answer says why', async () => {
    const { body } = await ask(first, await client())
    const own = await approve(first, body._id)
    expect([own.status, own.body.code, own.body.message]).toEqual([
      ...[403, 'approval_own', 'You cannot approve this yourself. Ask another admin.'],
    ])
    expect((await waiting(first))[0]).toMatchObject({ own: true, mayNot: { code: 'approval_own' } })
  })

  test('cannot be approved by an admin of less than seven days, and the answer says from when', async () => {
    const { body } = await ask(first, await client())
    const refused = await approve(young, body._id)
    expect([refused.status, refused.body.code, refused.body.day]).toEqual([403, 'approver_new', '2026-12-06'])
    expect(refused.body.message).toBe('You can approve from 6 Dec 2026: you have been an admin for less than 7 days.')
  })

  test('is recorded in the audit log: the request, the approval and the refusal', async () => {
    const id = await client()
    await makeAdmin(first, id)
    const { body } = await ask(first, id)
    await approve(second, body._id)
    const rows = (await first.get('/api/admin/audit?kind=admin-act&limit=3')).body
    expect(rows.map(({ what, about, outcome }: Record<string, string>) => [what, about, outcome])).toEqual(
      expect.arrayContaining([
        ['people.changeRole', id, 'approval_needed'],
        ['approvals.ask', body._id, 'done'],
        ['approvals.approve', body._id, 'done'],
      ]),
    )
  })
})

test('an approval request is refused for a person who is an admin already, and for an unknown account', async () => {
  expect((await ask(first, secondId)).body.code).toBe('stale')
  expect((await ask(first, 'nobody-7')).body.code).toBe('not_found')
})
