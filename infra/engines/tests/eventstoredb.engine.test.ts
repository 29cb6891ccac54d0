import { randomUUID } from 'node:crypto'
import { binaryEvent, EventStoreDBClient, jsonEvent, NO_STREAM, streamNameFilter } from '@eventstore/db-client'
import { openEventStoreDb } from '@tuma/platform/engines/eventstoredb'
import { EngineAway, type StoredEvent } from '@tuma/platform/ports'
import { openTemporaryEngines } from '@tuma/platform/testing'
import { event, eventStoreSuite, notes } from '@tuma/platform/testing/suites'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type EngineProcess, startEventStore } from '../src/index.ts'
import { withDocuments } from './with-documents.ts'

/** `eventstoredb-double/event-store-double.ts` lists what only the real server can prove. */
const engine = await startEventStore()
const engines = await openTemporaryEngines()
afterAll(async () => {
  await engine.close()
  await engines.close()
})
console.log(engine.found)

const openTestProduct = async () => {
  const eventStores = await openEventStoreDb({ url: engine.url })
  onTestFinished(() => eventStores.close())
  return withDocuments(eventStores, engines)
}

const opened = async () => {
  const service = `test-${randomUUID()}`
  const eventStores = await openTestProduct()
  return {
    eventStores,
    service,
    store: eventStores.of(service),
    reopen: async () => (await openTestProduct()).of(service),
  }
}

eventStoreSuite('EventStoreDB', async () => ({ ...(await opened()), close: async () => {} }))

const PATIENCE = { timeout: 120_000, interval: 20 }

