import { spawnSync } from 'node:child_process'
import { existsSync, linkSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CollectionSpec } from '../../ports/document-store.ts'
import { specText } from '../declared-fields.ts'
import { collectionTable, declaration, tableRow } from './collection-table.ts'
import { copyDataFile } from './copy-data-file.ts'
import { dataFormat, prepareDataFile } from './data-file.ts'
import { makeFormat1, putEvents } from './format-1.ts'
import { openEmbedded } from './open-embedded.ts'

const keys = {
  name: 'keys-v1',
  fields: { secret: 'text', since: 'text' },
  indexes: [['secret']],
  sortBy: 'since',
} as const
const declared = specText(keys)

let folder: string
let path: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tuma-carry-'))
  path = join(folder, 'tuma.db')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** What the release of 2026-11-22 leaves behind. */
const fill = (file: DatabaseSync): void => {
  putEvents(file, [
    { service: 'delivery', stream: 'parcel-1', revision: 0, checksum: '0123456789abcdef' },
    { service: 'payment', stream: 'payment-1', revision: 0 },
    { service: 'delivery', stream: 'parcel-2', revision: 0 },
    { service: 'delivery', stream: 'parcel-1', revision: 1 },
  ])
  file.prepare('insert into collections (service, name, spec) values (?, ?, ?)').run('delivery', keys.name, declared)
  file.exec(`
    create table "delivery/keys-v1" (_id text primary key, _version integer not null, _live integer not null,
      _sort text not null, _document text, "secret" text, "since" text);
    create index "delivery/keys-v1()" on "delivery/keys-v1" (_live, _sort, _id);
    create index "delivery/keys-v1(secret)" on "delivery/keys-v1" (_live, "secret", _sort, _id);
    insert into "delivery/keys-v1" values ('a', 3, 1, '', '{"secret":"of a"}', 'of a', null);
    create trigger "delivery/keys-v1 nothing" after delete on "delivery/keys-v1" begin select 1; end;
    insert into checkpoints values ('delivery', 'publisher-delivery', 3);
    insert into parked_messages values
      (7, 'delivery', 'payment', 0, 'a', '{"id":"m","key":"a"}', 'too heavy', '2026-11-22T00:00:00.000Z', 0);`)
}
const inFile = <T>(act: (file: DatabaseSync) => T): T => {
  const file = new DatabaseSync(path)
  try {
    return act(file)
  } finally {
    file.close()
  }
}
const formatOf = () => inFile((file) => Number(file.prepare('pragma user_version').get()?.user_version))
const namesOf = (type: string) =>
  inFile((file) => file.prepare('select name from sqlite_schema where type = ? and sql is not null').all(type)).map(
    ({ name }) => name,
  )

/** All that was there is there, at the positions that it had, and more can come. */
const expectAllThere = async (): Promise<void> => {
  const house = await openEmbedded({ folder })
  const { events, documents, bus } = house.of('delivery')
  expect(
    (await events.readAll(null, 10)).map(({ position, stream, id, checksum }) => [position, stream, id, checksum]),
  ).toEqual([
    [1, 'parcel-1', 'delivery parcel-1 0', '0123456789abcdef'],
    [3, 'parcel-2', 'delivery parcel-2 0', undefined],
    [4, 'parcel-1', 'delivery parcel-1 1', undefined],
  ])
  expect(await house.of('payment').events.head()).toBe(2)
  expect(await (await documents.collection(keys)).getVersioned('a')).toEqual({
    document: { secret: 'of a' },
    version: 3,
  })
  expect(await documents.checkpoint('publisher-delivery')).toBe(3)
  expect(await bus.parked()).toMatchObject([{ id: 7, group: 'payment', reason: 'too heavy' }])
  const weighed = { type: 'ParcelWeighed', version: 1, data: {}, metadata: {} }
  const same = [{ ...weighed, id: 'delivery parcel-1 1' }]
  expect(await events.append('parcel-1', same, 0)).toEqual({ revision: 1, position: 4 })
  const next = await events.append('parcel-1', [{ ...weighed, id: 'b' }], 1)
  expect(next.revision).toBe(2)
  expect(next.position).toBeGreaterThan(4)
  await house.close()
  expect(formatOf()).toBe(dataFormat)
}
/** Nothing else than a folder has that never knew another format. */
const expectNothingLeft = () =>
  expect(readdirSync(folder).filter((name) => !['tuma.db', 'tuma.db.sound', 'tuma.lock'].includes(name))).toEqual([])

