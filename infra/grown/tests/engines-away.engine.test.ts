import { setTimeout as pause } from 'node:timers/promises'
import type { KeptMessage } from '@tuma/contracts/services'
import { getOwn } from '@tuma/engines'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type GrownOnRealEngines, startGrownOnRealEngines } from '../src/grown-on-real-engines.ts'
import { onDelivery } from './parcel.ts'
import { eventually, type Person, person } from './person.ts'

/** The engines that all processes share are stopped under load. Only where we started them ourselves. */

const stoppedMs = 60_000
const lanes = 4
/** Slow enough that the last messages arrive within the patience of `eventually`, on a slow machine too. */
const betweenParcelsMs = 1000

let product: GrownOnRealEngines
let nobody: Person
let admin: Person
/** A client whose SMS are sent at once. */
let client: Person
beforeAll(async () => {
  product = await startGrownOnRealEngines({ POSTS_PER_MINUTE: '100000', VISITOR_REQUESTS_PER_DAY: '100000' })
  console.log(product.kafka.found, '·', product.redis.found)
  nobody = await person(product.url)
  admin = await person(product.url, 'admin@tuma.test')
  client = await person(product.url, 'client@tuma.test')
}, 900_000)
afterAll(() => product?.close())

const deliveriesThisMonth = async (): Promise<number> =>
  (await admin.insist('GET', '/api/admin/revenue/overview')).body.data.thisMonth.totalDeliveries

const sendParcel = (phone: string) => client.insist('POST', '/api/doorstep/deliveries', onDelivery(phone))

test('Kafka is stopped for a minute under load: every acknowledged parcel is reported once', async () => {
  const kafka = getOwn(product.kafka)
  await pause(5000)
  const before = await eventually(async () => {
    const one = await deliveriesThisMonth()
    await pause(3000)
    return one === (await deliveriesThisMonth()) && one
  }, 'that the demonstration has been counted')

  const acknowledged: string[] = []
  let loaded = true
  const lane = async (n: number) => {
    while (loaded) {
      acknowledged.push((await sendParcel(`07120000${n}${n}`)).body.trackingId)
      await pause(betweenParcelsMs)
    }
  }
  const load = Promise.all(Array.from({ length: lanes }, (_, n) => lane(n)))
  await eventually(async () => acknowledged.length > 2 * lanes, 'that there is load')
  await kafka.kill()
  const whileItWasUp = acknowledged.length
  await pause(stoppedMs)
  const whileItWasAway = acknowledged.length - whileItWasUp
  await kafka.start()
  loaded = false
  await load
  console.log(`${whileItWasUp} parcels before, ${whileItWasAway} while Kafka was away`)
  expect(whileItWasAway).toBeGreaterThan(lanes)

  const all = before + acknowledged.length
  await eventually(async () => (await deliveriesThisMonth()) >= all, `${all} deliveries are counted`)
  expect(await deliveriesThisMonth()).toBe(all)
  const told = await eventually(async () => {
    const messages: KeptMessage[] = (await nobody.insist('GET', '/dev/outbox')).body
    const last = acknowledged.slice(-20)
    return last.every((trackingId) => messages.filter(({ text }) => text.includes(trackingId)).length >= 2) && messages
  }, 'that people are told of the last ones')
  const texts = told.map(({ to, text }) => `${to} ${text}`)
  expect(new Set(texts).size).toBe(texts.length)
  expect((await admin.insist('GET', '/api/admin/parked')).body).toEqual([])
}, 900_000)

test('Redis is emptied without an effect for people', async () => {
  const trackingIds: string[] = []
  for (let n = 0; n < 3; n += 1) {
    trackingIds.push((await sendParcel(`071300000${n}`)).body.trackingId)
    await getOwn(product.redis).kill()
    await getOwn(product.redis).start()
    const { status, body } = await nobody.ask('GET', `/api/agent/track/${trackingIds[n]}`)
    expect([status, body.trackingId]).toEqual([200, trackingIds[n]])
  }
  expect((await admin.insist('GET', '/api/users/me')).body.role).toBe('admin')
})

test('no process has died by itself', () => {
  expect(product.said.filter((line) => !line.startsWith('Still waiting'))).toEqual([])
})
