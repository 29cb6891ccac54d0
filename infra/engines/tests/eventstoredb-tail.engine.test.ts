import { setTimeout as pause } from 'node:timers/promises'
import { status } from '@grpc/grpc-js'
import { openEventStoreDb } from '@tuma/platform/engines/eventstoredb'
import { EngineAway, type EventStore, type ProcessEngines, type StoredEvent } from '@tuma/platform/ports'
import { event, notes } from '@tuma/platform/testing/suites'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { startServer } from './event-store-server.ts'
import { withDocuments } from './with-documents.ts'

const BROKEN = { code: status.UNAVAILABLE, details: 'Connection dropped' }
const PATIENCE = { timeout: 120_000, interval: 20 }
const services = ['identity', 'payment', 'delivery', 'revenue', 'notification']

const startOne = async () => {
  const { double, url, engines } = await startServer()
  const open = async (own: ProcessEngines = engines) => {
    const opened = await openEventStoreDb({ url })
    onTestFinished(() => opened.close())
    return withDocuments(opened, own)
  }
  const engine = await open()
  return { double, engines, open, engine, store: engine.of('test') }
}

/** Follows until the end of the test. */
const followed = (store: EventStore, after: number | null = null) => {
  const seen: StoredEvent[] = []
  const subscription = store.subscribe(after, async (events) => void seen.push(...events))
  onTestFinished(() => subscription.close())
  return { seen, subscription }
}
/** Takes one batch and then waits for `goOn`. */
const standing = (store: EventStore, after: number | null = null) => {
  const gate = Promise.withResolvers<void>()
  const batches: StoredEvent[][] = []
  const subscription = store.subscribe(after, async (events) => {
    batches.push([...events])
    await gate.promise
  })
  onTestFinished(() => subscription.close())
  onTestFinished(() => gate.resolve())
  return { seen: () => batches.flat(), batches, goOn: gate.resolve, subscription }
}
const appendMany = async (store: EventStore, from: number, count: number) => {
  for (let first = from; first < from + count; first += 100) {
    const events = Array.from({ length: Math.min(100, from + count - first) }, (_, i) => event(`${first + i}`))
    await store.append(`parcel-${first}`, events, 'no-stream')
  }
}
/** 3,000 events; the tail no longer holds the first ones. */
const beyondTheNewest = async (store: EventStore) => {
  const live = followed(store)
  await appendMany(store, 0, 3000)
  await vi.waitFor(() => expect(live.seen).toHaveLength(3000), PATIENCE)
  return live
}
const numbers = (count: number) => Array.from({ length: count }, (_, i) => `${i}`)

describe('the tail of a service', { timeout: 300_000 }, () => {
  it('is one subscription for all followers of the service in a process, and a new follower asks the server nothing', async () => {
    const { double, store } = await startOne()
    await appendMany(store, 0, 5)
    const followers = [followed(store), followed(store), followed(store)]
    for (const { seen } of followers) await vi.waitFor(() => expect(seen).toHaveLength(5), PATIENCE)
    const before = double.looks.length
    const late = followed(store, followers[0]?.seen[2]?.position)
    await vi.waitFor(() => expect(notes(late.seen)).toEqual(['3', '4']), PATIENCE)
    expect(double.looks).toHaveLength(before)
    expect(double.looks.filter(({ call }) => call === 'subscribe')).toHaveLength(1)
  })

  it.each([999, 1000, 1001, 1499, 1500, 1501, 3000])(
    'gives a follower that paused during %i events each of them once, and does not delay others',
    async (count) => {
      const { store } = await startOne()
      await appendMany(store, 0, 1)
      const slow = standing(store)
      const quick = followed(store)
      await vi.waitFor(() => expect(slow.batches).toHaveLength(1), PATIENCE)
      await appendMany(store, 1, count)
      await vi.waitFor(() => expect(quick.seen).toHaveLength(count + 1), PATIENCE)
      expect(slow.batches).toHaveLength(1)
      slow.goOn()
      await vi.waitFor(() => expect(slow.seen().length).toBeGreaterThan(count), PATIENCE)
      expect(notes(slow.seen())).toEqual(numbers(count + 1))
      expect(notes(quick.seen)).toEqual(numbers(count + 1))
    },
  )

  it('delivers an event once if the server repeats it when the subscription becomes live', async () => {
    const { double, store } = await startOne()
    double.habits.repeatsEvents = true
    const { seen } = followed(store)
    await appendMany(store, 0, 100)
    await vi.waitFor(() => expect(seen.length).toBeGreaterThanOrEqual(100), PATIENCE)
    await appendMany(store, 100, 1)
    await vi.waitFor(() => expect(notes(seen)).toContain('100'), PATIENCE)
    expect(notes(seen)).toEqual(numbers(101))
  })

  it('gives each event once to a follower that reads pages while others write', async () => {
    const { store } = await startOne()
    const live = await beyondTheNewest(store)
    const rebuilding: string[] = []
    const subscription = store.subscribe(null, async (events) => {
      rebuilding.push(...notes(events))
      await pause(1)
    })
    onTestFinished(() => subscription.close())
    await appendMany(store, 3000, 3000)
    await vi.waitFor(() => expect(rebuilding.length).toBeGreaterThanOrEqual(6000), PATIENCE)
    expect(rebuilding).toEqual(numbers(6000))
    await vi.waitFor(() => expect(live.seen).toHaveLength(6000), PATIENCE)
    expect(notes(live.seen)).toEqual(numbers(6000))
  })

  it('delays a follower no longer than its server delays a page, and closes at once', async () => {
    const { double, store } = await startOne()
    const live = await beyondTheNewest(store)
    double.habits.shuttingDown = new Set()
    const rebuilding = store.subscribe(null, async () => {})
    await vi.waitFor(() => expect(double.habits.shuttingDown?.size).toBe(1), PATIENCE)
    await rebuilding.close()
    await rebuilding.ended
    expect(live.seen).toHaveLength(3000)
  })

  it('comes back by itself, reports to its followers that the server was away, and has lost nothing', async () => {
    const { double, store } = await startOne()
    await appendMany(store, 0, 3)
    const before = followed(store)
    await vi.waitFor(() => expect(before.seen).toHaveLength(3), PATIENCE)
    await double.kill()
    await expect(before.subscription.ended).rejects.toBeInstanceOf(EngineAway)
    await double.start()
    await vi.waitFor(() => expect(double.looks.filter(({ call }) => call === 'subscribe')).toHaveLength(2), PATIENCE)
    await appendMany(store, 3, 2)
    const again = followed(store, before.seen.at(-1)?.position)
    await vi.waitFor(() => expect(notes(again.seen)).toEqual(['3', '4']), PATIENCE)
  })

  it('knows the newest event of a server before 24.2, which falls silent at the end of its log', async () => {
    const { double, store } = await startOne()
    double.habits.endsSlowReaders = true
    const { position } = await store.append('parcel-0', [event('0')], 'no-stream')
    const { seen } = followed(store)
    await vi.waitFor(() => expect(seen).toHaveLength(1), PATIENCE)
    double.appendOthers(50)
    expect(await store.head()).toBe(position)
  })

  it('lets a follower go on reading its pages when the subscription breaks', async () => {
    const { double, store } = await startOne()
    const live = await beyondTheNewest(store)
    const seen: StoredEvent[] = []
    const rebuilding = store.subscribe(null, async (events) => {
      seen.push(...events)
      for (const call of double.habits.subscribed) call.emit('error', BROKEN)
    })
    onTestFinished(() => rebuilding.close())
    await expect(live.subscription.ended).rejects.toBeInstanceOf(EngineAway)
    await vi.waitFor(() => expect(seen).toHaveLength(3000), PATIENCE)
    expect(notes(seen)).toEqual(numbers(3000))
  })
})