describe('EventStoreDB', () => {
  it('separates services whose names begin alike', async () => {
    const { eventStores, service } = await opened()
    const [one, other] = [eventStores.of(service), eventStores.of(`${service}-two`)]
    await other.append('parcel-1', [event('b')], 'no-stream')
    await one.append('parcel-1', [event('a')], 'no-stream')
    const last = await other.append('parcel-1', [event('c')], 0)
    expect(notes(await one.readAll(null, 10))).toEqual(['a'])
    expect(notes(await other.readAll(null, 10))).toEqual(['b', 'c'])
    expect(await one.head()).toBeLessThan(last.position)
    const seen: StoredEvent[] = []
    const subscription = one.subscribe(null, async (events) => void seen.push(...events))
    onTestFinished(() => subscription.close())
    await one.append('parcel-2', [event('d')], 'no-stream')
    await vi.waitFor(() => expect(notes(seen)).toEqual(['a', 'd']), PATIENCE)
  })

  it('names streams so that a category is a kind of stream of one service', async () => {
    const { store, service } = await opened()
    await store.append('parcel-1-2', [event('a')], 'no-stream')
    const operator = EventStoreDBClient.connectionString(engine.url)
    const read = operator.readStream(`${service.replaceAll('-', '_')}.parcel-1-2`)
    const found = []
    for await (const resolved of read) found.push(resolved.event)
    expect(found).toMatchObject([{ type: 'ParcelWeighed', metadata: { version: 1, metadata: { actor: 'scale' } } }])
    await operator.dispose()
  })

  it('reports an event that is not JSON, or whose type is unknown, as unreadable, and reads the others', async () => {
    const { store, service } = await opened()
    const stream = `${service.replaceAll('-', '_')}.parcel-1`
    await store.append('parcel-1', [event('a')], 'no-stream')
    const operator = EventStoreDBClient.connectionString(engine.url)
    const bytes = Buffer.from('{"grams":25')
    const metadata = { version: 1, metadata: {} }
    await operator.appendToStream(stream, binaryEvent({ type: 'ParcelWeighed', data: bytes, metadata }), {
      expectedRevision: 0n,
    })
    await operator.appendToStream(stream, jsonEvent({ type: 'ParcelWeighed', data: {} }), { expectedRevision: 1n })
    await operator.dispose()
    await store.append('parcel-1', [event('b')], 2)
    const read = await store.read('parcel-1')
    expect(read.map(({ unreadable, data }) => [unreadable, data])).toEqual([
      [undefined, event('a').data],
      [true, null],
      [true, null],
      [undefined, event('b').data],
    ])
    expect(await store.readAll(null, 10)).toEqual(read)
  })

  it('finds its own events though others write far more', { timeout: 300_000 }, async () => {
    const { store } = await opened()
    const { position } = await store.append('parcel-1', [event('a')], 'no-stream')
    const operator = EventStoreDBClient.connectionString(engine.url)
    const others = Array.from({ length: 3000 }, (_, i) => jsonEvent({ type: 'Noise', data: { i } }))
    await operator.appendToStream(`noise.noise-${randomUUID()}`, others, { expectedRevision: NO_STREAM })
    await operator.dispose()
    expect(await store.head()).toBe(position)
    const seen: StoredEvent[] = []
    const subscription = store.subscribe(position, async (events) => void seen.push(...events))
    onTestFinished(() => subscription.close())
    await store.append('parcel-1', [event('b')], 0)
    await vi.waitFor(() => expect(notes(seen)).toEqual(['b']), PATIENCE)
    expect(notes(await store.readAll(null, 1))).toEqual(['a'])
  })

  it('answers a second try from the stream, whatever revision it expects', async () => {
    const { store } = await opened()
    const first = await store.append('parcel-1', [event('a'), event('b')], 'no-stream')
    await store.append('parcel-1', [event('c')], 1)
    expect(await store.append('parcel-1', [event('a'), event('b')], 7)).toEqual(first)
    await expect(store.append('parcel-1', [event('b'), event('d')], 7)).rejects.toThrow('used already')
  })

  it('delivers events to a busy follower in batches of 500 at most', { timeout: 300_000 }, async () => {
    const { store } = await opened()
    const gate = Promise.withResolvers<void>()
    const batches: string[][] = []
    const subscription = store.subscribe(null, async (events) => {
      batches.push(notes(events))
      await gate.promise
    })
    onTestFinished(() => subscription.close())
    const all = Array.from({ length: 2000 }, (_, i) => event(`${i}`))
    await store.append('parcel-0', all.slice(0, 1), 'no-stream')
    await vi.waitFor(() => expect(batches).toHaveLength(1), PATIENCE)
    await store.append('parcel-1', all.slice(1, 1000), 'no-stream')
    await store.append('parcel-2', all.slice(1000), 'no-stream')
    gate.resolve()
    await vi.waitFor(() => expect(batches.flat()).toEqual(all.map((_, i) => `${i}`)), PATIENCE)
    expect(batches[1]?.length).toBeGreaterThan(1)
    expect(Math.max(...batches.map(({ length }) => length))).toBeLessThanOrEqual(500)
  })

  it('takes an append that is too large for a single message', async () => {
    const { store } = await opened()
    const events = Array.from({ length: 12 }, (_, i) => ({
      ...event(`${i}`),
      data: { note: `${i}`, long: 'x'.repeat(60_000) },
    }))
    await store.append('parcel-1', events, 'no-stream')
    expect(await store.read('parcel-1')).toHaveLength(12)
  })
})

