import { status } from '@grpc/grpc-js'
import { type EventStoreDb, openEventStoreDb } from '@tuma/platform/engines/eventstoredb'
import { type Follower, follow } from '@tuma/platform/event-sourcing'
import {
  AppendTooLarge,
  EngineAway,
  EngineMisconfigured,
  type EventStore,
  type StoredEvent,
} from '@tuma/platform/ports'
import { freePort, health, openListener } from '@tuma/platform/runtime'
import { openTemporaryEngines } from '@tuma/platform/testing'
import { event, notes, unchecked } from '@tuma/platform/testing/suites'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { startEventStoreDouble } from '../src/eventstoredb-double/event-store-double.ts'
import { withDocuments } from './with-documents.ts'

/** Behaviour seen on real servers, which only a double shows on request. */
const PATIENCE = { timeout: 120_000, interval: 20 }

const startDouble = async (port?: number) => {
  const at = port ?? (await freePort())
  const double = await startEventStoreDouble(at)
  onTestFinished(() => double.kill())
  const engines = await openTemporaryEngines()
  onTestFinished(() => engines.close())
  const open = async (onRefused?: (sentence: string) => void, url = `esdb://127.0.0.1:${at}?tls=false`) => {
    const server = await openEventStoreDb({ url, ...(onRefused ? { onRefused } : {}) })
    onTestFinished(() => server.close())
    return withDocuments(server, engines)
  }
  const server = await open()
  return { double, open, server, store: server.of('test'), port: at }
}

type Double = Awaited<ReturnType<typeof startDouble>>['double']

/** Events of others that our own calls have read; those of subscriptions belong to the followers. */
const lookedThrough = (double: Double, call: 'read' | 'subscribe') =>
  double.looks.filter((look) => look.call === call).reduce((sum, { others }) => sum + others, 0)

/** The most that a probe may read, of ten million. */
const PROBE_MOST = 2000
const FAR_MORE = 10_000_000

/** Only the first start of a service reads its events before it marks the store. */
const markedBefore = (store: EventStore) => store.head()

/** A follower that keeps read models is asked for its position. */
const keepingViews = (follower: Follower): Follower => ({ ...follower, behind: () => [] })

const getEngines = ({ state }: Pick<EventStoreDb, 'state'>) => ({
  healthy: () => true,
  isCutOff: () => false,
  degraded() {
    const now = state()
    return now === 'reached' ? [] : [{ engine: 'eventstoredb', state: now } as const]
  },
})

/** `/readyz` of a process with a follower of each store. */
const serveProbe = async (
  { double, server }: { double: Double; server: Pick<EventStoreDb, 'state'> },
  stores: readonly EventStore[],
  hasLease = true,
) => {
  const lease = { take: async () => hasLease, keep: () => () => {}, release: async () => {} }
  const taken: StoredEvent[] = []
  const followers = stores.map((store) =>
    follow({
      store: unchecked(store),
      lease,
      startAfter: async () => null,
      watch: () => store.head(),
      take: async (batch) => void taken.push(...batch),
      onFault: () => {},
    }),
  )
  onTestFinished(async () => void (await Promise.all(followers.map((follower) => follower.close()))))
  const listener = await openListener('127.0.0.1', 0)
  onTestFinished(() => listener.close())
  listener.answerWith([health({ engines: getEngines(server), followers: followers.map(keepingViews) })])
  const probe = async () => (await fetch(`${listener.url}/readyz`)).status
  const politely = async () => {
    const before = lookedThrough(double, 'read')
    const answered = await probe()
    return { answered, looked: lookedThrough(double, 'read') - before }
  }
  /** Asks until it is ready. @returns the most that one answer has read */
  const untilReady = async () => {
    const asked: number[] = []
    await vi.waitFor(async () => {
      const { answered, looked } = await politely()
      asked.push(looked)
      expect(answered).toBe(200)
    }, PATIENCE)
    return Math.max(...asked, (await politely()).looked)
  }
  return { probe, untilReady, taken }
}

