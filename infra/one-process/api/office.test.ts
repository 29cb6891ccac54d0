import { addDays, getEatDay } from '@tuma/contracts/vocabulary'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Fixtures, openFixtures } from './fixtures.ts'
import { dukaniFee, dukaniForm, paid } from './parcels.ts'
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

const getLines = ({ body }: { body: Buffer }): string[] => body.toString().replace('\ufeff', '').trim().split('\r\n')

describe('the deliveries as a file', () => {
  const file = (query = '') => admin.get(`/api/admin/deliveries.csv${query}`)

  test('have one line for each row of the list, below a line of titles', async () => {
    const answer = await file()
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="deliveries_20\d\d-\d\d-\d\d\.csv"$/,
    )
    const [titles, ...lines] = getLines(answer)
    expect(titles).toMatch(/^Tracking ID,Type,Status,Requested,/)
    const listed = await admin.get('/api/admin/deliveries?limit=500')
    expect(lines.map((line) => line.slice(0, 17))).toEqual(
      listed.body.map(({ trackingId }: { trackingId: string }) => trackingId),
    )
  })

  test('have the rows that the same filters find', async () => {
    const { body } = await admin.get('/api/admin/deliveries?limit=500&type=doorstep&status=delivered')
    const [, ...lines] = getLines(await file('?type=doorstep&status=delivered'))
    expect(lines).toHaveLength(body.length)
    expect(getLines(await file('?search=nobody at all'))).toHaveLength(1)
    const turned = await file('?from=2026-11-02&to=2026-11-01')
    expect([turned.status, turned.body.code, turned.body.field]).toEqual([400, 'bad_input', 'from'])
  })

  test('hold no formula, whatever the people of a parcel are called', async () => {
    const sender = { ...dukaniForm.sender, name: '=HYPERLINK("http://evil.example") Otieno' }
    const paymentReferenceId = await paid(fixtures.client, dukaniFee)
    const { body } = await fixtures.client.post('/api/dukani/deliveries', { ...dukaniForm, sender, paymentReferenceId })
    const [, line] = getLines(await file(`?search=${body.trackingId}`))
    expect(line).toContain(`"'=HYPERLINK(""http://evil.example"") Otieno"`)
  })

  test('are an export, which is recorded before anything is answered', async () => {
    await file()
    const { body } = await admin.get('/api/admin/audit?kind=export')
    expect(body[0]).toMatchObject({ kind: 'export', what: 'adminDeliveries.csv', outcome: 'done' })
  })
})

describe('users and the audit log', () => {
  test('can be downloaded as files too, with the same filters', async () => {
    const users = getLines(await admin.get('/api/admin/users.csv?role=agent'))
    const agents = (await admin.get('/api/admin/agents')).body
    expect(users[0]).toMatch(/^Name,Username,Email,Phone,Role,/)
    expect(users).toHaveLength(agents.length + 1)
    const events = getLines(await admin.get('/api/admin/audit.csv?kind=export'))
    expect(events.some((line) => line.includes(',export,people.csv,done,'))).toBe(true)
    expect((await admin.get('/api/admin/audit.csv?day=2026-02-30')).body).toMatchObject({ field: 'day' })
  })
})

describe('what needs attention', () => {
  test('is counted, and the list shows the same count', async () => {
    const { status, body } = await admin.get('/api/admin/attention')
    expect([status, body.parked, body.unsent]).toEqual([200, 0, expect.any(Number)])
    for (const need of ['waiting', 'due']) {
      const listed = await admin.get(`/api/admin/deliveries?limit=500&needs=${need}`)
      expect([need, listed.body.length]).toEqual([need, body[need].count])
    }
    for (const need of ['held', 'stuck', 'lost']) {
      const listed = await admin.get(`/api/admin/deliveries?limit=500&needs=${need}`)
      expect([need, listed.body.length]).toEqual([need, body.stuck[need].count])
    }
    expect(body.waiting.count).toBeGreaterThan(0)
    const { body: held } = await admin.get('/api/admin/payments/counts')
    expect(body.money).toEqual({
      doubted: held.doubted,
      unchecked: held.unchecked,
      unclaimed: held.unclaimed,
      unused: held.unused,
    })
  })
})

describe('what came in by shop', () => {
  test('adds up to the total, with the highest shop first', async () => {
    const today = getEatDay(new Date().toISOString())
    const period = `from=${addDays(today, -40)}&to=${today}`
    const sum = (rows: { totalRevenue: number }[]) => rows.reduce((all, { totalRevenue }) => all + totalRevenue, 0)
    const byDay = async () => (await admin.get(`/api/admin/revenue/trends?${period}`)).body.data
    const byShop = async () => (await admin.get(`/api/admin/revenue/by-shop?${period}`)).body.data
    await vi.waitUntil(async () => sum(await byDay()) === sum(await byShop()), { timeout: 60_000 })
    const shops = await byShop()
    const revenues = shops.map(({ totalRevenue }: { totalRevenue: number }) => totalRevenue)
    expect(revenues).toEqual([...revenues].sort((one, other) => other - one))
    expect(shops[0]).toMatchObject({ shop: { location: expect.any(String), address: expect.any(String) } })
    const turned = await admin.get('/api/admin/revenue/by-shop?from=2026-03-02&to=2026-03-01')
    expect([turned.status, turned.body.field]).toEqual([400, 'from'])
  })
})

