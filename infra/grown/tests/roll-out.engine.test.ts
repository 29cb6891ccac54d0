import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { KeptMessage } from '@tuma/contracts/services'
import { type RunningEngine, startEventStore, startMongoDb } from '@tuma/engines'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type GrownOnRealEngines, startGrownOnRealEngines } from '../src/grown-on-real-engines.ts'
import { eventually, type Person, person, type Screen } from './person.ts'
import { reads, writes } from './releases/bagged-parcels.ts'
import { type EverydayUse, openEverydayUse, type Parcel } from './releases/everyday.ts'
import { patchedRelease } from './releases/patched-release.ts'
import { openReplicas, type Release, type Replica, type Replicas } from './releases/replicas.ts'

/**
 * Two replicas of delivery are replaced, one by one, by the release that reads a new event, by the one that writes it,
 * back, and too far back, while people go on using the product and all other processes stay the same. Stored and
 * published data are in EventStoreDB, MongoDB and Kafka, so that replicas share them.
 */

let folder = ''
let events: RunningEngine
let documents: RunningEngine
let product: GrownOnRealEngines
let delivery: Replicas
let admin: Person
let nobody: Person
let use: EverydayUse
let screen: Screen
let before: { revenue: number; deliveries: number }
/** Today's release, the one that reads the new event, and the one that writes it. */
let today: Release
let reading: Release
let writing: Release
/** Begun by one release and completed by another. */
const halfway: Parcel[] = []
/** Completed by today's release. */
let first: Parcel

const books = async () => {
  const { body } = await admin.insist('GET', '/api/admin/revenue/overview')
  const { totalRevenue: revenue, totalDeliveries: deliveries } = body.data.thisMonth
  return { revenue, deliveries }
}
const settled = async <T>(look: () => Promise<T>): Promise<T> => {
  let last = JSON.stringify(await look())
  return eventually(async () => {
    await pause(1000)
    const now = await look()
    const same = JSON.stringify(now) === last
    last = JSON.stringify(now)
    return same && now
  }, 'that the demonstration has been counted')
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tuma-releases-'))
  reading = patchedRelease('the release that reads it', join(folder, 'reading'), reads)
  writing = patchedRelease('the release that writes it', join(folder, 'writing'), writes)
  ;[events, documents] = await Promise.all([startEventStore(), startMongoDb()])
  const stores = { EVENTSTORE_URL: events.url, MONGODB_URL: documents.url }
  // All replicas of a release share one compile cache.
  const shared = { ...stores, NODE_COMPILE_CACHE: join(folder, 'compiled') }
  const limits = { POSTS_PER_MINUTE: '100000', VISITOR_REQUESTS_PER_DAY: '100000' }
  product = await startGrownOnRealEngines(limits, {
    async delivery(plan) {
      today = { name: 'the release of today', entry: plan.entry }
      delivery = await openReplicas(plan, shared)
      for (let n = 0; n < 2; n += 1) await delivery.admit(await delivery.start(today))
    },
  })
  console.log([events, product.kafka, documents, product.redis].map(({ found }) => found).join(' · '))
  nobody = await person(product.url)
  admin = await person(product.url, 'admin@tuma.test')
  const client = await person(product.url, 'client@tuma.test')
  const agent = await person(product.url, 'agent.cbd@tuma.test')
  const riderId = (await agent.insist('GET', '/api/admin/all')).body[0]._id
  before = await settled(books)
  screen = await agent.watch()
  use = openEverydayUse({ nobody, client, agent, admin, riderId })
}, 1_500_000)
afterAll(async () => {
  await screen?.close()
  await use?.stop()
  await product?.close()
  await delivery?.close()
  await Promise.all([events?.close(), documents?.close()])
  await rm(folder, { recursive: true, force: true })
})

/** An admin's view of a parcel: its events, and the new data in them. */
const recorded = async ({ _id }: Parcel): Promise<string[]> => {
  const { body } = await admin.insist('GET', `/api/admin/deliveries/${_id}/history`)
  return body.map(({ type, details }: { type: string; details: Record<string, string> }) =>
    [type, details.bag, details.remark].filter(Boolean).join(' '),
  )
}
const requested = ['DeliveryRequested', 'PromiseMade', 'RiderAssigned', 'ParcelPutInTransit']
const arrived = ['DeliveryPaid', 'DueTaken', 'DeliveryCompleted', 'ParcelCollected', 'CollectedWithoutCode']
const told = ({ _id }: Parcel) => screen.told().filter((id) => id === _id).length
/** The replicas that get calls are of this release, and each has got one. */
const isServedBy = (release: Release) =>
  eventually(async () => {
    const those = delivery.serving()
    return those.length === 2 && those.every((one) => one.release === release.name && one.asked() > 0)
  }, `that ${release.name} serves`)

test('today’s release serves: parcels are sent and moved', async () => {
  await isServedBy(today)
  first = await use.begin()
  await use.end(first)
  expect(await recorded(first)).toEqual([...requested, 'ParcelDelivered', ...arrived])
  halfway.push(await use.begin())
}, 240_000)

test('the release that reads the new event replaces it, and writes the same data', async () => {
  await delivery.rollOut(reading)
  await isServedBy(reading)
  const [parcel] = halfway as [Parcel]
  await use.end(parcel)
  expect(await recorded(parcel)).toEqual([...requested, 'ParcelDelivered', ...arrived])
  halfway.push(await use.begin())
  await use.look()
}, 240_000)

