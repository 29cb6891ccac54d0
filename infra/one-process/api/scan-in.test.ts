import { randomUUID } from 'node:crypto'
import type { ScanAnswer } from '@tuma/contracts/api'
import type { KeptMessage } from '@tuma/contracts/services'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Fixtures, openFixtures, type Parcel } from './fixtures.ts'
import { dukaniFee, dukaniForm, paid } from './parcels.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'
import type { Visitor } from './visitor.ts'

let product: TestProduct
let fixtures: Fixtures
beforeAll(async () => {
  product = await openTestProduct()
  fixtures = await openFixtures(product)
})
afterAll(() => product.close())

const path = '/api/agent/scan-in'
type Code = { readonly code: string; readonly doneAt?: string }
const post = (agent: Visitor, codes: readonly Code[], more: object = {}, headers = {}) =>
  agent.post(path, { codes, ...more }, { headers })
const scan = async (agent: Visitor, ...codes: readonly string[]): Promise<ScanAnswer[]> =>
  (
    await post(
      agent,
      codes.map((code) => ({ code })),
    )
  ).body
const history = async ({ _id }: Pick<Parcel, '_id'>): Promise<{ type: string; details: Record<string, string> }[]> =>
  (await fixtures.admin.get(`/api/admin/deliveries/${_id}/history`)).body
const types = async (parcel: Pick<Parcel, '_id'>) => (await history(parcel)).map(({ type }) => type)
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

/** Sent to a receiver with a phone that no other parcel has, and dropped off. */
const sentToPhone = async (phone: string): Promise<Parcel> => {
  const form = { ...dukaniForm, receiver: { ...dukaniForm.receiver, phoneNumber: phone } }
  const paymentReferenceId = await paid(fixtures.client, dukaniFee)
  const { body } = await fixtures.client.post('/api/dukani/deliveries', { ...form, paymentReferenceId })
  await fixtures.cbd.put(`/api/agent/update-status/${body._id}`, {})
  return body
}
const messagesTo = async (phone: string): Promise<string[]> => {
  const { body } = await product.stranger({ accept: 'application/json' }).get('/dev/outbox')
  return (body as KeptMessage[]).filter(({ to }) => to.endsWith(phone.slice(1))).map(({ text }) => text)
}

describe('an agent who scans a parcel in', () => {
  test('takes it in, and the other shop has it arrive', async () => {
    const parcel = await fixtures.dukani()
    const [taken] = await scan(fixtures.cbd, parcel.trackingId)
    expect(taken).toMatchObject({ verdict: 'takenIn', sentence: 'Taken in', delivery: { status: 'uncollected' } })
    await fixtures.cbd.put(`/api/agent/update-intransit/${parcel._id}`, {})
    const [arrived] = await scan(fixtures.thika, parcel.trackingId)
    expect(arrived).toMatchObject({ verdict: 'arrived', sentence: 'Arrived', delivery: { status: 'delivered' } })
    expect((await scan(fixtures.thika, parcel.trackingId))[0]).toMatchObject({ sentence: 'Already here' })
  })
  test('has a parcel for a door fetched in time', async () => {
    const { trackingId } = await fixtures.doorstep()
    const [seen] = await scan(fixtures.cbd, trackingId)
    expect(seen?.sentence).toMatch(/^Taken in\. Give it to a rider by \d\d:\d\d( on \d+ \w+)?$/)
    expect(seen?.delivery?.dueAt).toBe(seen?.until)
  })
  test('is told why a parcel is on hold, and its release lets it arrive', async () => {
    const parcel = await fixtures.dukani('inTransit')
    await fixtures.admin.put(`/api/agent/hold/${parcel._id}`, { code: 'damaged' })
    expect(await scan(fixtures.thika, parcel.trackingId)).toMatchObject([
      { verdict: 'onHold', sentence: 'On hold: Damaged', hold: 'damaged', delivery: { held: ['damaged'] } },
    ])
    await fixtures.thika.put(`/api/agent/lift/${parcel._id}`, { code: 'damaged' })
    expect(await types(parcel)).toEqual(expect.arrayContaining(['ParcelSeen', 'HoldReleased', 'ParcelDelivered']))
  })
  test('is told only where a parcel of another shop goes', async () => {
    const { trackingId } = await fixtures.dukani('inTransit')
    const [answer] = await scan(fixtures.kitengela, trackingId)
    expect(answer).toEqual({
      ...{ code: trackingId, trackingId, verdict: 'forOtherShop' },
      shop: { location: 'THIKA', address: dukaniForm.receiver.pickupAgent },
      sentence: `For ${dukaniForm.receiver.pickupAgent}, THIKA, not for you`,
    })
  })
  test('takes the steps that the first shop forgot, and its receiver gets one SMS about them', async () => {
    const phone = '0722900417'
    const parcel = await sentToPhone(phone)
    await vi.waitUntil(async () => (await messagesTo(phone)).length > 0, { timeout: 60_000, interval: 50 })
    const before = await messagesTo(phone)
    expect(await scan(fixtures.thika, parcel.trackingId)).toMatchObject([
      { verdict: 'arrivedUnsent', sentence: expect.stringMatching(/^Arrived\. .+, NAIROBI CBD had not sent it$/) },
    ])
    const told = async () => (await messagesTo(phone)).slice(before.length)
    await vi.waitUntil(async () => (await told()).length > 0, { timeout: 60_000, interval: 50 })
    expect(await told()).toEqual([expect.stringContaining(parcel.trackingId)])
  })
  test('is told that a parcel was cancelled', async () => {
    const { _id, trackingId } = await fixtures.takenIn()
    await fixtures.cbd.post(`/api/agent/counter-parcels/${_id}/void`, { reason: 'Wrong town' })
    expect(await scan(fixtures.cbd, trackingId)).toEqual([
      { code: trackingId, trackingId, verdict: 'cancelled', sentence: 'Cancelled. Give it back' },
    ])
  })
})

