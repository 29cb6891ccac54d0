import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Fixtures, openFixtures, type Parcel } from './fixtures.ts'
import { doorstepForm, dukaniFee, dukaniForm, paid } from './parcels.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'

const hours = 3_600_000
const days = 24 * hours

let product: TestProduct
let fixtures: Fixtures
let aheadMs = 0
beforeAll(async () => {
  const now = () => new Date(Date.now() + aheadMs).toISOString()
  product = await openTestProduct({}, { now, randomBytes })
})
beforeEach(async () => {
  aheadMs = 0
  // After the jump the old sessions have ended, so all people sign in again.
  fixtures = await openFixtures(product)
})
afterAll(() => product.close())

const getHistory = async ({ _id }: Parcel): Promise<{ type: string; details: { to?: string } }[]> =>
  (await fixtures.admin.get(`/api/admin/deliveries/${_id}/history`)).body

describe.each([
  ['three hours back', -3 * hours],
  ['forty days back', -40 * days],
  ['two hours on', 2 * hours],
])('a clock that jumps %s', (_how, jump) => {
  test('keeps each parcel’s history in order: before the jump, after it, and when the clock is set right again', async () => {
    const parcel = await fixtures.dukani()
    const press = async (agent: Fixtures['cbd'], step: string) =>
      (await agent.put(`/api/agent/${step}/${parcel._id}`, {})).body.status
    expect(await press(fixtures.cbd, 'update-status')).toBe('uncollected')
    aheadMs = jump
    expect(await press(fixtures.cbd, 'update-intransit')).toBe('inTransit')
    aheadMs = 0
    expect(await press(fixtures.thika, 'update-received')).toBe('delivered')
    aheadMs = jump
    expect(await press(fixtures.thika, 'update-collected')).toBe('collected')
    const types = (await getHistory(parcel)).map(({ type }) => type)
    aheadMs = 0
    const steady = await fixtures.dukani('delivered')
    await fixtures.thika.put(`/api/agent/update-collected/${steady._id}`, {})
    expect(types).toEqual((await getHistory(steady)).map(({ type }) => type))
    expect((await product.stranger().get(`/api/agent/track/${parcel.trackingId}`)).body.status).toBe('collected')
    expect((await product.stranger().get('/readyz')).body).toEqual({ ready: true })
  })

  test('still takes parcels, which can be tracked at once', async () => {
    aheadMs = jump
    const { status, body } = await product.stranger().post('/api/doorstep/deliveries', doorstepForm)
    expect(status).toBe(201)
    expect((await product.stranger().get(`/api/agent/track/${body.trackingId}`)).status).toBe(200)
  })
})

describe('a payment', () => {
  const verifiedWhen = async (jump: number) => {
    const { body } = await product.stranger({ accept: 'application/json' }).get('/dev/mpesa-message?amount=350')
    aheadMs = jump
    const claim = { paymentReferenceId: 'PAY-700000', senderName: 'Zawadi Mwende', mpesaMessage: body.message }
    return (await product.stranger().post('/api/payment/verify-payment', claim)).body
  }
  test('that is later than the clock is refused as not yet made', async () => {
    expect(await verifiedWhen(-3 * hours)).toMatchObject({ success: false, code: 'in_future' })
  })
  test('of two days before is too old', async () => {
    expect(await verifiedWhen(2 * days)).toMatchObject({ success: false, code: 'too_old' })
  })
  test('that was verified before the clock went back can be used after it', async () => {
    const payer = product.stranger()
    const form = { ...dukaniForm, paymentReferenceId: await paid(payer, dukaniFee) }
    aheadMs = -3 * hours
    expect((await payer.post('/api/dukani/deliveries', form)).status).toBe(201)
  })
})

test('a session ends when two days have passed, and not when the clock goes two days back', async () => {
  const me = async () => (await fixtures.client.get('/api/users/me')).status
  aheadMs = -2 * days
  expect(await me()).toBe(200)
  aheadMs = 2 * days
  expect(await me()).toBe(401)
})
