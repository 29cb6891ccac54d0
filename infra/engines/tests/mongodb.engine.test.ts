import { randomUUID } from 'node:crypto'
import { openMongoDb } from '@tuma/platform/engines/mongodb'
import { type DocumentWrite, EngineAway } from '@tuma/platform/ports'
import { documentStoreSuite, type SampleDocument, sampleSpec, toSampleWrite } from '@tuma/platform/testing/suites'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { EngineProcess } from '../src/index.ts'
import { startMongoDbWithOperator } from './mongodb-server.ts'

/**
 * FerretDB answers as MongoDB does, but only MongoDB itself can prove these: durability on a majority, and a change of
 * the primary; that the declared indexes are really used (FerretDB filters without them); sparse unique indexes.
 */
const { engine, operator, dropLater } = await startMongoDbWithOperator()

const opened = async () => {
  const service = `test-${randomUUID()}`
  const open = async () => {
    const engines = await openMongoDb({ url: engine.url })
    onTestFinished(() => engines.close())
    return engines
  }
  const engines = await open()
  dropLater(service)
  return { engines, service, store: engines.of(service), reopen: async () => (await open()).of(service) }
}

documentStoreSuite('MongoDB', async () => ({ ...(await opened()), close: async () => {} }))

describe('MongoDB', () => {
  it('returns any JSON unchanged, whatever names it has', async () => {
    const { store } = await opened()
    const samples = await store.collection<SampleDocument>(sampleSpec)
    const odd = { 'a.b': 1, $set: { '': null }, list: [[1, [true]], 9007199254740991, 0.1], text: 'a\u0000b' }
    await store.write([toSampleWrite('odd/id é', 1, { room: 'east', ...odd })])
    expect(await samples.get('odd/id é')).toEqual({ label: 'odd/id é', room: 'east', ...odd })
  })

  it('keeps only the version of a removed document, and nothing of a forgotten one', async () => {
    const { store, service } = await opened()
    await store.collection(sampleSpec)
    await store.write([toSampleWrite('a', 1, { room: 'east', code: 'A' }), toSampleWrite('b', 1, { room: 'east' })])
    await store.write([toSampleWrite('a', 2, null)])
    await store.forget(sampleSpec.name, 'b')
    const kept = operator.db(`tuma-${service}`).collection<{ _id: string }>(sampleSpec.name)
    expect(await kept.find().toArray()).toEqual([{ _id: 'a', version: 2, live: false }])
  })

  it('separates two services', async () => {
    const [one, other] = [await opened(), await opened()]
    const samples = await other.store.collection<SampleDocument>(sampleSpec)
    await one.store.collection(sampleSpec)
    await one.store.write([toSampleWrite('a', 1, {})], [{ name: 'shelves', position: 1 }])
    expect([await samples.get('a'), await other.store.checkpoint('shelves')]).toEqual([null, null])
  })

  it('makes the indexes of a specification once, also when two processes declare it together', async () => {
    const { store, service, reopen } = await opened()
    await Promise.all([store.collection(sampleSpec), (await reopen()).collection(sampleSpec)])
    const indexes = await operator.db(`tuma-${service}`).collection(sampleSpec.name).indexes()
    const of = Object.fromEntries(indexes.map(({ name, key }) => [name, key]))
    expect(of).toMatchObject({
      by: { live: 1, sort: -1, _id: -1 },
      by_room: { live: 1, 'fields.room': 1, sort: -1, _id: -1 },
      by_room_weight: { live: 1, 'fields.room': 1, 'fields.weight': 1, sort: -1, _id: -1 },
      unique_code: { 'unique.code': 1 },
    })
    expect(indexes.find(({ name }) => name === 'unique_code')).toMatchObject({ unique: true })
  })

  it('leaves nothing stored when the one unique value of a batch is taken', async () => {
    const { store } = await opened()
    await store.collection(sampleSpec)
    const notes = await store.collection({ ...sampleSpec, name: 'notes-v1', unique: [] })
    await store.write([toSampleWrite('a', 1, { code: 'A' })])
    const note = { collection: 'notes-v1', id: 'n', document: {}, version: 2 }
    await expect(store.write([note, toSampleWrite('b', 2, { code: 'A' })])).rejects.toThrow('code is taken')
    expect(await notes.getVersioned('n')).toBeNull()
  })

  it('lets a unique value pass from one document to the next within a batch', async () => {
    const { store } = await opened()
    const samples = await store.collection<SampleDocument>(sampleSpec)
    const ids = Array.from({ length: 10 }, (_, i) => `s${i}`)
    await store.write(ids.map((id, i) => toSampleWrite(id, 1, { code: `c${i}` })))
    await store.write(ids.map((id, i) => toSampleWrite(id, 2, { code: `c${i - 1}` })))
    const { documents } = await samples.find({ limit: 100 })
    expect(documents.map(({ label, code }) => `${label} ${code}`)).toEqual(
      ids.map((id, i) => `${id} c${i - 1}`).reverse(),
    )
  })

  it('gives a unique value to one of many who ask for it at the same time', async () => {
    const { store, reopen } = await opened()
    const samples = await store.collection<SampleDocument>(sampleSpec)
    const other = await reopen()
    await other.collection(sampleSpec)
    const wanting = Array.from({ length: 20 }, (_, i) =>
      (i % 2 ? store : other).write([toSampleWrite(`s${i}`, 1, { code: 'A' })]),
    )
    const outcomes = await Promise.allSettled(wanting)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await samples.count({ code: 'A' })).toBe(1)
  })
})

