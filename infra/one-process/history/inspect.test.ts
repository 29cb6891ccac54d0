import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openSecurityEvents } from '@tuma/identity/audit-log'
import { engineSettings, eventsIn, openEmbedded } from '@tuma/platform/engines'
import { erased, openPersonalKeys } from '@tuma/platform/event-sourcing'
import type { EngineHouse, Engines } from '@tuma/platform/ports'
import { CannotStart, readSettings } from '@tuma/platform/runtime'
import { damage } from '@tuma/platform/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inspectData } from '../src/inspect-data.ts'
import { type InspectedEvent, openAndRecord } from '../src/open-personal.ts'
import { copyOf, keptFolder } from './kept-folders.ts'

const kept = keptFolder()
const { at, left } = kept.kept
let DATA_DIR: string
beforeEach(() => {
  DATA_DIR = copyOf(kept)
})
afterEach(() => rmSync(DATA_DIR, { recursive: true, force: true }))

const inspect = (...asked: string[]) => inspectData(asked, readSettings(engineSettings, { DATA_DIR }), () => at)
const eventsOf = async (...asked: string[]): Promise<InspectedEvent[]> => JSON.parse(await inspect(...asked))
const sentenceOf = async (...asked: string[]): Promise<string> => {
  const refused = await inspect(...asked).then(String, (error) => error)
  expect(refused).toBeInstanceOf(CannotStart)
  return refused.message
}
const withEngines = async <T>(act: (engines: EngineHouse) => Promise<T>): Promise<T> => {
  const engines = await openEmbedded({ folder: DATA_DIR })
  return act(engines).finally(() => engines.close())
}
/** The stream of the first event of this type. */
const streamWith = (type: string): string => {
  const file = new DatabaseSync(join(DATA_DIR, 'tuma.db'), { readOnly: true })
  const found = [...eventsIn(file)].find((event) => event.type === type)
  file.close()
  if (!found) throw new Error(`no ${type} in ${DATA_DIR}`)
  return found.stream
}
const auditLog = () =>
  withEngines(async (engines) => {
    const { find } = await openSecurityEvents(engines.of('identity'), String)
    const all = { accountId: null, from: null, to: null, limit: 500, cursor: null }
    const { rows } = await find({ ...all, kind: 'personal-data' })
    return rows.filter(({ what }) => what === 'inspect')
  })
type Sender = { readonly personId: string; readonly name?: string; readonly sealed?: string }
const senderIn = ([first]: readonly InspectedEvent[]): Sender => (first?.data as unknown as { sender: Sender }).sender

test('a stream is printed as it is stored: people stay sealed, nothing is recorded, and the file is as it was', async () => {
  const stream = streamWith('DeliveryRequested')
  const file = join(DATA_DIR, 'tuma.db')
  const before = readFileSync(file)
  const events = await eventsOf(stream)
  expect(events[0]).toMatchObject({ service: 'delivery', stream, revision: 0, type: 'DeliveryRequested', version: 1 })
  expect(events.map(({ revision }) => revision)).toEqual(events.map((_, place) => place))
  expect(Object.keys(senderIn(events)).sort()).toEqual(['personId', 'sealed'])
  expect(readFileSync(file).equals(before)).toBe(true)
  expect(await auditLog()).toEqual([])
})

test('with --open people are shown, and the audit log says which history was read', async () => {
  const stream = streamWith('DeliveryRequested')
  const sealed = await eventsOf(stream)
  const opened = await eventsOf(stream, '--open')
  const { name = '', personId } = senderIn(opened)
  expect(name).toMatch(/\w/)
  expect(personId).toBe(senderIn(sealed).personId)
  expect(JSON.stringify(sealed)).not.toContain(name)
  expect(opened.map(({ data: _, ...event }) => event)).toEqual(sealed.map(({ data: _, ...event }) => event))
  expect(await auditLog()).toMatchObject([
    { kind: 'personal-data', about: stream.slice('delivery-'.length), at, count: 1, accountId: null, outcome: 'done' },
  ])
})

