import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openSecurityEvents } from '@tuma/identity/audit-log'
import { engineSettings, eventsIn, openEmbedded } from '@tuma/platform/engines'
import { openPersonalKeys } from '@tuma/platform/event-sourcing'
import type { CollectionSpec, ProcessEngines } from '@tuma/platform/ports'
import { readSettings } from '@tuma/platform/runtime'
import { damage } from '@tuma/platform/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inspectData } from '../src/inspect-data.ts'
import { keptBy } from '../src/read-models.ts'
import { getCopy, keptFolder } from './kept-folders.ts'

const kept = keptFolder()
const { at, left } = kept.kept
const deliveries = 'deliveries-v11'
let DATA_DIR: string
let stream: string
let id: string
beforeEach(() => {
  DATA_DIR = getCopy(kept)
  stream = streamWith('DeliveryRequested')
  id = stream.slice('delivery-'.length)
})
afterEach(() => rmSync(DATA_DIR, { recursive: true, force: true }))

/** The stream of the first event of this type. */
const streamWith = (type: string): string => {
  const file = new DatabaseSync(join(DATA_DIR, 'tuma.db'), { readOnly: true })
  const found = [...eventsIn(file)].find((event) => event.type === type)
  file.close()
  if (!found) throw new Error(`no ${type} in ${DATA_DIR}`)
  return found.stream
}
const inspect = (...asked: string[]) => inspectData(asked, readSettings(engineSettings, { DATA_DIR }), () => at)
const found = async (...asked: string[]) => JSON.parse(await inspect(...asked))
const withEngines = async <T>(act: (engines: ProcessEngines) => Promise<T>): Promise<T> => {
  const engines = await openEmbedded({ folder: DATA_DIR })
  return act(engines).finally(() => engines.close())
}
const auditLog = () =>
  withEngines(async (engines) => {
    const { find } = await openSecurityEvents(engines.of('identity'), String)
    const all = { accountId: null, from: null, to: null, limit: 500, cursor: null }
    return (await find({ ...all, kind: 'personal-data' })).rows.filter(({ what }) => what === 'inspect')
  })

test('without --open no person is named, nothing is recorded, and the file does not change', async () => {
  const before = readFileSync(join(DATA_DIR, 'tuma.db'))
  const [requested] = await found(stream)
  expect(requested).toMatchObject({ service: 'delivery', stream, revision: 0, type: 'DeliveryRequested', version: 1 })
  expect(Object.keys(requested.data.sender).sort()).toEqual(['personId', 'sealed'])
  const [{ document, ...row }] = await found(deliveries, id)
  expect(row).toEqual({ service: 'delivery', version: expect.any(Number) })
  expect(document).toMatchObject({ _id: id, createdAt: requested.metadata.at, sender: { name: 'left out' } })
  expect(document.deliveryFee).toEqual(expect.any(Number))
  expect(readFileSync(join(DATA_DIR, 'tuma.db')).equals(before)).toBe(true)
  expect(await auditLog()).toEqual([])
})

test('with --open people are named, and the audit log names their parcel', async () => {
  const [requested] = await found(stream, '--open')
  const [{ document }] = await found(deliveries, id, '--open')
  expect(document.sender.name).toMatch(/^\w+ \w+/)
  expect(requested.data.sender).toMatchObject({ name: document.sender.name, personId: expect.any(String) })
  expect(await auditLog()).toMatchObject([{ about: id, at, count: 2, accountId: null, outcome: 'done' }])
})

test('a stream is printed with all of its events, and no others, in their order', async () => {
  const file = new DatabaseSync(join(DATA_DIR, 'tuma.db'), { readOnly: true })
  const all = [...eventsIn(file)].filter((event) => event.stream === stream)
  file.close()
  expect(all.length).toBeGreaterThan(1)
  expect(await found(stream)).toEqual(all)
})