describe('a data file of format 1', () => {
  it('is carried over by the start that finds it: all stands at its place, and more can come', async () => {
    const file = makeFormat1(path)
    fill(file)
    file.close()
    const told: number[] = []
    const { size } = statSync(path)
    prepareDataFile(path, (bytes) => told.push(bytes))
    expect(told).toEqual([size])
    expect(namesOf('index')).toEqual(expect.arrayContaining(['delivery/keys-v1()', 'delivery/keys-v1(secret)']))
    expect(namesOf('trigger')).toEqual(['delivery/keys-v1 nothing'])
    expect(statSync(path).mode & 0o777).toBe(0o600)
    await expectAllThere()
    expectNothingLeft()
    prepareDataFile(path, (bytes) => told.push(bytes))
    expect(told).toHaveLength(1)
  })

  it('takes words along, which go on coming and going with their documents', async () => {
    const spec: CollectionSpec = {
      name: 'people-v1',
      fields: { at: 'text' },
      indexes: [],
      sortBy: 'at',
      words: 'words',
    }
    const made = collectionTable('delivery', spec)
    const { make, indexes, spec: text } = declaration('delivery', made)
    const person = (id: string, version: number, words: string[]) => ({
      ...{ collection: spec.name, id, version },
      document: { at: '2026-11-22', words },
    })
    const file = makeFormat1(path)
    for (const statement of [...make, ...indexes.map(({ kind, as }) => `create ${kind} ${as}`)]) file.exec(statement)
    file.prepare('insert into collections (service, name, spec) values (?, ?, ?)').run('delivery', spec.name, text)
    for (const write of [person('a', 1, ['otieno']), person('b', 1, ['wanjiku', 'otieno'])]) {
      const { table, columns, values } = tableRow(made, write)
      file.prepare(`insert into ${table} (${columns}) values (${columns.map(() => '?')})`).run(...values)
    }
    file.close()
    const house = await openEmbedded({ folder })
    const { documents } = house.of('delivery')
    const people = await documents.collection<{ words: string[] }>(spec)
    const found = async (word: string) => (await people.find({ words: [[word]], limit: 9 })).documents.length
    expect([await found('oti'), await found('wan')]).toEqual([2, 1])
    await documents.write([person('b', 2, ['kamau'])])
    expect([await found('oti'), await found('wan'), await found('kam')]).toEqual([1, 0, 1])
    await house.close()
  })

  it('may be as the first release made it, without shapes and checksums', async () => {
    const file = makeFormat1(path, { asOfFirstRelease: true })
    putEvents(file, [{ service: 'delivery', stream: 'parcel-1', revision: 0 }])
    file.prepare('insert into collections values (?, ?, ?)').run('delivery', keys.name, declared)
    file.exec(`create table "delivery/keys-v1" (_id text primary key, _version integer not null, _live integer not null,
      _sort text not null, _document text, "secret" text, "since" text)`)
    file.close()
    const house = await openEmbedded({ folder })
    const { events, documents } = house.of('delivery')
    expect(await events.readAll(null, 10)).toMatchObject([{ stream: 'parcel-1', data: { grams: 250 } }])
    await documents.collection({ ...keys, shape: { secret: 'text' } })
    await expect(documents.collection({ ...keys, shape: { secret: 'number' } })).rejects.toThrow(keys.name)
    await house.close()
  })

  it('brings all messages, how far each group is, and no group that there is no more', async () => {
    const file = makeFormat1(path)
    const message = (id: string) => JSON.stringify({ id, key: 'a', type: 't', version: 1, data: {}, headers: {} })
    const put = file.prepare('insert into messages (topic, partition, message) values (?, ?, ?)')
    for (const id of ['m1', 'm2', 'm3', 'm4']) put.run('delivery', 0, message(id))
    file.exec(`insert into group_positions values
      ('delivery', 'payment', 0, 2), ('delivery', 'revenue', 0, 3), ('delivery', 'bff', 0, 1), ('delivery', 'bff-a', 0, 1)`)
    file.close()
    prepareDataFile(path)
    const kept = inFile((carried) => carried.prepare('select position from messages').all())
    expect(kept.map(({ position }) => position)).toEqual([1, 2, 3, 4])
    const house = await openEmbedded({ folder })
    const { bus } = house.of('delivery')
    expect([await bus.lag('delivery', 'payment'), await bus.lag('delivery', 'revenue')]).toEqual([2, 1])
    const heard: string[] = []
    bus.consume({ topic: 'delivery', group: 'payment', onMessage: async ({ id }) => void heard.push(id) })
    await expect.poll(() => heard).toEqual(['m3', 'm4'])
    const heardFirst: string[] = []
    bus.consume({ topic: 'delivery', group: 'notification', onMessage: async ({ id }) => void heardFirst.push(id) })
    await expect.poll(() => heardFirst).toEqual(['m1', 'm2', 'm3', 'm4'])
    await house.close()
    const groups = inFile((carried) =>
      carried.prepare('select distinct consumers from group_positions order by 1').all(),
    )
    expect(groups.map(({ consumers }) => consumers)).toEqual(['notification', 'payment', 'revenue'])
  })

  it('is carried over with what a crash has left in its log', async () => {
    const file = makeFormat1(path)
    file.exec('pragma wal_autocheckpoint = 0')
    fill(file)
    const crashed = `${folder}-crashed`
    await cp(folder, crashed, { recursive: true })
    file.close()
    await rm(folder, { recursive: true })
    await cp(crashed, folder, { recursive: true })
    await rm(crashed, { recursive: true })
    expect(existsSync(`${path}-wal`)).toBe(true)
    await expectAllThere()
    expectNothingLeft()
  })

  it('keeps its bytes, where it lies beside the new one, for as long as a backup reads them', () => {
    prepareDataFile(path)
    const old = makeFormat1(`${path}.old`)
    fill(old)
    old.exec('pragma journal_mode = delete; begin')
    expect(old.prepare('select count(*) as events from events').get()).toEqual({ events: 4 })
    prepareDataFile(path)
    expect(old.prepare('select count(*) as events from events').get()).toEqual({ events: 4 })
    old.close()
    prepareDataFile(path)
    expectNothingLeft()
  })

  it('is left as it is while somebody reads it', () => {
    const file = makeFormat1(path)
    fill(file)
    file.exec('begin')
    file.prepare('select count(*) from events').get()
    expect(() => prepareDataFile(path)).toThrow('in use')
    file.close()
    expect(formatOf()).toBe(1)
  })

  it('is backed up as it is', () => {
    const file = makeFormat1(path)
    fill(file)
    file.close()
    const into = join(folder, 'copy')
    copyDataFile(folder, into)
    path = into
    expect(formatOf()).toBe(1)
  })

  it('survives a kill at whatever moment, with nothing lost and nothing left', { timeout: 600_000 }, async () => {
    const file = makeFormat1(path)
    fill(file)
    file.close()
    const asItWas = `${folder}-as-it-was`
    await cp(folder, asItWas, { recursive: true })
    const program = fileURLToPath(new URL('./carry-over-killed.ts', import.meta.url))
    const formats = new Set<number>()
    for (let moment = 0; ; moment += 1) {
      await rm(folder, { recursive: true })
      await cp(asItWas, folder, { recursive: true })
      const { signal, stdout } = spawnSync(process.execPath, [program, path, String(moment)], { encoding: 'utf8' })
      if (stdout === 'done\n') break
      expect(signal).toBe('SIGKILL')
      formats.add(formatOf())
      await expectAllThere()
      expectNothingLeft()
    }
    expect(formats).toEqual(new Set([1, dataFormat]))
    await rm(asItWas, { recursive: true })
  })

  it('leaves no byte of the old one, under whatever name', () => {
    const file = makeFormat1(path)
    fill(file)
    file.close()
    const other = join(folder, 'other-name')
    linkSync(path, other)
    prepareDataFile(path)
    const { size } = statSync(other)
    expect(size).toBeGreaterThan(0)
    expect(readFileSync(other).equals(Buffer.alloc(size))).toBe(true)
  })
})
