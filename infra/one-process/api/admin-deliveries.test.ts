import type { Delivery, HistoryEntry } from '@tuma/contracts/api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type Parcel } from './fixtures.ts'
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

const all = '/api/admin/deliveries'
const list = async (query = ''): Promise<Delivery[]> => (await admin.get(`${all}?limit=500&${query}`)).body
const history = async ({ _id }: Parcel): Promise<HistoryEntry[]> => (await admin.get(`${all}/${_id}/history`)).body
const setStatus = ({ _id }: Parcel, body: object) => admin.patch(`${all}/${_id}/status`, body)

describe('the list of all deliveries', () => {
  test('shows every delivery once, newest first, page after page', async () => {
    const rows = await list()
    const first = await admin.get(`${all}?limit=20`)
    const rest = await list(`cursor=${first.headers.get('x-next-cursor')}`)
    expect([...first.body, ...rest]).toEqual(rows)
    expect(first.headers.get('x-total-count')).toBe(String(rows.length))
    const dates = rows.map(({ createdAt }) => createdAt)
    expect(dates).toEqual([...dates].sort().reverse())
    expect(new Set(rows.map(({ status }) => status))).toContain('sorting')
  })

  test('can be narrowed to a status, a kind and both, and the counts agree', async () => {
    const rows = await list()
    const { total, byStatus } = (await admin.get(`${all}/counts`)).body
    expect(total).toBe(rows.length)
    for (const [status, count] of Object.entries(byStatus)) {
      const some = await admin.get(`${all}?limit=500&status=${status}`)
      expect([status, some.body.length, some.headers.get('x-total-count')]).toEqual([status, count, String(count)])
    }
    const doorstep = await list('type=doorstep&status=collected')
    expect(doorstep).toEqual(
      rows.filter(({ deliveryType, status }) => deliveryType === 'doorstep' && status === 'collected'),
    )
    expect(doorstep.length).toBeGreaterThan(0)
  })

  test.each([
    ['status=lost', 'status'],
    ['type=letter', 'type'],
    ['from=2026-02-30', 'from'],
    ['to=tomorrow', 'to'],
    ['from=2026-03-02&to=2026-03-01', 'from'],
    ['limit=0', 'limit'],
    ['status[]=delivered', 'status'],
  ])('has no %s', async (query, field) => {
    const { status, body } = await admin.get(`${all}?${query}`)
    expect({ status, ...body }).toMatchObject({ status: 400, code: 'bad_input', field })
  })
})

describe('a status that an admin sets', () => {
  test('replaces any other status, and the history says who set it', async () => {
    const parcel = await fixtures.dukani()
    const { _id: adminId, name } = (await admin.get('/api/users/me')).body
    const set = await setStatus(parcel, { status: 'delivered', trackingId: parcel.trackingId.toLowerCase() })
    expect([set.status, set.body.status, set.body._id]).toEqual([200, 'delivered', parcel._id])
    expect(Object.keys(set.body)).toEqual(expect.arrayContaining(['_id', 'sender', 'receiver', 'revision']))
    const back = await setStatus(parcel, { status: 'sorting' })
    expect(back.body.status).toBe('sorting')
    expect((await history(parcel)).slice(-2)).toEqual([
      {
        at: expect.any(String),
        type: 'StatusOverridden',
        by: { kind: 'user', role: 'admin', id: adminId, name },
        correlationId: set.headers.get('x-request-id'),
        details: { from: 'dropping', to: 'delivered' },
      },
      expect.objectContaining({ details: { from: 'delivered', to: 'sorting' } }),
    ])
  })

  test('writes nothing when the parcel already has it', async () => {
    const parcel = await fixtures.dukani('uncollected')
    const before = await history(parcel)
    expect((await setStatus(parcel, { status: 'uncollected' })).status).toBe(200)
    expect(await history(parcel)).toEqual(before)
  })

  test('is refused for another parcel’s tracking id, and where an admin may not set that status', async () => {
    const parcel = await fixtures.dukani()
    const other = await setStatus(parcel, { status: 'sorting', trackingId: (await fixtures.dukani()).trackingId })
    expect([other.status, other.body.code]).toEqual([400, 'tracking_differs'])
    for (const status of ['collected', 'dropping', '', undefined]) {
      const answer = await setStatus(parcel, { status })
      expect(answer.body).toMatchObject({ code: 'bad_input', field: 'status', message: 'Please choose a status.' })
    }
    expect((await setStatus({ ...parcel, _id: 'nothing' }, { status: 'sorting' })).body.code).toBe('not_found')
  })
})

test('a deleted delivery disappears for all people, but keeps its history', async () => {
  const parcel = await fixtures.dukani('uncollected')
  const before = (await admin.get(`${all}/counts`)).body.total
  const { status, body } = await admin.delete(`${all}/${parcel._id}`)
  expect([status, body]).toEqual([200, { message: 'Delivery deleted successfully!' }])

  for (const person of [fixtures.client, fixtures.cbd, admin]) {
    expect((await person.get(`/api/deliveries/parcelDukani/${parcel._id}`)).body.code).toBe('not_found')
    expect((await person.get(`/api/agent/track/${parcel.trackingId}`)).body.code).toBe('parcel_not_found')
  }
  expect((await list()).some(({ _id }) => _id === parcel._id)).toBe(false)
  expect((await admin.get(`${all}/counts`)).body.total).toBe(before - 1)
  expect((await fixtures.cbd.put(`/api/agent/update-intransit/${parcel._id}`, {})).body.code).toBe('not_found')
  expect((await admin.delete(`${all}/${parcel._id}`)).body.code).toBe('not_found')
  expect((await history(parcel)).at(-1)?.type).toBe('DeliveryDeleted')
  expect((await admin.get(`${all}/nothing/history`)).body.code).toBe('not_found')
})