describe('the newest event', { timeout: 300_000 }, () => {
  it.each([
    ['a service that has never recorded anything', 0],
    ['a service with one event far back', 1],
    ['a service with some events far back', 5],
  ])('is known to the probe of %s, which reads almost nothing of what others wrote', async (_, own) => {
    const { double, server, store } = await startDouble()
    await markedBefore(store)
    for (let i = 0; i < own; i += 1) await store.append(`parcel-${i}`, [event(`${i}`)], 'no-stream')
    double.appendOthers(FAR_MORE)
    const { untilReady, taken } = await serveProbe({ double, server }, [store])
    expect(await untilReady()).toBeLessThanOrEqual(PROBE_MOST)
    expect(taken).toHaveLength(own)
  })

  it('is known to the probe of five services with two followers each', async () => {
    const { double, server } = await startDouble()
    const stores = ['one', 'two', 'three', 'four', 'five'].map((service) => server.of(service))
    await Promise.all(stores.map(markedBefore))
    double.appendOthers(FAR_MORE / 10)
    const { untilReady } = await serveProbe({ double, server }, [...stores, ...stores])
    expect(await untilReady()).toBeLessThanOrEqual(PROBE_MOST)
  })

  it('is searched for once where no earlier search is stored, however often a probe asks during this', async () => {
    const { double, open, store, server: earlier } = await startDouble()
    await markedBefore(store)
    await earlier.close()
    await vi.waitFor(() => expect(double.habits.subscribed.size).toBe(0), PATIENCE)
    double.appendOthers(FAR_MORE)
    const server = await open()
    const { probe, untilReady } = await serveProbe({ double, server }, [server.of('test')])
    await Promise.all(Array.from({ length: 10 }, probe))
    await untilReady()
    // By a reading backwards from the end of the log; the subscription of all followers begins where that ended.
    expect(double.looks.filter(({ others }) => others > PROBE_MOST)).toMatchObject([{ call: 'read' }])
  })

  it('is searched for once by a process without followers, however often it is asked for', async () => {
    const { double, server, store } = await startDouble()
    double.appendOthers(FAR_MORE)
    const { probe, untilReady } = await serveProbe({ double, server }, [store], false)
    await Promise.all([...Array.from({ length: 20 }, () => store.head()), ...Array.from({ length: 5 }, probe)])
    await untilReady()
    for (let i = 0; i < 20; i += 1) await store.head()
    expect(double.looks.filter(({ others }) => others > PROBE_MOST)).toMatchObject([{ call: 'read' }])
  })

  it('is searched for behind the part that was only read, and is found there', async () => {
    const { double, store, open } = await startDouble()
    const elsewhere = (await open()).of('test')
    const first = await elsewhere.append('parcel-1', [event('a')], 'no-stream')
    double.appendOthers(FAR_MORE)
    expect(await store.head()).toBe(first.position)
    const before = lookedThrough(double, 'read')
    const second = await elsewhere.append('parcel-1', [event('b')], 0)
    double.appendOthers(500)
    expect(await store.head()).toBe(second.position)
    for (let i = 0; i < 30; i += 1) await elsewhere.append(`box-${i}`, [event(`c${i}`)], 'no-stream')
    double.appendOthers(500)
    expect(await store.head()).toBe((await elsewhere.readAll(second.position, 100)).at(-1)?.position)
    expect(lookedThrough(double, 'read') - before).toBeLessThanOrEqual(5000)
  })

  it('is behind the part that a subscription has read, which the next one does not read again', async () => {
    const { double, store } = await startDouble()
    const { position } = await store.append('parcel-1', [event('a')], 'no-stream')
    double.appendOthers(FAR_MORE)
    const subscription = store.subscribe(position, async () => {})
    expect(await store.head()).toBe(position)
    await subscription.close()
    const seen: StoredEvent[] = []
    const next = store.subscribe(position, async (events) => void seen.push(...events))
    onTestFinished(() => next.close())
    await store.append('parcel-1', [event('b')], 0)
    await vi.waitFor(() => expect(notes(seen)).toEqual(['b']), PATIENCE)
    expect(double.looks.filter(({ others }) => others > 2000)).toHaveLength(1)
  })

  it('is known of a stopped follower too', async () => {
    const { double, store, open } = await startDouble()
    const elsewhere = (await open()).of('test')
    const gate = Promise.withResolvers<void>()
    const subscription = store.subscribe(null, () => gate.promise)
    onTestFinished(() => subscription.close())
    for (let i = 0; i < 40; i += 1) await elsewhere.append(`parcel-${i}`, [event(`${i}`)], 'no-stream')
    double.appendOthers(FAR_MORE)
    expect(await store.head()).toBe((await elsewhere.readAll(null, 100)).at(-1)?.position)
    gate.resolve()
  })

  it('is searched for again where the log ends before the known position, and a follower begins with its first event', async () => {
    const { double, store } = await startDouble()
    const first = await store.append('parcel-1', [event('a')], 'no-stream')
    const restored = double.disk()
    double.appendOthers(5000)
    const second = await store.append('parcel-1', [event('b')], 0)
    expect(await store.head()).toBe(second.position)
    await double.kill()
    await double.startWith(restored)
    await vi.waitFor(async () => expect(await store.head()).toBe(first.position), PATIENCE)
    const seen: StoredEvent[] = []
    const subscription = store.subscribe(null, async (events) => void seen.push(...events))
    onTestFinished(() => subscription.close())
    await store.append('parcel-1', [event('c')], 0)
    await vi.waitFor(() => expect(notes(seen)).toEqual(['a', 'c']), PATIENCE)
  })
})