describe('the server, as we rely on it', () => {
  const raw = () => {
    const client = EventStoreDBClient.connectionString(engine.url)
    onTestFinished(() => client.dispose())
    return { client, stream: `raw.raw-${randomUUID()}` }
  }
  const sent = ['a', 'b'].map((note) => jsonEvent({ ...event(note), data: { note } }))

  it('takes the same events behind the same revision for a second try, and answers as the first time', async () => {
    const { client, stream } = raw()
    const first = await client.appendToStream(stream, sent, { expectedRevision: NO_STREAM })
    await client.appendToStream(stream, jsonEvent({ type: 'Other', data: {} }), { expectedRevision: 1n })
    expect(await client.appendToStream(stream, sent, { expectedRevision: NO_STREAM })).toEqual(first)
    const partly = [sent[0], jsonEvent({ type: 'Other', data: {} })].filter((one) => one !== undefined)
    await expect(client.appendToStream(stream, partly, { expectedRevision: NO_STREAM })).rejects.toMatchObject({
      type: 'wrong-expected-version',
      actualVersion: 2n,
    })
  })

  it('resumes a subscription behind the position and reports how far it has read', { timeout: 300_000 }, async () => {
    const { client, stream } = raw()
    const { position } = await client.appendToStream(stream, sent.slice(0, 1), { expectedRevision: NO_STREAM })
    const last = await client.appendToStream(stream, sent.slice(1), { expectedRevision: 0n })
    if (!position || !last.position) throw new Error('an append has a position')
    const checkpoint = Promise.withResolvers<bigint>()
    const checkpointReached = (_: unknown, { commit }: { commit: bigint }) => checkpoint.resolve(commit)
    const filter = streamNameFilter({ prefixes: [stream], checkpointReached })
    const subscription = client.subscribeToAll({ fromPosition: position, filter })
    onTestFinished(() => subscription.unsubscribe())
    const found = (await subscription[Symbol.asyncIterator]().next()).value
    expect(found?.event?.data).toEqual({ note: 'b' })
    subscription.on('error', () => {}).resume()
    expect(await checkpoint.promise).toBeGreaterThanOrEqual(last.position.commit)
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

describe.runIf(engine.process)('an EventStoreDB of our own', () => {
  const server = engine.process
  if (!server) return

  it('is away when it is dead, and serves again when it is back', { timeout: 300_000 }, async () => {
    const { eventStores, store } = await opened()
    await store.append('parcel-1', [event('a')], 'no-stream')
    const broken = store.subscribe(null, async () => {})
    const revive = await kill(server)
    const calls = [
      store.append('parcel-1', [event('b')], 0),
      store.read('parcel-1'),
      store.readAll(null, 10),
      store.head(),
      broken.ended,
      store.subscribe(null, async () => {}).ended,
    ]
    for (const call of await Promise.allSettled(calls)) {
      expect(call).toMatchObject({ status: 'rejected', reason: expect.any(EngineAway) })
    }
    expect(eventStores.healthy()).toBe(false)
    const openedMeanwhile = await openTestProduct()
    await expect(openedMeanwhile.of('nobody').head()).rejects.toBeInstanceOf(EngineAway)

    await revive()
    await vi.waitFor(async () => expect(notes(await store.read('parcel-1'))).toEqual(['a']), PATIENCE)
    await vi.waitFor(async () => expect(await openedMeanwhile.of('nobody').head()).toBeNull(), PATIENCE)
    await store.append('parcel-1', [event('b')], 0)
    await vi.waitFor(() => expect(eventStores.healthy()).toBe(true), PATIENCE)
  })

  it('loses and doubles nothing when it is killed under writers and a follower', { timeout: 300_000 }, async () => {
    const { store } = await opened()
    const seen: StoredEvent[] = []
    let closing = false
    const follow = async () => {
      while (!closing) {
        const subscription = store.subscribe(seen.at(-1)?.position ?? null, async (events) => void seen.push(...events))
        following = subscription
        await subscription.ended.catch((error) => expect(error).toBeInstanceOf(EngineAway))
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    }
    let following = store.subscribe(null, async () => {})
    await following.close()
    const follower = follow()
    // A writer without an answer repeats its append, which may already be stored.
    const append = async (writer: number, i: number): Promise<void> => {
      const expected = i === 0 ? 'no-stream' : i - 1
      await store.append(`parcel-${writer}`, [event(`${writer}-${i}`)], expected).catch((error) => {
        expect(error).toBeInstanceOf(EngineAway)
        return append(writer, i)
      })
    }
    const acknowledged: string[] = []
    const writers = Array.from({ length: 5 }, async (_, writer) => {
      for (let i = 0; i < 60; i++) {
        await append(writer, i)
        acknowledged.push(`${writer}-${i}`)
      }
    })
    for (const goal of [50, 150]) {
      await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(goal), PATIENCE)
      await (await kill(server))()
    }
    await Promise.all(writers)
    await vi.waitFor(() => expect(seen).toHaveLength(300), PATIENCE)
    closing = true
    await following.close()
    await follower
    expect(notes(seen).sort()).toEqual(acknowledged.sort())
    expect(seen.map(({ position }) => position)).toEqual(
      (await store.readAll(null, 1000)).map(({ position }) => position),
    )
  })
})