/** Removes one parcel's row, and reads another's. */
const remove = (gone: string, read: string) =>
  withEngines(async (engines) => {
    const { documents } = engines.of('delivery')
    const view = keptBy.delivery?.readModels.find(({ collection: { name } }) => name === deliveries)
    const rows = await documents.collection(view?.collection as CollectionSpec)
    await documents.write([{ collection: deliveries, id: gone, document: null, version: 1 }])
    return rows.getVersioned(read)
  })

test('a document is printed as its service reads it, and a removed one as null', async () => {
  const row = await remove('gone', id)
  expect(await found(deliveries, id, '--open')).toEqual([{ service: 'delivery', ...row }])
  expect(await found(deliveries, 'gone')).toEqual([{ service: 'delivery', version: 1, document: null }])
})

test('the audit log names the collection where the name of a document may be a person’s', async () => {
  await remove('wanjiku', id)
  await inspect(deliveries, 'wanjiku', '--open')
  expect(await auditLog()).toMatchObject([{ about: deliveries }])
})

test('nothing is opened that cannot be recorded', async () => {
  await withEngines(async (engines) => engines.of('identity').documents.drop('security-events-v1'))
  await expect(inspect(stream, '--open')).rejects.toThrow('These data have no audit log')
})

test('beside a running product a stream is printed, and nothing is opened', async () => {
  await withEngines(async () => {
    expect(await found(stream)).not.toEqual([])
    await expect(inspect(stream, '--open')).rejects.toThrow(`${DATA_DIR} is in use by another Tuma.`)
    await expect(inspect(deliveries, id, '--open')).rejects.toThrow(`${DATA_DIR} is in use by another Tuma.`)
  })
  expect(await auditLog()).toEqual([])
})

test('an erased person stays sealed', async () => {
  const [{ data: sealed }] = await found(stream)
  const { personId } = sealed.sender
  await withEngines(async (engines) => (await openPersonalKeys(engines.of('delivery'))).destroy([personId]))
  const [{ data }] = await found(stream, '--open')
  expect(data.sender).toEqual(sealed.sender)
  expect(data.receiver).not.toEqual(sealed.receiver)
})

test('no password and no second factor is shown', async () => {
  for (const type of ['SecondFactorSetUp', 'AccountOpened']) {
    const text = await inspect(streamWith(type), '--open')
    expect(text).toContain('"left out"')
    expect(text).not.toContain('"sealed"')
    expect(text).not.toContain('$argon2')
    expect(text).not.toContain(left.secondFactor.secret)
  }
})

test('a damaged event is reported as damaged', async () => {
  damage(DATA_DIR, stream, 0, "metadata = replace(metadata, '2026', '2025')")
  const [first, ...others] = await found(stream)
  expect(first.damaged).toBe(true)
  expect(others.filter(({ damaged }: { damaged?: true }) => damaged)).toEqual([])
})

test.each<[string[], string]>([
  [[], 'Name a stream'],
  [['--all'], 'Name a stream'],
  [['one', 'two', 'three'], 'Name a stream'],
  [['personal-keys', 'person', '--open'], 'Personal keys are never printed'],
  [['delivery-none'], 'There is no stream delivery-none in '],
  [[deliveries, 'none'], 'There is no none in deliveries-v11 in '],
])('asked for %j it says what it needs', async (asked, sentence) => {
  await expect(inspect(...asked)).rejects.toThrow(sentence)
})

test('nothing of another installation is shown, and no data file is made', async () => {
  const settings = readSettings(engineSettings, { DATA_DIR, ENGINE_PREFIX: 'staging-' })
  await expect(inspectData([stream], settings, () => at)).rejects.toThrow(`There is no stream ${stream}`)
  rmSync(join(DATA_DIR, 'tuma.db'))
  for (const _ of [1, 2]) await expect(inspect(stream)).rejects.toThrow(`There is no tuma.db in ${DATA_DIR}`)
})
