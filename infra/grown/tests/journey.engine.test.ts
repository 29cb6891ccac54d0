import type { KeptMessage } from '@tuma/contracts/services'
import { pointsFor } from '@tuma/contracts/vocabulary'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type GrownOnRealEngines, startGrownOnRealEngines } from '../src/grown-on-real-engines.ts'
import { doorstep, onDelivery, sender } from './parcel.ts'
import { eventually, type Person, person } from './person.ts'

/**
 * The life of parcels in the grown form, on a real Kafka and a real Redis, while one process after the other is killed.
 * Calls that need it answer 503 with a sentence, all others work, and when it is back everything has arrived once.
 */

const away = {
  status: 503,
  body: { code: 'away', message: 'Part of our service is not available right now. Please try again in a moment.' },
}

let product: GrownOnRealEngines
let nobody: Person
let client: Person
let agent: Person
let admin: Person
let riderId = ''
let before: { revenue: number; points: number }
const parcels: { readonly trackingId: string; readonly fee: number; readonly paymentReferenceId: string }[] = []

const revenue = async (): Promise<number> => {
  const { body } = await admin.insist('GET', '/api/admin/revenue/overview')
  return body.data.thisMonth.totalRevenue
}
const points = async (): Promise<number> => (await client.insist('GET', '/api/users/me')).body.points
const outbox = async (): Promise<KeptMessage[]> => (await nobody.insist('GET', '/dev/outbox')).body

beforeAll(async () => {
  product = await startGrownOnRealEngines({ POSTS_PER_MINUTE: '100000', VISITOR_REQUESTS_PER_DAY: '100000' })
  console.log(product.kafka.found, '·', product.redis.found)
  nobody = await person(product.url)
  client = await person(product.url, 'client@tuma.test')
  agent = await person(product.url, 'agent.cbd@tuma.test')
  admin = await person(product.url, 'admin@tuma.test')
  riderId = (await agent.insist('GET', '/api/admin/all')).body[0]._id
  before = await settled(async () => ({ revenue: await revenue(), points: await points() }))
}, 400_000)
afterAll(() => product?.close())

/** Waits until two looks are alike, because effects of the demonstration still arrive. */
const settled = async <T>(look: () => Promise<T>): Promise<T> => {
  let last = JSON.stringify(await look())
  return eventually(async () => {
    await new Promise((resolve) => setTimeout(resolve, 1000))
    const now = await look()
    const same = JSON.stringify(now) === last
    last = JSON.stringify(now)
    return same && now
  }, 'that the demonstration has had its consequences')
}

/** From the payment to the receiver's hands; a call that is refused because a process is away is repeated. */
const life = async (reference: number): Promise<void> => {
  const paymentReferenceId = `PAY-${reference}`
  const { message: mpesaMessage } = (await nobody.insist('GET', '/dev/mpesa-message?amount=350')).body
  const verification = { paymentReferenceId, senderName: sender.name, mpesaMessage }
  const verified = await client.insist('POST', '/api/payment/verify-payment', verification)
  expect(verified.body).toMatchObject({ success: true, amount: 350 })
  const request = doorstep({ paymentMethod: 'payNow', paymentReferenceId })
  const { trackingId } = (await client.insist('POST', '/api/doorstep/deliveries', request)).body
  const rows = (await agent.insist('GET', `/api/agent/dropping-deliveries?status=uncollected`)).body
  const { _id, deliveryFee: fee } = rows.find((row: { trackingId: string }) => row.trackingId === trackingId)
  parcels.push({ trackingId, fee, paymentReferenceId })
  await agent.insist('PUT', `/api/doorstep/assign-rider/${_id}`, { riderId })
  await agent.insist('PUT', `/api/agent/update-intransit/${_id}`, { status: 'inTransit' })
  await agent.insist('PUT', `/api/agent/update-received/${_id}`, { status: 'delivered' })
  await agent.insist('PUT', `/api/agent/update-collected/${_id}`, { status: 'collected' })
}

