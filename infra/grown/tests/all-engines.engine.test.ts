import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningEngine, startEventStore, startMongoDb } from '@tuma/engines'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type GrownOnRealEngines, startGrownOnRealEngines } from '../src/grown-on-real-engines.ts'
import { onDelivery } from './parcel.ts'
import { eventually, type Person, person } from './person.ts'

/** All four engines at once, so that the processes store nothing themselves. */

let folder = ''
let events: RunningEngine
let documents: RunningEngine
let product: GrownOnRealEngines
let nobody: Person
let agent: Person
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tuma-all-engines-'))
  events = await startEventStore()
  documents = await startMongoDb()
  const urls = { EVENTSTORE_URL: events.url, MONGODB_URL: documents.url }
  product = await startGrownOnRealEngines({ ...urls, DATA_DIR: folder, POSTS_PER_MINUTE: '1000' })
  console.log([events, product.kafka, documents, product.redis].map(({ found }) => found).join(' · '))
  nobody = await person(product.url)
  agent = await person(product.url, 'agent.cbd@tuma.test')
}, 1_500_000)
afterAll(async () => {
  await product?.close()
  await events?.close()
  await documents?.close()
  await rm(folder, { recursive: true, force: true })
})

test('a parcel and its history outlive the service that recorded them', async () => {
  const { trackingId } = (await nobody.insist('POST', '/api/doorstep/deliveries', onDelivery())).body
  await product.kill('delivery')
  await product.start('delivery')
  const rows = (await agent.insist('GET', '/api/agent/dropping-deliveries?status=uncollected')).body
  const { _id } = rows.find((row: { trackingId: string }) => row.trackingId === trackingId)
  const riderId = (await agent.insist('GET', '/api/admin/all')).body[0]._id
  await agent.insist('PUT', `/api/doorstep/assign-rider/${_id}`, { riderId })
  await agent.insist('PUT', `/api/agent/update-intransit/${_id}`, { status: 'inTransit' })
  const tracked = (await nobody.insist('GET', `/api/agent/track/${trackingId}`)).body
  expect(JSON.stringify(tracked)).toContain('inTransit')
  // Over Kafka to notification, and through its stores.
  await eventually(async () => {
    const told: { text: string }[] = (await nobody.insist('GET', '/dev/outbox')).body
    return told.filter(({ text }) => text.includes(trackingId)).length >= 3
  }, `that sender and receiver were told of ${trackingId}`)
}, 240_000)

test('no process has a data file', () => {
  for (const name of ['identity', 'payment', 'delivery', 'revenue', 'notification', 'bff'])
    expect([name, existsSync(join(folder, name, 'tuma.db'))]).toEqual([name, false])
})
