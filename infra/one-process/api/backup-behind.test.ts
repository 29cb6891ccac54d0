import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writerObject } from '../src/shipping/object-names.ts'
import { openSeal } from '../src/shipping/seal.ts'
import { doorstepForm } from './parcels.ts'
import { openTestProduct, type TestProduct } from './test-product.ts'

const METRICS_TOKEN = 'a-token-of-the-operators-alone'
const root = mkdtempSync(join(tmpdir(), 'tuma-behind-'))
const place = join(root, 'place')
let product: TestProduct
beforeAll(async () => {
  mkdirSync(place)
  writeFileSync(join(place, writerObject), await openSeal(Buffer.alloc(32, 1)).seal(writerObject, Buffer.from('{}')))
  product = await openTestProduct({
    METRICS_TOKEN,
    BACKUP_TO: place,
    BACKUP_KEY: Buffer.alloc(32, 2).toString('base64'),
  })
})
afterAll(async () => {
  await product.close()
  rmSync(root, { recursive: true })
})

const getReady = () => product.stranger().get('/readyz')
const getBehind = async (): Promise<number> => {
  const { body } = await product.stranger({ authorization: `Bearer ${METRICS_TOKEN}` }).get('/metrics')
  return Number(/^tuma_backup_behind_seconds\{.*\} (.+)$/m.exec(String(body))?.[1])
}
const told = { state: 'refused', since: expect.stringMatching(/^2.*Z$/) }

test('a place that refuses us is named by readyz, by System and by the metrics, and the product works on', async () => {
  await expect
    .poll(async () => (await getReady()).body.degraded, { timeout: 60_000 })
    .toEqual([{ engine: 'backup', ...told }])
  await expect.poll(async () => [(await getReady()).status, (await getReady()).body.ready]).toEqual([200, true])
  const admin = await product.signedIn('admin')
  expect((await admin.get('/api/admin/read-models')).body).toMatchObject({ backup: told, degraded: [] })
  expect((await product.stranger().post('/api/doorstep/deliveries', doorstepForm)).status).toBe(201)
  expect(await getBehind()).toBeGreaterThan(0)

  rmSync(join(place, writerObject))
  await expect.poll(async () => (await getReady()).body, { timeout: 120_000 }).toEqual({ ready: true })
  expect((await admin.get('/api/admin/read-models')).body.backup).toBeUndefined()
  await expect.poll(getBehind, { timeout: 120_000 }).toBe(0)
  expect(readdirSync(place)).toContain(writerObject)
})