describe('a follower that is too slow for the server', { timeout: 300_000 }, () => {
  it('begins again after the last event that it took, and the store does not count as away', async () => {
    const { double, store, server } = await startDouble()
    double.habits.endsSlowReaders = true
    const gate = Promise.withResolvers<void>()
    const seen: StoredEvent[] = []
    let broken: unknown = null
    const subscription = store.subscribe(null, async (events) => {
      seen.push(...events)
      await gate.promise
    })
    onTestFinished(() => subscription.close())
    subscription.ended.catch((error) => {
      broken = error
    })
    const all = Array.from({ length: 3000 }, (_, i) => event(`${i}`))
    await store.append('parcel-0', all.slice(0, 1), 'no-stream')
    await vi.waitFor(() => expect(seen).toHaveLength(1), PATIENCE)
    for (let i = 1; i < all.length; i += 500) await store.append(`parcel-${i}`, all.slice(i, i + 500), 'no-stream')
    gate.resolve()
    await vi.waitFor(() => expect(broken ?? seen.length).toBe(3000), PATIENCE)
    expect(notes(seen)).toEqual(all.map((_, i) => `${i}`))
    const subscribed = double.looks.filter(({ call }) => call === 'subscribe')
    expect(subscribed.length).toBeGreaterThan(1)
    expect(server.healthy()).toBe(true)
  })
})