test('the release that writes it replaces that one, and open screens get the new event', async () => {
  await delivery.rollOut(writing)
  await isServedBy(writing)
  await use.end(halfway[1] as Parcel)
  expect(await recorded(halfway[1] as Parcel)).toEqual([...requested, 'ParcelDelivered dry', ...arrived])
  const parcel = await use.begin()
  halfway.push(parcel)
  expect(await recorded(parcel)).toEqual([...requested, 'ParcelBagged B-7'])
  // Requested, assigned, in transit, and bagged.
  await eventually(async () => told(parcel) >= 4, 'that an open screen heard of the bag')
  await use.look()
}, 240_000)

test('the roll-back to the release that reads it goes on with the written data', async () => {
  await delivery.rollOut(reading)
  await isServedBy(reading)
  const [, , parcel] = halfway as [Parcel, Parcel, Parcel]
  expect(await recorded(parcel)).toEqual([...requested, 'ParcelBagged B-7'])
  await use.end(parcel)
  expect(await recorded(parcel)).toEqual([...requested, 'ParcelBagged B-7', 'ParcelDelivered', ...arrived])
  halfway.push(await use.begin())
  await use.look()
}, 240_000)

test('the roll-back to the release before is refused in a sentence, and a release that can read the event serves beside it', async () => {
  const sentence =
    /^no schema for stored event (ParcelBagged version 1|ParcelDelivered version 2): a newer release wrote it, start that one or a later one$/
  const tooOld = await delivery.start(today)
  await expect(delivery.admit(tooOld)).rejects.toThrow('no schema for stored event')
  expect(await tooOld.readiness()).toMatchObject({ ready: false, because: [expect.stringMatching(sentence)] })
  expect(tooOld.said()).toContain('UnknownStoredEvent')
  expect(tooOld.said()).toMatch('a newer release wrote it, start that one or a later one')

  // Whichever of them has the leases: the one that stays gets them, and not the one that is too old.
  await delivery.withdraw(delivery.serving()[0] as Replica)
  const parcel = await use.begin()
  await eventually(async () => told(parcel) >= 3, 'that what happens is still published')
  await use.look()
  expect(await tooOld.readiness()).toMatchObject({ ready: false, because: [expect.stringMatching(sentence)] })
  const isReady = async () => (await delivery.serving()[0]?.readiness())?.ready
  await eventually(isReady, 'that a release that can read it takes over what the older one gave up')
  await use.end(parcel)
  await tooOld.stop('SIGTERM')
  await delivery.admit(await delivery.start(reading))
}, 240_000)

test('and forward again', async () => {
  await delivery.rollOut(writing)
  await isServedBy(writing)
  await use.end(halfway[3] as Parcel)
  const parcel = await use.begin()
  await use.end(parcel)
  expect(await recorded(parcel)).toEqual([...requested, 'ParcelBagged B-7', 'ParcelDelivered dry', ...arrived])
  await use.look()
}, 240_000)

test('no call was refused or left without an answer, and no process has died', async () => {
  await use.stop()
  console.log(`${use.asked()} requests, ${use.failed().length} failed; ${use.parcels().length} parcels`)
  // As texts, because a report shows the items of a list only by their number.
  expect(use.failed().join('\n')).toBe('')
  expect(delivery.refused().join('\n')).toBe('')
  expect(delivery.died().join('\n')).toBe('')
  expect(product.said.filter((line) => !line.startsWith('Still waiting')).join('\n')).toBe('')
}, 240_000)

test('every parcel was completed with the same steps', async () => {
  for (const { trackingId } of use.parcels()) {
    const { status, history } = (await nobody.insist('GET', `/api/agent/track/${trackingId}`)).body
    const way = history.map((one: { status: string }) => one.status)
    expect([trackingId, status, way]).toEqual([
      trackingId,
      'collected',
      ['uncollected', 'inTransit', 'delivered', 'collected'],
    ])
  }
}, 240_000)

test('sender and receiver got the same SMS for each parcel as for the first, once', async () => {
  const wanted = await eventually(async () => {
    await use.outbox()
    const told = getSaid(use.messages(), first)
    return use.parcels().every((parcel) => getSaid(use.messages(), parcel).length >= told.length) && told
  }, 'that people were told of every parcel')
  console.log(`${wanted.length} messages of each parcel, ${wanted.length * use.parcels().length} in all`)
  expect(wanted.length).toBeGreaterThanOrEqual(4)
  for (const parcel of use.parcels()) expect([parcel, getSaid(use.messages(), parcel)]).toEqual([parcel, wanted])
}, 240_000)

const getSaid = (messages: readonly KeptMessage[], { trackingId }: Parcel): string[] =>
  messages
    .filter(({ text }) => text.includes(trackingId))
    .map(({ to, text }) => `${to} ${text.replaceAll(trackingId, 'TM')}`)
    .sort()

test('the books have every parcel and every fee once, and no message was parked', async () => {
  const fees = use.parcels().reduce((sum, { fee }) => sum + fee, 0)
  const after = { revenue: before.revenue + fees, deliveries: before.deliveries + use.parcels().length }
  await eventually(async () => (await books()).revenue >= after.revenue, `a revenue of ${after.revenue}`)
  expect(await books()).toEqual(after)
  expect((await admin.insist('GET', '/api/admin/parked')).body).toEqual([])
}, 240_000)
