import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { inspect } from 'node:util'
import { deliveryEvents } from '@tuma/contracts/events'
import { openEmbedded } from '@tuma/platform/engines'
import type { CollectionSpec, EngineHouse, Engines } from '@tuma/platform/ports'
import { openLog, thisMachine } from '@tuma/platform/runtime'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type OpenHouse, openHouse } from '../api/open-house.ts'
import { doorstepForm, prompted } from '../api/parcels.ts'
import { readProductSettings } from '../src/product.ts'
import { keptBy, namesOf } from '../src/read-models.ts'
import { rebuildView } from '../src/rebuild-view.ts'
import { openSecretKey } from '../src/secret-key.ts'
import { openServices } from '../src/services.ts'
import { copyOf, keptFolders } from './kept-folders.ts'

const patience = 300_000
const views = Object.entries(keptBy).flatMap(([service, { readModels }]) =>
  readModels.map(({ collection }) => ({ service, collection })),
)

let DATA_DIR: string
let surroundings: Parameters<typeof openHouse>[1]
beforeEach(() => {
  const { url } = keptFolders[0] as (typeof keptFolders)[number]
  DATA_DIR = copyOf(url)
  const { at } = JSON.parse(readFileSync(new URL('answers.json', url), 'utf8'))
  surroundings = { now: () => at, randomBytes: (count) => randomBytes(count) }
})
afterEach(() => rmSync(DATA_DIR, { recursive: true, force: true }))

/** Started until it is ready, and stopped again, after something was done where that is asked. */
const runOnce = async (act: (house: OpenHouse) => Promise<void> = async () => undefined) => {
  const house = await openHouse({ DATA_DIR }, surroundings)
  const readyz = () => house.stranger().get('/readyz')
  await expect.poll(async () => (await readyz()).body, { timeout: patience }).toEqual({ ready: true })
  await act(house)
  await house.close()
}
const withEngines = async <T>(act: (house: EngineHouse) => Promise<T>): Promise<T> => {
  const house = await openEmbedded({ folder: DATA_DIR })
  return act(house).finally(() => house.close())
}
/** Equal for equal rows, in whatever order their fields come. */
const textOf = (row: object) => inspect(row, { sorted: true, depth: null, breakLength: Number.POSITIVE_INFINITY })
const contents = () =>
  withEngines(async (house) => {
    const all: Record<string, object[]> = {}
    for (const { service, collection } of views) {
      const stands = await house.of(service).documents.collection(collection as CollectionSpec)
      const { documents, next } = await stands.find({ limit: 10_000 })
      expect(next).toBeNull()
      all[collection.name] = documents.sort((one, other) => (textOf(one) < textOf(other) ? -1 : 1))
    }
    return all
  })
const rebuild = (service: string, view: string) => rebuildView([service, view], readProductSettings({ DATA_DIR }))

/** No folder of then has anybody who waits to be erased, their parcel still under way, who has forgotten whom they sent to, or whose phone was asked for money. */
const deleteClient = async (house: OpenHouse): Promise<string> => {
  const client = await house.signedIn('client')
  expect((await client.post('/api/doorstep/deliveries', doorstepForm)).status).toBe(201)
  expect((await client.delete('/api/people')).status).toBe(200)
  await prompted(client)
  const { _id } = (await client.get('/api/users/me')).body
  expect((await (await house.signedIn('admin')).delete(`/api/admin/users/${_id}`)).status).toBe(200)
  return _id
}

/** Nor has the till's statement been read there, nor a row of one that nobody understands. */
const bringStatement = async (house: OpenHouse) => {
  const admin = await house.signedIn('admin')
  const rows = [
    'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance',
    'UKN6H7T3GB,2026-11-21 10:00:00,Merchant Payment from 254701***126 - WANJIKU,Completed,350.00,,"1,350.00"',
    'UKN6H7T3GC,2026-11-21 10:05:00,A kind that nobody has seen,Completed,,-100.00,"1,250.00"',
  ]
  const headers = { 'content-type': 'text/csv' }
  const read = await admin.ask('POST', '/api/admin/statements', `${rows.join('\r\n')}\r\n`, { headers })
  expect(read.status).toBe(200)
  const statement = `/api/admin/statements/${read.body._id}`
  expect((await admin.post(`${statement}/commit`, { isOurs: true })).status).toBe(200)
  const state = async () => (await admin.get(`${statement}/findings`)).body.state
  await vi.waitFor(async () => expect(await state()).toBe('applied'), patience)
}