describe('a location', () => {
  const readLocation = async (name: string) => {
    const { body } = await product.stranger().get('/api/admin/locations')
    return body.find(({ locationName }: { locationName: string }) => locationName === name)
  }

  test('keeps a shop where agents work or parcels are under way, and says who and how many', async () => {
    await fixtures.dukani('delivered')
    const thika = (await admin.get('/api/admin/agents')).body.find(
      ({ location }: { location: string }) => location === 'THIKA',
    )
    const { _id } = await readLocation('THIKA')
    const refused = await admin.delete(`/api/admin/locations/${_id}/shops/${encodeURIComponent(thika.address)}`)
    expect(refused.status).toBe(409)
    expect(refused.body).toMatchObject({ code: 'shop_in_use', agents: 1, names: thika.name })
    expect(refused.body.parcels).toBeGreaterThan(0)
    expect((await readLocation('THIKA')).pickupPoints).toContain(thika.address)
  })
})

describe('a campaign', () => {
  const preview = (audience: object) =>
    admin.post('/api/admin/campaigns/preview', { message: 'Half price', ...audience })
  const send = (campaign: object, key = 'no key') =>
    admin.post('/api/admin/campaigns', { message: 'Half price', ...campaign }, { headers: { 'idempotency-key': key } })

  test('can be checked first: how many people, how many SMS, how many the day has left, and nothing is sent', async () => {
    const { status, body } = await preview({})
    expect(status).toBe(200)
    expect(body).toMatchObject({ more: false, segments: 1, budget: { daily: 2000, left: 2000 } })
    expect(body.people).toBeGreaterThan(20)
    expect(body.sms).toBe(body.people)
    const [senders, receivers] = [(await preview({ kind: 'Sender' })).body, (await preview({ kind: 'Receiver' })).body]
    expect(senders.people).toBeLessThan(body.people)
    expect(senders.people + receivers.people).toBeGreaterThanOrEqual(body.people)
    expect((await preview({ search: 'nobody of this name' })).body).toMatchObject({ people: 0, sms: 0 })
    expect((await preview({ message: 'x'.repeat(160) })).body.segments).toBe(2)
    expect((await admin.get('/api/admin/campaigns')).body).toEqual([])
  })

  test('goes to all who match, once, however often it is asked for, and next to those who have not had it', async () => {
    await fixtures.dukani()
    const one = { search: 'zawadi mwende', quietDays: 7, people: 1 }
    const first = await send(one, 'campaign-1')
    expect(first.body).toMatchObject({
      success: true,
      people: 1,
      accepted: 1,
      message: 'SMS sent successfully to 1 recipients',
    })
    expect((await send(one, 'campaign-1')).body).toEqual(first.body)
    expect((await preview({ search: 'zawadi mwende', quietDays: 7 })).body).toMatchObject({ people: 0, hadOne: 1 })
    expect((await preview({ search: 'zawadi mwende' })).body).toMatchObject({ people: 1, hadOne: 0 })
    const other = await send({ ...one, message: 'Another text' }, 'campaign-1')
    expect([other.status, other.body.code]).toEqual([422, 'key_reused'])
  })

  test('is not sent to more people than the admin has seen', async () => {
    const { status, body } = await send({ people: 3 }, 'campaign-2')
    expect([status, body.code]).toEqual([409, 'audience_changed'])
    expect(body.people).toBeGreaterThan(3)
  })

  test('is in the history with the admin who sent it and what became of it, and with no phone', async () => {
    const { body } = await admin.get('/api/admin/campaigns')
    expect(body).toHaveLength(1)
    expect(body[0]).toMatchObject({
      message: expect.stringContaining('Half price'),
      by: { name: expect.any(String) },
      ...{
        people: 1,
        accepted: 1,
        optedOut: 0,
        beyondBudget: 0,
        refused: 0,
        unanswered: 0,
        arrived: 0,
        undelivered: 0,
      },
    })
    expect(JSON.stringify(body)).not.toMatch(/(254|0)7\d{8}/)
  })

  test('is listed beside the contacts that it would go to: senders or receivers', async () => {
    const { body } = await admin.get('/api/admin/sms-contacts?kind=Receiver&limit=500')
    expect(new Set(body.map(({ type }: { type: string }) => type))).toEqual(new Set(['Receiver']))
  })
})
