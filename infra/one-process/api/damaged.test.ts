import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { damage } from '@tuma/platform/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readProductSettings } from '../src/product.ts'
import { rebuildView } from '../src/rebuild-view.ts'
import { putDemonstration } from './demonstration.ts'
import { doorstepForm } from './parcels.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'

const METRICS_TOKEN = 'a-token-of-the-operators-alone'
let DATA_DIR: string
let product: TestProduct
const start = async () => {
  product = await openTestProduct({ DATA_DIR, METRICS_TOKEN })
}
beforeEach(async () => {
  DATA_DIR = mkdtempSync(join(tmpdir(), 'tuma-damaged-'))
  await putDemonstration(DATA_DIR)
  await start()
})
afterEach(async () => {
  await product.close()
  rmSync(DATA_DIR, { recursive: true, force: true })
})

type Parcel = { readonly _id: string; readonly trackingId: string }
const send = async (): Promise<Parcel> =>
  (await product.stranger().post('/api/doorstep/deliveries', doorstepForm)).body as Parcel
const giveToRider = async ({ _id }: Parcel) => {
  const agent = await product.signedIn('agent.cbd')
  const [rider] = (await agent.get('/api/admin/all')).body
  return agent.put(`/api/doorstep/assign-rider/${_id}`, { riderId: rider._id })
}
const putInTransit = async ({ _id }: Parcel) =>
  (await product.signedIn('agent.cbd')).put(`/api/agent/update-intransit/${_id}`, {})
const getStatus = async ({ trackingId }: Parcel) =>
  (await product.stranger().get(`/api/agent/track/${trackingId}`)).body.status
const listed = async () => (await (await product.signedIn('admin')).get('/api/admin/read-models')).body.damaged
const damageParcel = ({ _id }: Parcel, revision: number, change: string) =>
  damage(DATA_DIR, `delivery-${_id}`, revision, change)
const otherYear = "metadata = replace(metadata, '202', '203')"
const entry = ({ _id: id }: Parcel, revision: number) => ({
  service: 'delivery',
  kind: 'delivery',
  id,
  revision,
  position: expect.any(Number),
  since: expect.stringMatching(/^\d{4}-.*Z$/),
})
const expectRefused = async (parcel: Parcel) => {
  const { status, body, headers } = await giveToRider(parcel)
  expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'damaged', '2'])
}

test('a parcel that is damaged while the product runs is shown as before, refuses changes and is listed as damaged; others go on', async () => {
  const [damaged, sound] = [await send(), await send()]
  const before = await getStatus(damaged)
  damageParcel(damaged, 0, otherYear)
  await expectRefused(damaged)
  expect(await getStatus(damaged)).toBe(before)
  expect((await giveToRider(sound)).body.rider).toMatchObject({ name: expect.any(String) })
  expect(await listed()).toEqual([entry(damaged, 0)])
  const ready = await product.stranger().get('/readyz')
  const told = { service: 'delivery', stream: `delivery-${damaged._id}`, revision: 0 }
  expect([ready.status, ready.body]).toMatchObject([200, { ready: true, damaged: [told] }])
  const metrics = await product.stranger({ authorization: `Bearer ${METRICS_TOKEN}` }).get('/metrics')
  expect(metrics.body.toString()).toContain('tuma_streams_damaged{process="tuma"} 1\n')
})

test.each([otherYear, 'data = substr(data, 1, 20)'])(
  'a parcel that is damaged while the product is stopped holds up neither the start nor a rebuild of a read model: %s',
  async (change) => {
    const [damaged, sound] = [await send(), await send()]
    const atFirst = await getStatus(damaged)
    for (const parcel of [damaged, sound]) {
      await giveToRider(parcel)
      expect((await putInTransit(parcel)).body.status).toBe('inTransit')
    }
    await product.close()
    damageParcel(damaged, 1, change)
    await start()
    await expect.poll(listed, { timeout: 60_000 }).toEqual([entry(damaged, 1)])
    await expectRefused(damaged)
    expect([await getStatus(damaged), await getStatus(sound)]).toEqual(['inTransit', 'inTransit'])
    await product.close()
    await rebuildView(['delivery', 'deliveries-v11'], readProductSettings({ DATA_DIR }))
    await start()
    await expect.poll(() => getStatus(sound), { timeout: 60_000 }).toBe('inTransit')
    expect(await getStatus(damaged)).toBe(atFirst)
    expect(await listed()).toEqual([entry(damaged, 1)])
  },
)

test('erasing a person damages no stream: their events are still read, without their data', async () => {
  await product.registered('zuhura')
  const zuhura = await product.signedIn('zuhura')
  const { body: parcel } = await zuhura.post('/api/doorstep/deliveries', doorstepForm)
  const admin = await product.signedIn('admin')
  const { body: users } = await admin.get('/api/admin/users?limit=100')
  const { _id } = users.find(({ username }: { username: string }) => username === 'zuhura')
  expect((await admin.delete(`/api/admin/users/${_id}`)).status).toBe(200)
  await product.close()
  const stored = new DatabaseSync(join(DATA_DIR, 'tuma.db'), { readOnly: true })
  const unchecked = stored.prepare('select count(*) some from events where checksum is null').get()
  stored.close()
  expect(unchecked).toEqual({ some: 0 })
  await rebuildView(['identity', 'accounts-v4'], readProductSettings({ DATA_DIR }))
  await start()
  await expect
    .poll(async () => (await product.stranger().get('/readyz')).body, { timeout: 60_000 })
    .toEqual({ ready: true })
  expect((await giveToRider(parcel)).status).toBe(200)
  expect(await listed()).toEqual([])
})
