import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { engineSettings, openEmbedded } from '@tuma/platform/engines'
import type { CollectionSpec } from '@tuma/platform/ports'
import { CannotStart, readSettings } from '@tuma/platform/runtime'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { getNames, keptBy } from './read-models.ts'
import { rebuildView } from './rebuild-view.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tuma-rebuild-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const rebuild = (asked: readonly string[], environment: Record<string, string> = {}) =>
  rebuildView(asked, readSettings(engineSettings, { DATA_DIR: folder, ...environment }))
const getSentence = async (asked: readonly string[], environment?: Record<string, string>): Promise<string> => {
  const error = await rebuild(asked, environment).then(String, (refused) => refused)
  expect(error).toBeInstanceOf(CannotStart)
  return error.message
}
const customers = ['delivery', 'customers-v3']
const filledWith = async (view: string): Promise<void> => {
  const filled = await openEmbedded({ folder })
  const [spec] = keptBy.delivery?.readModels.filter(({ collection }) => collection.name === view) ?? []
  await filled.of('delivery').documents.collection(spec?.collection as CollectionSpec)
  await filled.close()
}

test.each([[[]], [['delivery']], [['parcels', 'customers-v3']], [['delivery', 'customers-v9']], [[...customers, 'x']]])(
  'asked for %j it says which read models exist',
  async (asked) => {
    const sentence = await getSentence(asked)
    expect(sentence).toContain('delivery (deliveries-v11, deleted-v2, status-counts-v1, customers-v3, ')
    expect(sentence).toContain('revenue (days-v1, shop-days-v1, ')
    expect(sentence.startsWith(`There is no read model "${asked.join(' ')}".`)).toBe(asked.length > 0)
    expect(existsSync(join(folder, 'tuma.db'))).toBe(false)
  },
)

test('a missing folder is not made', async () => {
  const DATA_DIR = join(folder, 'mistyped')
  expect(await getSentence(customers, { DATA_DIR })).toBe(`There is no folder ${DATA_DIR}: name yours with DATA_DIR.`)
  expect(existsSync(DATA_DIR)).toBe(false)
})

test('where nothing can be emptied, it says so without failing, so that a killed rebuild can be run again', async () => {
  const nothing =
    'These data hold no customers-v3 of delivery: a start of this release fills it from the first event on.'
  expect(await rebuild(customers)).toBe(nothing)
  await filledWith('customers-v3')
  expect(await rebuild(customers)).toContain('customers-v3 of delivery is empty')
  expect(await rebuild(customers)).toBe(nothing)
})

test('it says so while the product runs on the folder', async () => {
  const running = await openEmbedded({ folder })
  expect(await getSentence(customers)).toContain(`${folder} is in use by another Tuma.`)
  await running.close()
})

const elsewhere = {
  EVENTSTORE_URL: 'esdb://127.0.0.1:9?tls=false',
  KAFKA_BROKERS: '127.0.0.1:9',
  MONGODB_URL: 'mongodb://127.0.0.1:9',
}

test('where no folder tells whether the service is running, it asks Redis', async () => {
  expect(await getSentence(customers, elsewhere)).toBe(
    'REDIS_URL is missing: by it one hears whether the service is running.',
  )
})

test('it says which engines are away, and empties nothing then', { timeout: 300_000 }, async () => {
  expect(await getSentence(customers, { MONGODB_URL: elsewhere.MONGODB_URL })).toContain(
    'There is no connection to MongoDB',
  )
  await filledWith('customers-v3')
  expect(await getSentence(customers, { REDIS_URL: 'redis://127.0.0.1:9' })).toContain('Redis is away')
  expect(await rebuild(customers)).toContain('customers-v3 of delivery is empty')
})

test.each(['admin.en.json', 'admin.sw.json'])('each read model has a name in plain words: %s', (catalogue) => {
  const file = join(import.meta.dirname, '../../../frontends/admin/src/texts', catalogue)
  const texts = JSON.parse(readFileSync(file, 'utf8'))
  const named = Object.values(keptBy)
    .flatMap(getNames)
    .map((view) => `behind.view.${view.replace(/-v\d+$/, '')}`)
  expect(named.filter((key) => !(key in texts))).toEqual([])
})