test('nothing is opened where it can not be recorded first', async () => {
  const stream = streamWith('DeliveryRequested')
  const events = await eventsOf(stream)
  const askedForKeys: string[] = []
  await withEngines(async (engines) => {
    const of = (service: string): Engines => {
      const own = engines.of(service)
      const write = async () => Promise.reject(new Error('the disk is full'))
      if (service === 'identity') return { ...own, documents: { ...own.documents, write } }
      askedForKeys.push(service)
      return own
    }
    const opening = openAndRecord({ engines: { ...engines, of }, stream, events, at })
    await expect(opening).rejects.toThrow('the disk is full')
  })
  expect(askedForKeys).toEqual([])
  await withEngines(async (engines) => engines.of('identity').documents.drop('security-events-v1'))
  expect(await sentenceOf(stream, '--open')).toContain('These data have no audit log')
})

test('beside a product that runs a stream is printed, and what is sealed is not opened', async () => {
  const stream = streamWith('DeliveryRequested')
  await withEngines(async () => {
    expect(await eventsOf(stream)).not.toEqual([])
    expect(await sentenceOf(stream, '--open')).toContain(`${DATA_DIR} is in use by another Tuma.`)
  })
  expect(await auditLog()).toEqual([])
})

test('who was erased stays erased', async () => {
  const stream = streamWith('DeliveryRequested')
  const { personId } = senderIn(await eventsOf(stream))
  await withEngines(async (engines) => (await openPersonalKeys(engines.of('delivery'))).destroy([personId]))
  expect(senderIn(await eventsOf(stream, '--open'))).toMatchObject({ personId, name: erased })
})

test('no password and no second factor is shown', async () => {
  for (const type of ['SecondFactorSetUp', 'AccountOpened']) {
    const text = await inspect(streamWith(type), '--open')
    expect(text).toContain('"withheld"')
    expect(text).not.toContain(left.secondFactor.secret)
    expect(text).not.toContain('$argon2')
    expect(text).not.toContain('"sealed"')
  }
})

test('a damaged event is said to be, and stays as it is stored', async () => {
  const stream = streamWith('DeliveryRequested')
  damage(DATA_DIR, stream, 0, "metadata = replace(metadata, '2026', '2025')")
  for (const asked of [[stream], [stream, '--open']]) {
    const events = await eventsOf(...asked)
    expect(events.map(({ damaged = false }) => damaged)).toEqual(events.map((_, place) => place === 0))
    expect(senderIn(events).sealed).toMatch(/./)
  }
})

test('a document is printed with its service and its version', async () => {
  const id = streamWith('DeliveryRequested').slice('delivery-'.length)
  const [found] = JSON.parse(await inspect('deliveries-v8', id))
  const row = await withEngines(async (engines) => engines.of('delivery').events.read(`delivery-${id}`))
  expect(found).toMatchObject({ service: 'delivery', collection: 'deliveries-v8', id, version: row.at(-1)?.position })
  expect(found.document._id).toBe(id)
})

test.each<[readonly string[], string]>([
  [[], 'Name a stream (npm run inspect'],
  [['--all'], 'Name a stream (npm run inspect'],
  [['one', 'two', 'three'], 'Name a stream (npm run inspect'],
  [['deliveries-v8', 'none', '--open'], '--open is for a stream'],
  [['personal-keys', 'person'], 'personal-keys are shown to nobody'],
  [['delivery-none'], 'There is no stream delivery-none in these data.'],
  [['deliveries-v8', 'none'], 'There is no none in deliveries-v8 in these data.'],
])('asked for %j it says what it needs', async (asked, sentence) => {
  expect(await sentenceOf(...asked)).toContain(sentence)
})

test('of another installation in the same file nothing is shown', async () => {
  const stream = streamWith('DeliveryRequested')
  const settings = readSettings(engineSettings, { DATA_DIR, ENGINE_PREFIX: 'staging-' })
  await expect(inspectData([stream], settings, () => at)).rejects.toThrow(`There is no stream ${stream}`)
})

test('a folder without a data file is said to have none, and none is made', async () => {
  rmSync(join(DATA_DIR, 'tuma.db'))
  expect(await sentenceOf('delivery-1')).toContain(`There is no tuma.db in ${DATA_DIR}`)
})