type Call = () => Promise<{ status: number; body: unknown }>
const login: Call = () => nobody.ask('POST', '/api/users/login', { email: 'client@tuma.test', password: 'tuma-demo' })
const whoAmI: Call = () => client.ask('GET', '/api/users/me')
const visitorSends: Call = () => nobody.ask('POST', '/api/doorstep/deliveries', onDelivery())
const locations: Call = () => nobody.ask('GET', '/api/locations')
const verify: Call = () =>
  nobody.ask('POST', '/api/payment/verify-payment', {
    paymentReferenceId: 'PAY-100000',
    senderName: 'Wanjiku',
    mpesaMessage: 'no',
  })
const dashboard: Call = () => admin.ask('GET', '/api/admin/revenue/overview')
const support: Call = () =>
  nobody.ask('POST', '/api/support/messages', { name: 'Wanjiku', email: 'wanjiku@tuma.test', message: 'Where is it?' })
const track: Call = () => nobody.ask('GET', `/api/agent/track/${parcels[0]?.trackingId}`)
const ownParcels: Call = () => client.ask('GET', '/api/doorstep/getall/wanjiku')

const victims: Record<string, { needIt: Record<string, Call>; goOn: Record<string, Call> }> = {
  identity: { needIt: { login, whoAmI, ownParcels }, goOn: { locations, visitorSends, track } },
  payment: { needIt: { verify }, goOn: { login, ownParcels, visitorSends, dashboard } },
  delivery: { needIt: { locations, visitorSends, track, ownParcels }, goOn: { login, whoAmI, dashboard, support } },
  revenue: { needIt: { dashboard }, goOn: { login, visitorSends, ownParcels, track } },
  notification: { needIt: { support }, goOn: { login, visitorSends, ownParcels, dashboard } },
  bff: { needIt: { login, locations, dashboard }, goOn: { page: () => nobody.ask('GET', '/trackDelivery') } },
}

test('a parcel is sent and collected while all processes run', () => life(600_000))

describe.each(Object.entries(victims))('while %s is away', (name, { needIt, goOn }) => {
  beforeAll(() => product.kill(name))

  test.each(Object.entries(needIt))('%s answers with a sentence', async (_call, ask) => {
    expect(await ask()).toMatchObject(away)
  })
  test.each(Object.entries(goOn))('%s goes on', async (_call, ask) => {
    expect((await ask()).status).toBeLessThan(300)
  })
  test('a parcel that was begun during this is collected once it is back', async () => {
    await Promise.all([life(600_001 + Object.keys(victims).indexOf(name)), product.start(name)])
  }, 240_000)
})

describe('when all of them are back', () => {
  test('every fee has been counted once', async () => {
    const fees = parcels.reduce((sum, { fee }) => sum + fee, 0)
    await eventually(async () => (await revenue()) === before.revenue + fees, `${before.revenue} + ${fees}`)
  })
  test('the points of every parcel have been earned once', async () => {
    const earned = parcels.reduce((sum, { fee }) => sum + pointsFor(fee), 0)
    await eventually(async () => (await points()) === before.points + earned, `${before.points} + ${earned}`)
  })
  test('every payment has paid for one parcel', async () => {
    for (const { trackingId, paymentReferenceId } of parcels) {
      const request = doorstep({ paymentMethod: 'payNow', paymentReferenceId })
      expect((await client.ask('POST', '/api/doorstep/deliveries', request)).body).toMatchObject({ trackingId })
    }
  })
  test('sender and receiver have got every SMS, and none twice', async () => {
    for (const { trackingId } of parcels) {
      const told = await eventually(async () => {
        const about = (await outbox())
          .filter(({ text }) => text.includes(trackingId))
          .map(({ to, text }) => `${to} ${text}`)
        return about.length >= 4 && about
      }, `that ${trackingId} was told of`)
      expect(new Set(told).size).toBe(told.length)
    }
  })
  test('no process has died by itself', () => {
    expect(product.said.filter((line) => !line.startsWith('Still waiting'))).toEqual([])
  })
})