/** Nor has anybody there taken cash that was handed over, counted and paid out, or that nobody has explained. */
const takeCash = async (house: OpenHouse) => {
  const [admin, agent] = [await house.signedIn('admin'), await house.signedIn('agent.cbd')]
  const sender = await house.signedIn('wanjiku').catch(() => house.stranger())
  const ok = async <Body>(asking: Promise<{ status: number; body: Body }>) => {
    const { status, body } = await asking
    expect(status, JSON.stringify(body)).toBeLessThan(300)
    return body
  }
  const [taken, lost] = [
    await ok(sender.post('/api/doorstep/deliveries', doorstepForm)),
    await ok(sender.post('/api/doorstep/deliveries', doorstepForm)),
  ]
  const [{ _id: riderId }] = (await agent.get('/api/admin/all')).body
  await ok(agent.put(`/api/doorstep/assign-rider/${taken._id}`, { riderId }))
  await ok(agent.put(`/api/agent/update-intransit/${taken._id}`, {}))
  await ok(agent.put(`/api/agent/update-received/${taken._id}`, {}))
  await ok(agent.put(`/api/agent/update-collected/${taken._id}`, {}))
  await ok(admin.patch(`/api/admin/deliveries/${lost._id}/status`, { status: 'delivered' }))
  const drawer = async () => (await agent.get('/api/agent/cash')).body.cents
  await vi.waitFor(async () => expect(await drawer()).toBeGreaterThan(0), patience)
  const amount = (await drawer()) / 100
  const { _id: handOver } = await ok(agent.post('/api/agent/cash/hand-overs', { amount }))
  const { _id: agentId } = (await agent.get('/api/users/me')).body
  await ok(admin.post(`/api/admin/books/drawers/${agentId}/hand-overs/${handOver}`, { amount }))
  const ready = async () => (await admin.get('/api/admin/books/ready')).body
  await vi.waitFor(async () => expect(await ready()).not.toEqual([]), patience)
  const [{ _id: owedTo, ready: cents }] = await ready()
  await ok(admin.post('/api/admin/books/payouts', { owedTo, cents, reference: 'UKN4T7X9QZ' }))
}

/** Nor has anybody come with a wrong code. */
const missCode = async (house: OpenHouse) => {
  const agent = await house.signedIn('agent.thika')
  const [parcel] = (await agent.get('/api/agent/receiving-deliveries?status=delivered')).body.filter(
    ({ deliveryType }: { deliveryType: string }) => deliveryType === 'parcelDukani',
  )
  expect((await agent.put(`/api/agent/collect/${parcel._id}`, { code: '000000' })).body.code).toBe(
    'collection_code_wrong',
  )
}

/** Nor does anybody there read Swahili. */
const readSwahili = async (house: OpenHouse) => {
  const { trackingId } = (await house.stranger().post('/api/doorstep/deliveries', doorstepForm)).body
  const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  expect((await house.stranger().post(`/t/${trackingId}/language`, 'language=sw', form)).status).toBe(303)
}

/** What delivery says when their last parcel has ended: whom Tuma still owes is to be forgotten soon. */
const endParcelsOf = (accountId: string) =>
  withEngines(async (house) => {
    const { topic, type, version } = deliveryEvents.accountParcelsEnded
    const data = { accountId, paymentIds: [], at: surroundings?.now() ?? '' }
    await house.of('delivery').bus.publish(topic, [{ id: 'ended', key: 'ended', type, version, data, headers: {} }])
  })

test('each read model that is rebuilt shows what it showed, and nothing that it should not', {
  timeout: patience,
}, async () => {
  let gone = ''
  await runOnce(async (house) => {
    await takeCash(house)
    await missCode(house)
    await readSwahili(house)
    await bringStatement(house)
    gone = await deleteClient(house)
  })
  await endParcelsOf(gone)
  // What delivery had not heard when it was stopped it hears now.
  await vi.waitFor(async () => {
    await runOnce()
    const { 'erasures-v1': due, 'left-payees-v1': left } = await contents()
    expect([due?.length, left?.length]).toEqual([1, 1])
  }, patience)
  const before = await contents()
  expect(Object.values(before).filter((documents) => documents.length === 0)).toEqual([])
  await withEngines(async (house) => {
    for (const { service, collection } of views) {
      const { documents } = house.of(service)
      await documents.collection(collection as CollectionSpec)
      const ghost = { collection: collection.name, id: 'of nobody', document: { name: 'nobody' }, version: 2 ** 40 }
      await documents.write([ghost])
    }
  })
  for (const { service, collection } of views)
    expect(await rebuild(service, collection.name)).toContain(`${collection.name} of ${service} is empty`)
  expect(Object.values(await contents()).flat()).toEqual([])
  await runOnce()
  expect(await contents()).toEqual(before)
})

/** Whose documents of these collections can't be read by the projector. */
const refusing = (engines: Engines, names: readonly string[]): Engines => ({
  ...engines,
  documents: {
    ...engines.documents,
    async collection(spec) {
      const stands = await engines.documents.collection<never>(spec)
      if (!names.includes(spec.name)) return stands
      return { ...stands, getVersioned: () => Promise.reject(new RangeError('Wanjiku, 0712 345 678')) }
    },
  },
})

test('each service says which of its read models stands still, at which event and why, and names nobody', {
  timeout: patience,
}, async () => {
  await runOnce()
  const faulty = Object.entries(keptBy).map(([service, kept]) => [service, namesOf(kept)[0] ?? ''] as const)
  for (const [service, view] of faulty) await rebuild(service, view)
  await withEngines(async (house) => {
    const names = faulty.map(([, view]) => view)
    const { clients, close } = await openServices({
      engines: { ...house, of: (service) => refusing(house.of(service), names) },
      settings: { ...readProductSettings({ DATA_DIR }), PUBLIC_URL: 'http://127.0.0.1' },
      secretFor: openSecretKey(DATA_DIR, false),
      surroundings: surroundings ?? thisMachine,
      log: openLog('silent'),
    })
    for (const [service, view] of faulty) {
      const { behind } = clients[service as keyof typeof clients]
      await vi.waitFor(async () => {
        const stoppedBy = { position: expect.any(Number), event: expect.stringMatching(/^\w+$/), error: 'RangeError' }
        expect(await behind()).toEqual([{ view, position: null, stoppedBy }])
      }, 60_000)
    }
    await close()
  })
})
