import { randomBytes } from 'node:crypto'
import type { SecurityEvent } from '@tuma/contracts/api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls } from './calls.ts'
import { type Fixtures, openFixtures } from './fixtures.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'
import type { Visitor } from './visitor.ts'

let product: TestProduct
let fixtures: Fixtures
let now = Date.parse('2026-11-22T09:00:00.000Z')
const ids: Record<string, string> = {}
beforeAll(async () => {
  const environment = { now: () => new Date(now).toISOString(), randomBytes: (count: number) => randomBytes(count) }
  product = await openTestProduct({ TRUSTED_PROXIES: '1', TRACKING_MISSES_PER_QUARTER_HOUR: '2' }, environment)
  fixtures = await openFixtures(product)
  for (const who of ['admin', 'client', 'thika'] as const)
    ids[who] = (await fixtures[who].get('/api/users/me')).body._id
})
afterAll(() => product.close())

/** Moves the clock by a minute, so that the next acts get rows of their own. */
const later = () => {
  now += 60_000
  return new Date(now).toISOString()
}
const rows = async (query = ''): Promise<SecurityEvent[]> => (await fixtures.admin.get(`/api/admin/audit${query}`)).body
/** Some records are written after the answer, within a second. */
const rowsSince = async (since: string, many: number, kind: SecurityEvent['kind']): Promise<SecurityEvent[]> => {
  const found = async () => (await rows(`?kind=${kind}&limit=500`)).filter(({ at }) => at >= since)
  await expect.poll(async () => (await found()).length, { timeout: 60_000 }).toBe(many)
  return found()
}
/** The record keeps the address range and a hash of the address, so that the same address is recognised. */
const inRange = expect.stringMatching(/^197\.248\.10\.0\/24 #[0-9a-f]{8}$/)
const from = (address: string, person?: Visitor) =>
  product.stranger({
    'x-forwarded-for': address,
    ...(person ? { authorization: `Bearer ${person.cookie('tuma_session')}` } : {}),
  })

describe('what an admin does', () => {
  test('is recorded before the answer: who, from where, what, about whom', async () => {
    const since = later()
    const { _id } = await fixtures.expendable()
    const admin = from('2c0f:fe38:2405:12ab:9::1', fixtures.admin)
    expect((await admin.patch(`/api/admin/users/${_id}`, { role: 'agent' })).status).toBe(200)
    const [row] = await rows('?kind=admin-act&limit=1')
    expect(row).toEqual({
      ...{ _id: expect.any(String), kind: 'admin-act', at: since, lastAt: since, count: 1 },
      by: { id: ids.admin, name: expect.any(String), role: 'admin' },
      ...{
        network: expect.stringMatching(/^2c0f:fe38:2405::\/48 #[0-9a-f]{8}$/),
        what: 'people.changeRole',
        about: _id,
        outcome: 'done',
      },
      aboutName: expect.any(String),
    })
  })

  test('is recorded with the message that is dismissed, which is then not sent', async () => {
    later()
    const dismissed = await fixtures.admin.post('/api/admin/unsent/dismiss', { messageId: 'nothing-there' })
    expect([dismissed.status, dismissed.body]).toEqual([200, { dismissed: 0 }])
    const [row] = await rows('?kind=admin-act&limit=1')
    expect(row).toMatchObject({ what: 'operations.dismissUnsent', about: 'nothing-there', outcome: 'done' })
  })

  test('is recorded with the reason when it is refused', async () => {
    later()
    expect((await fixtures.admin.delete('/api/admin/users/nobody-7')).status).toBe(404)
    const [row] = await rows('?kind=admin-act&limit=1')
    expect(row).toMatchObject({ what: 'people.deleteUser', about: 'nobody-7', aboutName: null, outcome: 'not_found' })
  })
})

test('sign-ins and failed attempts are recorded, with the account that they are about', async () => {
  const since = later()
  const visitor = from('197.248.10.7')
  const login = (password: string) => visitor.post('/api/users/login', { email: 'client@tuma.test', password })
  for (const guess of ['a guess', 'another']) expect((await login(guess)).status).toBe(401)
  expect((await login('tuma-demo')).status).toBe(200)
  const by = { id: ids.client, name: 'Wanjiku Kamau', role: 'user' }
  // The first attempt may be counted a moment before the second.
  await expect
    .poll(() => rowsSince(since, 1, 'sign-in-refused'))
    .toMatchObject([{ by, network: inRange, outcome: 'invalid_credentials', count: 2 }])
  const [signedIn] = await rowsSince(since, 1, 'sign-in')
  expect(signedIn).toMatchObject({ by, network: inRange, outcome: 'done', count: 1 })
})

test('attempts at calls of another role are recorded, at most once a minute', async () => {
  const since = later()
  for (const id of ['a-1', 'a-2', 'a-3'])
    expect((await fixtures.client.delete(`/api/admin/users/${id}`)).status).toBe(403)
  expect((await fixtures.thika.get('/api/admin/audit')).status).toBe(403)
  const found = await rowsSince(since, 2, 'refused')
  expect(found.map(({ by, what, about, count }) => [by?.id, what, about, count])).toEqual(
    expect.arrayContaining([
      [ids.client, 'people.deleteUser', null, 3],
      [ids.thika, 'audit.events', null, 1],
    ]),
  )
})

test('each person whom a limit stops is recorded', async () => {
  const since = later()
  const guesser = from('197.248.10.9')
  const track = async (id: string) => (await guesser.get(`/api/agent/track/${id}`)).status
  expect(await Promise.all(['TM-AAAA-AAAA-AAAA', 'TM-BBBB-BBBB-BBBB'].map(track))).toEqual([404, 404])
  expect(await track('TM-CCCC-CCCC-CCCC')).toBe(429)
  expect(await rowsSince(since, 1, 'limit')).toMatchObject([
    { by: null, network: inRange, what: 'deliveries.track', about: null, outcome: 'too_many' },
  ])
})

describe('what people see of others', () => {
  test('is recorded for each parcel when an admin looks', async () => {
    const { _id } = await fixtures.dukani()
    const since = later()
    await fixtures.admin.get(`/api/deliveries/parcelDukani/${_id}`)
    await fixtures.admin.get(`/api/admin/deliveries/${_id}/history`)
    const ofParcel = async () =>
      (await rows('?kind=personal-data&limit=500')).filter(({ about, at }) => about === _id && at >= since)
    await expect.poll(async () => (await ofParcel()).length, { timeout: 60_000 }).toBe(2)
    const found = await ofParcel()
    expect(found.map(({ what }) => what).sort()).toEqual(['adminDeliveries.history', 'deliveries.detail'])
    expect(found.map(({ by }) => by?.id)).toEqual([ids.admin, ids.admin])
  })

  test('is counted by day when agents look at their own lists', async () => {
    const own = async () =>
      (await rows(`?kind=personal-data&account=${ids.thika}&limit=500`)).find(({ what }) => what === 'agent.receiving')
    await fixtures.thika.get('/api/agent/receiving-deliveries')
    await expect.poll(async () => (await own())?.count, { timeout: 60_000 }).toBe(1)
    later()
    await fixtures.thika.get('/api/agent/receiving-deliveries?limit=1')
    await expect.poll(async () => (await own())?.count, { timeout: 60_000 }).toBe(2)
  })
})

describe('the record', () => {
  test('can be read page by page, newest first, and filtered by kind, account and day', async () => {
    const first = await fixtures.admin.get('/api/admin/audit?limit=2&kind=sign-in')
    const cursor = first.headers.get('x-next-cursor') ?? ''
    const second = await fixtures.admin.get(`/api/admin/audit?limit=2&kind=sign-in&cursor=${cursor}`)
    const all: SecurityEvent[] = [...first.body, ...second.body]
    expect(all).toHaveLength(4)
    expect(all.map(({ at }) => at)).toEqual(
      all
        .map(({ at }) => at)
        .sort()
        .reverse(),
    )
    const [one] = all
    expect((await rows(`?account=${one?.by?.id}`)).every(({ by }) => by?.id === one?.by?.id)).toBe(true)
    expect((await rows('?day=2026-11-22')).length).toBeGreaterThan(4)
    expect(await rows('?day=2026-11-20')).toEqual([])
    expect((await fixtures.admin.get('/api/admin/audit?day=2026-02-30')).body.code).toBe('bad_input')
    expect((await fixtures.admin.get('/api/admin/audit?kind=all')).body.code).toBe('bad_input')
  })

  test('holds no name, phone, e-mail or password except the name of the person who acted', async () => {
    const told = (await rows('?limit=500')).map(({ by, ...row }) => ({ ...row, by: by?.id }))
    expect(JSON.stringify(told)).not.toMatch(/wanjiku|@|2547\d{8}|guess|tuma-demo/i)
  })

  test('cannot be changed or deleted by any call', () => {
    const methods = new Set(calls.filter(({ path }) => path.includes('audit')).map(({ method }) => method))
    expect([...methods]).toEqual(['GET'])
  })
})
