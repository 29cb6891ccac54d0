import { rmSync } from 'node:fs'
import { inspect } from 'node:util'
import { openEmbedded } from '@tuma/platform/engines'
import type { CollectionSpec, Engines, ProcessEngines } from '@tuma/platform/ports'
import { openLog } from '@tuma/platform/runtime'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openTestProduct } from '../api/test-product.ts'
import { readProductSettings } from '../src/product.ts'
import { getNames, keptBy } from '../src/read-models.ts'
import { rebuildView } from '../src/rebuild-view.ts'
import { openSecretKey } from '../src/secret-key.ts'
import { openServices } from '../src/services.ts'
import { createEnvironment, getCopy, keptFolder } from './kept-folders.ts'

const patience = 300_000
const views = Object.entries(keptBy).flatMap(([service, { readModels }]) =>
  readModels.map(({ collection }) => ({ service, collection })),
)

const kept = keptFolder()
const environment = createEnvironment(kept)
let DATA_DIR: string
beforeEach(() => {
  DATA_DIR = getCopy(kept)
})
afterEach(() => rmSync(DATA_DIR, { recursive: true, force: true }))

/** Starts the product, waits until it is ready, and stops it. */
const runOnce = async () => {
  const product = await openTestProduct({ DATA_DIR }, environment)
  const readyz = () => product.stranger().get('/readyz')
  await expect.poll(async () => (await readyz()).body, { timeout: patience }).toEqual({ ready: true })
  await product.close()
}
const withEngines = async <T>(act: (product: ProcessEngines) => Promise<T>): Promise<T> => {
  const product = await openEmbedded({ folder: DATA_DIR })
  return act(product).finally(() => product.close())
}
/** The same text for equal rows, in whatever order their fields come. */
const textOf = (row: object) => inspect(row, { sorted: true, depth: null, breakLength: Number.POSITIVE_INFINITY })
const contents = () =>
  withEngines(async (product) => {
    const all: Record<string, object[]> = {}
    for (const { service, collection } of views) {
      const stands = await product.of(service).documents.collection(collection as CollectionSpec)
      const { documents, next } = await stands.find({ limit: 10_000 })
      expect(next).toBeNull()
      all[collection.name] = documents.sort((one, other) => (textOf(one) < textOf(other) ? -1 : 1))
    }
    return all
  })
const rebuild = (service: string, view: string) => rebuildView([service, view], readProductSettings({ DATA_DIR }))

test('each rebuilt read model shows what it showed before, and nothing else', {
  timeout: patience,
}, async () => {
  await runOnce()
  const before = await contents()
  const empty = Object.entries(before).filter(([, documents]) => documents.length === 0)
  // Full only after a crash between two appends.
  expect(empty.map(([name]) => name)).toEqual(['stickers-v1'])
  await withEngines(async (product) => {
    for (const { service, collection } of views) {
      const { documents } = product.of(service)
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

/** Engines whose documents of these collections cannot be read by the projector. */
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

test('each service says which of its read models has stopped, at which event and why, without personal data', {
  timeout: patience,
}, async () => {
  await runOnce()
  const faulty = Object.entries(keptBy).map(([service, kept]) => [service, getNames(kept)[0] ?? ''] as const)
  for (const [service, view] of faulty) await rebuild(service, view)
  await withEngines(async (product) => {
    const names = faulty.map(([, view]) => view)
    const { clients, close } = await openServices({
      engines: { ...product, of: (service) => refusing(product.of(service), names) },
      settings: { ...readProductSettings({ DATA_DIR }), PUBLIC_URL: 'http://127.0.0.1' },
      secretFor: openSecretKey(DATA_DIR, false),
      environment,
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
