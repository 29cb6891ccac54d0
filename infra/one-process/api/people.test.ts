import type { Delivery, User } from '@tuma/contracts/api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures } from './fixtures.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'
import type { Visitor } from './visitor.ts'

let product: TestProduct
let fixtures: Fixtures
let admin: Visitor
beforeAll(async () => {
  product = await openTestProduct()
  fixtures = await openFixtures(product)
  admin = fixtures.admin
})
afterAll(() => product.close())

const signIn = async ({ email }: { email: string }): Promise<Visitor> => {
  const person = product.stranger()
  await person.post('/api/users/login', { email, password: 'tuma-demo' })
  return person
}
const me = (person: Visitor) => person.get('/api/users/me').then(({ body }) => body)

describe('agents', () => {
  test('are listed with the shop that they work at', async () => {
    const { body } = await admin.get('/api/admin/agents')
    expect(body.filter(({ username }: User) => username === 'agent.thika')).toEqual([
      {
        _id: expect.any(String),
        name: 'Mwangi Njoroge',
        username: 'agent.thika',
        email: 'agent.thika@tuma.test',
        phone: '254700100012',
        role: 'agent',
        isVerified: true,
        points: 0,
        location: 'THIKA',
        address: 'Thika Arcade Bookshop',
        createdAt: expect.any(String),
      },
    ])
    expect(body.every(({ role }: User) => role === 'agent')).toBe(true)
  })

  test('get a shop as the network spells it, and see its parcels at once', async () => {
    const account = await fixtures.expendable('agent')
    const agent = await signIn(account)
    expect((await agent.get('/api/agent/dropping-deliveries')).body).toEqual([])
    const typed = { location: ' thika', address: 'thika  arcade bookshop' }
    const { status, body } = await admin.put(`/api/admin/agents/${account._id}`, typed)
    expect(status).toBe(200)
    expect(body.agent).toMatchObject({ _id: account._id, location: 'THIKA', address: 'Thika Arcade Bookshop' })
    expect((await agent.get('/api/agent/dropping-deliveries')).body.length).toBeGreaterThan(0)
  })

  test.each([
    ['unknown_shop', { location: 'ATLANTIS', address: 'Ananas Mall Desk' }, 'location'],
    ['unknown_shop', { location: 'NAIROBI CBD', address: 'Ananas Mall Desk' }, 'address'],
    ['bad_input', { location: 'NAIROBI CBD' }, 'address'],
    ['bad_input', { location: ['NAIROBI CBD'], address: 'Ananas Mall Desk' }, 'location'],
  ])('get no shop: %s for %j', async (code, typed, field) => {
    const { _id } = await fixtures.expendable('agent')
    const { status, body } = await admin.put(`/api/admin/agents/${_id}`, typed)
    expect({ status, ...body }).toMatchObject({ status: 400, code, field })
  })
})

describe('users', () => {
  const list = async (query: string): Promise<User[]> => (await admin.get(`/api/admin/users?${query}`)).body

  test('come in pages', async () => {
    const first = await admin.get('/api/admin/users?limit=2&sort=name')
    const rest = await list(`limit=500&sort=name&cursor=${first.headers.get('x-next-cursor')}`)
    expect(first.body).toHaveLength(2)
    expect(first.body.length + rest.length).toBe(Number(first.headers.get('x-total-count')))
    expect(await list('limit=500&sort=name')).toEqual([...first.body, ...rest])
  })

  test('get another role, and are signed out by it', async () => {
    const account = await fixtures.expendable()
    const person = await signIn(account)
    const { status, body } = await admin.patch(`/api/admin/users/${account._id}`, { role: 'agent' })
    expect([status, body.role, body._id]).toEqual([200, 'agent', account._id])
    expect((await person.get('/api/users/me')).body.code).toBe('not_signed_in')
    expect((await me(await signIn(account))).role).toBe('agent')
    expect((await admin.patch(`/api/admin/users/${account._id}`, { role: 'boss' })).body).toMatchObject({
      code: 'bad_input',
      field: 'role',
      message: 'Please choose a role.',
    })
    expect((await admin.patch('/api/admin/users/nobody', { role: 'user' })).body.code).toBe('not_found')
  })
})

test('an admin may read any person’s lists by username, and gets nothing for an unknown one', async () => {
  const own = await fixtures.client.get('/api/deliveries/countAll/wanjiku')
  expect((await admin.get('/api/deliveries/countAll/WANJIKU')).body).toEqual(own.body)
  const rows = await admin.get('/api/dukani/getall/wanjiku?limit=3')
  const seen = await fixtures.client.get('/api/dukani/getall/wanjiku?limit=3')
  // Admins also see who collected, in full, and whose turn it is.
  const alike = (parcels: Delivery[]) => parcels.map(({ picker, turn, ...parcel }) => [parcel, picker?.pickerName])
  expect(alike(rows.body)).toEqual(alike(seen.body))
  expect((await admin.get('/api/dukani/getall/nobody')).body.code).toBe('not_found')
})