const OTHERS = 1_300_000

type Started = Pick<Awaited<ReturnType<typeof startOne>>, 'double' | 'open'>

/** A process with two followers of each service, which has read all that is stored. */
const startProcess = async ({ double, open }: Started, documents?: ProcessEngines) => {
  const callsBefore = double.looks.length
  const engine = await open(documents)
  const stores = services.map((service) => engine.of(service))
  await engine.assertThere(services)
  const heads = await Promise.all(stores.map((store) => store.head()))
  for (const [i, store] of stores.entries()) for (const _ of [1, 2]) followed(store, heads[i])
  await Promise.all(stores.map((store) => store.readAll(null, 50)))
  /** Until it has read all that others have written. */
  const searched = async () => {
    await Promise.all(stores.map((store) => store.head()))
  }
  /** How many of others' events each service has read, by the calls since this process started. */
  const lookedEach = () =>
    double.looks.slice(callsBefore).reduce((sum, { others }) => sum + others, 0) / services.length
  return { engine, stores, searched, lookedEach }
}

/** Documents of a process that may be killed: after that it writes nothing. */
const killable = (engines: ProcessEngines) => {
  let isKilled = false
  const of: ProcessEngines['of'] = (service) => {
    const own = engines.of(service)
    const write: typeof own.documents.write = (...given) =>
      isKilled ? Promise.reject(new EngineAway('the process was killed')) : own.documents.write(...given)
    return { ...own, documents: { ...own.documents, write } }
  }
  const kill = () => {
    isKilled = true
  }
  return { documents: { ...engines, of }, kill }
}

describe('a start behind 1.3 million events of others', { timeout: 300_000 }, () => {
  it.each([
    ['services that have recorded nothing', 0],
    ['services with old events of their own', 3],
  ])('searches once for %s: later ones go on where the one before ended', async (_, own) => {
    const { double, open } = await startOne()
    const first = await startProcess({ double, open })
    for (const store of first.stores) await appendMany(store, 0, own)
    double.appendOthers(OTHERS)
    await first.searched()
    await first.engine.close()
    for (const _start of ['second', 'third']) {
      const later = await startProcess({ double, open })
      await vi.waitFor(() => expect(later.lookedEach()).toBeGreaterThan(0), PATIENCE)
      await later.engine.close()
      expect(later.lookedEach()).toBeLessThanOrEqual(1000)
    }
  })

  it('searches only what came in the last seconds before a kill', async () => {
    const { double, engines, open } = await startOne()
    const { documents, kill } = killable(engines)
    const killed = await startProcess({ double, open }, documents)
    double.appendOthers(OTHERS)
    await killed.searched()
    await pause(5000)
    kill()
    double.appendOthers(2000)
    const later = await startProcess({ double, open })
    await later.searched()
    expect(later.lookedEach()).toBeGreaterThanOrEqual(2000)
    expect(later.lookedEach()).toBeLessThanOrEqual(3000)
  })

  it('goes on from the position of a replica that is further', async () => {
    const { double, open } = await startOne()
    const [one, two] = [await startProcess({ double, open }), await startProcess({ double, open })]
    double.appendOthers(OTHERS)
    await two.searched()
    await two.engine.close()
    await one.engine.close()
    const later = await startProcess({ double, open })
    await vi.waitFor(() => expect(later.lookedEach()).toBeGreaterThan(0), PATIENCE)
    await later.engine.close()
    expect(later.lookedEach()).toBeLessThanOrEqual(1000)
  })
})