describe('a server that does not answer as it should', { timeout: 300_000 }, () => {
  const getCalls = (store: EventStore) => [
    store.append('parcel-1', [event('a')], 'no-stream'),
    store.read('parcel-1'),
    store.readAll(null, 10),
    store.head(),
    store.subscribe(null, async () => {}).ended,
  ]
  const expectAll = async (store: EventStore, wanted: typeof EngineAway) => {
    for (const call of await Promise.allSettled(getCalls(store))) {
      expect(call).toMatchObject({ status: 'rejected', reason: expect.any(wanted) })
      if (call.status === 'rejected' && wanted === EngineAway)
        expect(call.reason).not.toBeInstanceOf(EngineMisconfigured)
    }
  }

  it.each([
    ['has no connection', status.UNAVAILABLE, 'No connection established'],
    ['has no address', status.UNAVAILABLE, 'Name resolution failed for target dns:nowhere:2113'],
    ['is not ready', status.UNAVAILABLE, 'Server Is Not Ready'],
  ])('is away when it %s, whatever the words are', async (_, code, details) => {
    const { double, open } = await startDouble()
    double.habits.refusing = { code, details }
    const server = await open()
    await expectAll(server.of('test'), EngineAway)
    expect(server.healthy()).toBe(false)
    double.habits.refusing = null
    await vi.waitFor(() => server.of('test').append('parcel-1', [event('a')], 'no-stream'), PATIENCE)
    await vi.waitFor(() => expect(server.healthy()).toBe(true), PATIENCE)
  })

  it('is away when only an append finds that out', async () => {
    const { double, open } = await startDouble()
    double.habits.refusing = { code: status.UNAVAILABLE, details: 'No connection established' }
    const server = await open()
    const append = server.of('test').append('parcel-1', [event('a')], 'no-stream')
    await expect(append).rejects.toBeInstanceOf(EngineAway)
    expect(server.healthy()).toBe(false)
  })

  it('is away while it shuts down: an append that hangs then was not taken, and is sent again', async () => {
    const { double, store, server } = await startDouble()
    await store.append('parcel-1', [event('a')], 'no-stream')
    const hanging = new Set<never>()
    double.habits.shuttingDown = hanging
    const calls = Promise.allSettled([store.append('parcel-1', [event('b')], 0), store.read('parcel-1')])
    await vi.waitFor(() => expect(hanging.size).toBe(2), PATIENCE)
    await double.kill()
    for (const call of await calls) expect(call).toMatchObject({ status: 'rejected', reason: expect.any(EngineAway) })
    expect(server.healthy()).toBe(false)
    await double.start()
    await vi.waitFor(() => store.append('parcel-1', [event('b')], 0), PATIENCE)
    expect(notes(await store.read('parcel-1'))).toEqual(['a', 'b'])
  })

  it.each([
    ['Unauthenticated', 'EventStoreDB refuses the user or the password in EVENTSTORE_URL.'],
    [
      'Access Denied',
      'EventStoreDB does not let the user in EVENTSTORE_URL do this: read $all, and read and append to the streams of Tuma.',
    ],
  ])('refuses inside an open stream of appends (%s): a fault of the setting', async (details, sentence) => {
    const { double, open } = await startDouble()
    const told: string[] = []
    const store = (await open((one) => told.push(one))).of('test')
    await store.append('parcel-1', [event('a')], 'no-stream')
    double.habits.refusing = { code: status.UNAUTHENTICATED, details }
    const refused = store.append('parcel-1', [event('b')], 0)
    await expect(refused).rejects.toEqual(new EngineMisconfigured(sentence))
    expect(told).toEqual([sentence])
    double.habits.refusing = null
    await vi.waitFor(() => store.append('parcel-1', [event('b')], 0), PATIENCE)
    expect(notes(await store.read('parcel-1'))).toEqual(['a', 'b'])
  })

  it('is slow with each append: an append under way cannot be read, and several are taken at the same time', async () => {
    const { double, store } = await startDouble()
    await markedBefore(store)
    const before = double.disk().length
    const asked = double.appendCount()
    double.habits.appendTakesMs = 2000
    const appends = ['parcel-1', 'parcel-2', 'parcel-3'].map((stream) =>
      store.append(stream, [event(stream)], 'no-stream'),
    )
    await vi.waitFor(() => expect(double.appendCount()).toBe(asked + appends.length), PATIENCE)
    expect(await store.read('parcel-1')).toEqual([])
    expect(double.disk()).toHaveLength(before)
    const positions = (await Promise.all(appends)).map(({ position }) => position)
    expect(double.disk()).toHaveLength(before + appends.length)
    expect(positions).toEqual(positions.toSorted((one, other) => one - other))
  })

  it('refuses an event above its limit as too large, also in words that the client does not know', async () => {
    const { double, store, server } = await startDouble()
    await markedBefore(store)
    double.habits.maxAppendBytes = 50
    const ofServer =
      'an append to parcel-1 holds more than the server was set to take (MaxAppendSize, MaxAppendEventSize)'
    await expect(store.append('parcel-1', [event('a')], 'no-stream')).rejects.toThrow(ofServer)
    double.habits.refusing = { code: status.UNKNOWN, details: 'MaximumAppendEventSizeExceeded' }
    await expect(store.append('parcel-1', [event('a')], 'no-stream')).rejects.toBeInstanceOf(AppendTooLarge)
    expect(server.healthy()).toBe(true)
  })

  it.each([
    ['a wrong password', status.UNAUTHENTICATED, 'Invalid authentication'],
    ['a user who may not', status.PERMISSION_DENIED, 'Access Denied'],
    [
      'a wrong authority',
      status.UNAVAILABLE,
      'No connection established. Last error: unable to get local issuer certificate',
    ],
  ])('refuses %s: a fault of the setting, reported once in a sentence that names it', async (_, code, details) => {
    const { double, open } = await startDouble()
    double.habits.refusing = { code, details }
    const sentences: string[] = []
    const server = await open((sentence) => sentences.push(sentence))
    await expectAll(server.of('test'), EngineMisconfigured)
    expect(server.healthy()).toBe(false)
    expect(sentences).toHaveLength(1)
    expect(sentences[0]).toContain('EVENTSTORE_URL')
    double.habits.refusing = null
    await vi.waitFor(() => server.of('test').append('parcel-1', [event('a')], 'no-stream'), PATIENCE)
    await vi.waitFor(() => expect(server.healthy()).toBe(true), PATIENCE)
  })

  it('can be named by the new setting too', async () => {
    const { open, port } = await startDouble()
    const server = await open(undefined, `kurrentdb://127.0.0.1:${port}?tls=false`)
    expect(await server.of('test').head()).toBeNull()
  })

  it('speaks no TLS where the setting says so: a fault of the setting', async () => {
    const { open, port } = await startDouble()
    const server = await open(undefined, `esdb://127.0.0.1:${port}?tls=true`)
    await expectAll(server.of('test'), EngineMisconfigured)
    expect(server.healthy()).toBe(false)
  })
})