test('a look records nothing', async () => {
  const parcel = await fixtures.dukani('inTransit')
  const before = await types(parcel)
  const { body } = await post(fixtures.thika, [{ code: parcel.trackingId }], { look: true })
  expect(body).toMatchObject([{ verdict: 'arrived', delivery: { status: 'inTransit' } }])
  expect(await types(parcel)).toEqual(before)
})

test('the same key again answers what was recorded, after the parcel went on too', async () => {
  const parcel = await fixtures.dukani()
  const headers = { 'idempotency-key': randomUUID() }
  const first = await post(fixtures.cbd, [{ code: parcel.trackingId }], {}, headers)
  await fixtures.cbd.put(`/api/agent/update-intransit/${parcel._id}`, {})
  const again = await post(fixtures.cbd, [{ code: parcel.trackingId }], {}, headers)
  expect([again.status, again.body]).toEqual([200, first.body])
})

describe('a call is refused, and nothing is recorded, with', () => {
  test.each<[string, (code: string) => Code[], string]>([
    ['101 codes', (code) => Array.from({ length: 101 }, () => ({ code })), 'At most 100 codes at once.'],
    ['no code', () => [], ''],
    ['a code of 2,000 characters', (code) => [{ code }, { code: 'x'.repeat(2000) }], 'That is no code of a parcel.'],
    ['a time of tomorrow', (code) => [{ code }, { code, doneAt: hoursAgo(-24) }], ''],
    ['a time of last week', (code) => [{ code }, { code, doneAt: hoursAgo(7 * 24) }], ''],
    ['a time that is none', (code) => [{ code, doneAt: 'yesterday' }], 'Please give the time as'],
  ])('%s', async (_, codesFor, sentence) => {
    const parcel = await fixtures.dukani()
    const before = await types(parcel)
    const { status, body } = await post(fixtures.cbd, codesFor(parcel.trackingId))
    expect([status, body.code]).toEqual([400, 'bad_input'])
    expect(JSON.stringify(body)).toContain(sentence)
    expect(await types(parcel)).toEqual(before)
  })
})

test('a time of yesterday is in the history beside the time when it came', async () => {
  const parcel = await fixtures.dukani('inTransit')
  const doneAt = hoursAgo(24)
  await post(fixtures.thika, [{ code: parcel.trackingId, doneAt }])
  const delivered = (await history(parcel)).findLast(({ type }) => type === 'ParcelDelivered')
  expect(delivered?.details).toMatchObject({ doneAt, shop: expect.stringContaining('THIKA') })
})

test('only agents scan in', async () => {
  const codes = [{ code: (await fixtures.dukani()).trackingId }]
  expect((await post(fixtures.client, codes)).status).toBe(403)
  expect((await post(fixtures.admin, codes)).status).toBe(403)
  expect((await post(product.stranger(), codes)).status).toBe(401)
})

test('parcels are not found by trying tracking ids, and other codes are not counted', async () => {
  const trying = (from: number) =>
    Array.from({ length: 30 }, (_, index) => ({ code: `TM-0000-0000-${String(from + index).padStart(4, '0')}` }))
  const milk = Array.from({ length: 100 }, (_, index) => ({ code: `milk ${index}` }))
  const agent = await product.signedIn('agent.kitengela')
  expect((await post(agent, milk)).status).toBe(200)
  for (const from of [0, 30]) expect((await post(agent, trying(from))).body[0].verdict).toBe('unknown')
  expect((await post(agent, trying(60))).body.code).toBe('too_many')
})