/** @returns a function that starts it again; the end of the test does so too */
const kill = async (server: EngineProcess) => {
  let dead = true
  const revive = async () => {
    if (dead) await server.start()
    dead = false
  }
  await server.kill()
  onTestFinished(revive)
  return revive
}

const PATIENCE = { timeout: 120_000, interval: 50 }

describe.runIf(engine.process)('a MongoDB of our own', () => {
  const server = engine.process
  if (!server) return

  it('is away when it is dead, and serves again when it is back', { timeout: 300_000 }, async () => {
    const { engines, store } = await opened()
    const samples = await store.collection<SampleDocument>(sampleSpec)
    await store.write([toSampleWrite('a', 1, { room: 'east' })], [{ name: 'shelves', position: 1 }])
    const revive = await kill(server)
    const calls = [
      samples.get('a'),
      samples.find({ limit: 1 }),
      samples.count(),
      store.write([toSampleWrite('a', 2, { room: 'west' })]),
      store.checkpoint('shelves'),
      store.forget(sampleSpec.name, 'a'),
      store.collection({ ...sampleSpec, name: 'notes-v1' }),
    ]
    for (const call of await Promise.allSettled(calls)) {
      expect(call).toMatchObject({ status: 'rejected', reason: expect.any(EngineAway) })
    }
    expect(engines.healthy()).toBe(false)
    const openedMeanwhile = await openMongoDb({ url: engine.url })
    onTestFinished(() => openedMeanwhile.close())
    expect(openedMeanwhile.healthy()).toBe(false)

    await revive()
    await vi.waitFor(async () => expect(await samples.get('a')).toEqual({ label: 'a', room: 'east' }), PATIENCE)
    expect(engines.healthy()).toBe(true)
    // No call has used that one.
    await vi.waitFor(() => expect(openedMeanwhile.state()).toBe('reached'), PATIENCE)
    expect(await openedMeanwhile.of('x').checkpoint('y')).toBeNull()
  })

  it('loses nothing that it has acknowledged when it is killed while it writes', { timeout: 300_000 }, async () => {
    const { store } = await opened()
    const samples = await store.collection<SampleDocument>(sampleSpec)
    const acknowledged = new Map<string, number>()
    let checkpoint = 0
    let version = 0
    let writing = true
    const write = async () => {
      const writes: DocumentWrite[] = ['a', 'b', 'c'].map((id) => toSampleWrite(id, version, { weight: version }))
      await store.write(writes, [{ name: 'shelves', position: version }])
      for (const { id } of writes) acknowledged.set(id, version)
      checkpoint = version
    }
    const untilStopped = async () => {
      while (writing) {
        version += 1
        await write().catch((error) => expect(error).toBeInstanceOf(EngineAway))
      }
    }
    const writer = untilStopped()
    for (const goal of [20, 40]) {
      await vi.waitFor(() => expect(checkpoint).toBeGreaterThan(goal), PATIENCE)
      await (await kill(server))()
      const before = checkpoint
      await vi.waitFor(() => expect(checkpoint).toBeGreaterThan(before), PATIENCE)
    }
    writing = false
    await writer
    expect(await store.checkpoint('shelves')).toBeGreaterThanOrEqual(checkpoint)
    for (const [id, acknowledgedVersion] of acknowledged) {
      expect((await samples.getVersioned(id))?.version).toBeGreaterThanOrEqual(acknowledgedVersion)
    }
  })
})
