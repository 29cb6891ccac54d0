import { jsonEvent, NO_STREAM } from '@eventstore/db-client'
import { status } from '@grpc/grpc-js'
import { openEventStoreDb } from '@tuma/platform/engines/eventstoredb'
import { EngineAway, type EventStore, OtherStore, type ProcessEngines } from '@tuma/platform/ports'
import { openTemporaryEngines } from '@tuma/platform/testing'
import { event, notes } from '@tuma/platform/testing/suites'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Disk } from '../src/eventstoredb-double/event-log.ts'
import { newDisk } from '../src/eventstoredb-double/event-store-double.ts'
import { startServer } from './event-store-server.ts'
import { withDocuments } from './with-documents.ts'

const PATIENCE = { timeout: 60_000, interval: 20 }
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const SPEC = {
  name: 'store-mark',
  fields: {},
  indexes: [],
  sortBy: null,
  shape: { mark: 'text', inStore: 'boolean' },
} as const

const sentence = (trouble: string, service = 'jar') =>
  `The event store named by EVENTSTORE_URL is not the one of these data: for ${service} it ${trouble}. Name the right one, or take this one up on purpose with npm run restore -- --event-store. Nothing has been changed.`
const FOREIGN = sentence('belongs to other data')
const EMPTY = sentence('has no mark: it is empty or belongs to other data')
const OLDER = sentence('is older than these data: it misses what they already show')
const UNKNOWN = sentence('was used by a version before 1.0, and nothing tells whether it belongs to these data')

const startStore = async () => {
  const { double, url, operator, engines } = await startServer()
  const open = async (own: ProcessEngines = engines) => {
    const others: string[] = []
    const opened = await openEventStoreDb({ url, onOtherStore: ({ message }) => others.push(message) })
    onTestFinished(() => opened.close())
    const server = withDocuments(opened, own)
    return { server, others, jars: server.of('jar') }
  }
  const { documents } = engines.of('jar')
  return {
    ...{ double, engines, documents, open },
    kept: async (own = documents) => (await (await own.collection<{ mark: string }>(SPEC)).get('mark'))?.mark ?? null,
    /** Stores the position of a follower that has taken all events. */
    async follow(jars: EventStore) {
      const last = (await jars.readAll(null, 100)).at(-1)
      await documents.write([], [{ name: 'view-jars-v1', position: last?.position ?? 0, event: last?.id ?? '' }])
    },
    async marks(service = 'jar') {
      const found: unknown[] = []
      try {
        for await (const resolved of operator.readStream(`storeMark-${service}`)) found.push(resolved.event?.data)
      } catch {
        // The stream does not exist.
      }
      return found
    },
    addMark: (mark: string) =>
      operator.appendToStream('storeMark-jar', jsonEvent({ type: 'StoreMarked', data: { mark } }), {
        expectedRevision: NO_STREAM,
      }),
    async exchange(disk: Disk) {
      await double.kill()
      await double.startWith(disk)
    },
  }
}

/** Two marked events of a service whose follower has taken both. */
const startUsed = async () => {
  const store = await startStore()
  const opened = await store.open()
  await opened.jars.append('jar-1', [event('a')], 'no-stream')
  const earlier = store.double.disk()
  await opened.jars.append('jar-1', [event('b')], 0)
  await store.follow(opened.jars)
  return { ...store, ...opened, earlier }
}

/** The data of another installation with the same name in a store. */
const foreignDisk = async (): Promise<Disk> => {
  const { open, double } = await startStore()
  const { jars } = await open()
  for (const jar of [1, 2, 3]) await jars.append(`jar-${jar}`, [event(`${jar}`)], 'no-stream')
  return double.disk()
}

const expectRefused = async (jars: EventStore, told: string) => {
  const calls = [
    () => jars.append('jar-9', [event('z')], 'no-stream'),
    () => jars.read('jar-1'),
    () => jars.readAll(null, 10),
    () => jars.head(),
    () => jars.subscribe(null, async () => expect.unreachable('a follower was told something')).ended,
  ]
  for (const call of await Promise.allSettled(calls.map((call) => call())))
    expect(call).toMatchObject({ status: 'rejected', reason: new OtherStore(told) })
}

describe('the mark of a service in EventStoreDB', () => {
  it('is the same random id in the store, outside of the events, and in the documents', async () => {
    const { open, marks, kept } = await startStore()
    const { jars, server } = await open()
    expect(await jars.head()).toBeNull()
    const [mark] = await marks()
    expect(mark).toEqual({ mark: expect.stringMatching(UUID) })
    expect(mark).toEqual({ mark: await kept() })
    await jars.append('jar-1', [event('a')], 'no-stream')
    expect(notes(await jars.readAll(null, 10))).toEqual(['a'])
    expect(await server.agree('lid')).not.toBe(await server.agree('jar'))
  })

  it('is one where replicas start at the same time, and all of them agree', async () => {
    const { open, marks, kept } = await startStore()
    const replicas = await Promise.all(Array.from({ length: 5 }, () => open()))
    const agreed = await Promise.all(replicas.map(({ server }) => server.agree('jar')))
    expect(new Set(agreed)).toEqual(new Set([await kept()]))
    expect(await marks()).toEqual([{ mark: agreed[0] }])
  })

  it('is added to the store by the next start if a start was killed after only the documents had it', async () => {
    const { open, documents, marks } = await startStore()
    await documents.collection(SPEC)
    const mark = crypto.randomUUID()
    await documents.write([{ collection: SPEC.name, id: 'mark', document: { mark, inStore: false }, version: 1 }])
    expect(await (await open()).server.agree('jar')).toBe(mark)
    expect(await marks()).toEqual([{ mark }])
  })

  it('is made by the next start if a start was killed before or after it declared where to store it', async () => {
    const { open, documents, marks, kept } = await startStore()
    await documents.collection(SPEC)
    const mark = await (await open()).server.agree('jar')
    expect([mark, await marks()]).toEqual([await kept(), [{ mark }]])
  })

  it('is the same at each later start, which writes nothing', async () => {
    const { open, marks, double, server } = await startUsed()
    const mark = await server.agree('jar')
    const before = double.disk().length
    const again = await open()
    expect(await again.server.agree('jar')).toBe(mark)
    expect(notes(await again.jars.readAll(null, 10))).toEqual(['a', 'b'])
    expect([double.disk().length, await marks(), again.others]).toEqual([before, [{ mark }], []])
  })

  it('is not read again while all is well', async () => {
    const { jars, double } = await startUsed()
    const before = double.looks.length
    await jars.append('jar-1', [event('c')], 1)
    await jars.append('jar-2', [event('d')], 'no-stream')
    expect(double.looks.length).toBe(before)
  })
})

describe('a start', () => {
  it.each([
    ['empty', EMPTY, async () => newDisk()],
    ['foreign', FOREIGN, foreignDisk],
  ])('with a store that is %s is refused, and nothing is written anywhere', async (_, told, disk) => {
    const { open, exchange, double, documents, kept } = await startUsed()
    await exchange(await disk())
    const [before, mark, furthest] = [double.disk(), await kept(), await documents.furthestCheckpoint()]
    const { jars, others } = await open()
    await expectRefused(jars, told)
    expect(others[0]).toBe(told)
    expect(double.disk()).toEqual(before)
    expect([await kept(), await documents.furthestCheckpoint()]).toEqual([mark, furthest])
  })

  it('with an empty store is refused if nothing has happened in the service yet, and writes no mark there', async () => {
    const { open, exchange, double, documents } = await startStore()
    await (await open()).server.agree('jar')
    expect(await documents.furthestCheckpoint()).toBeNull()
    await exchange(newDisk())
    await expectRefused((await open()).jars, EMPTY)
    expect(double.disk()).toHaveLength(1)
  })

  it('with a store that was restored from an earlier moment is refused', async () => {
    const { open, exchange, double, earlier } = await startUsed()
    await exchange(earlier)
    const { jars } = await open()
    await expectRefused(jars, OLDER)
    expect(double.disk()).toEqual(earlier)
  })

  it('with a store that was restored and went on differently is refused, even when it is as long again', async () => {
    const { open, exchange, double, earlier } = await startUsed()
    const other = await openTemporaryEngines()
    onTestFinished(() => other.close())
    await exchange(earlier)
    const operator = await open(other)
    await operator.server.takeUp('jar')
    for (const jar of [2, 3, 4]) await operator.jars.append(`jar-${jar}`, [event('x')], 'no-stream')
    const before = double.disk()
    await expectRefused((await open()).jars, OLDER)
    expect(double.disk()).toEqual(before)
  })

  it('with a used store and new documents is refused', async () => {
    const { open, double } = await startUsed()
    const other = await openTemporaryEngines()
    onTestFinished(() => other.close())
    const before = double.disk()
    await expectRefused((await open(other)).jars, FOREIGN)
    expect(double.disk()).toEqual(before)
    expect(await other.of('jar').documents.furthestCheckpoint()).toBeNull()
  })

  it('with checkpoints of a version without marks, and no mark anywhere, is refused', async () => {
    const { open, documents, double, kept } = await startStore()
    await documents.write([], [{ name: 'view-jars-v1', position: 400 }])
    const before = double.disk()
    await expectRefused((await open()).jars, UNKNOWN)
    expect([double.disk(), await kept()]).toEqual([before, null])
  })

  it.each([
    ['away', status.UNAVAILABLE, 'Server Is Not Ready'],
    ['refusing', status.PERMISSION_DENIED, 'Access Denied'],
    ['at a loss', status.UNKNOWN, 'Unexpected exception'],
  ])('with a store that is %s never takes it for one without a mark', async (_, code, details) => {
    const { open, double, kept } = await startUsed()
    const [before, mark] = [double.disk(), await kept()]
    double.habits.refusing = { code, details }
    const { jars, others } = await open()
    const error = await jars.append('jar-9', [event('z')], 'no-stream').catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(OtherStore)
    double.habits.refusing = null
    await vi.waitFor(() => jars.read('jar-1'), PATIENCE)
    expect([double.disk(), await kept(), others]).toEqual([before, mark, []])
  })

  it.each([
    ['not ready', status.UNAVAILABLE, 'Server Is Not Ready'],
    ['refused', status.PERMISSION_DENIED, 'Access Denied'],
    ['failed', status.UNKNOWN, 'Unexpected exception'],
  ])('whose reading of the mark alone is %s never takes that for a missing mark', async (_, code, details) => {
    const { open, double, kept } = await startStore()
    const mark = await (await open()).server.agree('jar')
    const before = double.disk()
    double.habits.refusingStream = { name: 'storeMark-jar', refusal: { code, details } }
    const { jars, others } = await open()
    const error = await jars.append('jar-9', [event('z')], 'no-stream').catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(OtherStore)
    expect([double.disk(), await kept(), others]).toEqual([before, mark, []])
    double.habits.refusingStream = null
    await vi.waitFor(() => jars.append('jar-1', [event('a')], 'no-stream'), PATIENCE)
  })

  it('asks the leader: a follower that is behind may not know the mark or the newest event', async () => {
    const { open, double } = await startUsed()
    double.habits.followerShows = 2
    const { server, others } = await open()
    await server.agree('jar')
    expect(others).toEqual([])
  })

  it('checks each service on its own', async () => {
    const { open, exchange } = await startUsed()
    await exchange(newDisk())
    const { server } = await open()
    await server.of('lid').append('lid-1', [event('a')], 'no-stream')
    await server.of('one-jar').append('jar-1', [event('a')], 'no-stream')
    await expectRefused(server.of('jar'), EMPTY)
  })
})

describe('while a process runs', () => {
  it.each([
    ['an empty one', EMPTY, async () => newDisk()],
    ['a foreign one', FOREIGN, foreignDisk],
    ['an older one', OLDER, null],
  ])('a store that is exchanged for %s is noticed without a call, and gets no event', async (_, told, disk) => {
    const { others, jars, exchange, earlier, double } = await startUsed()
    const other = disk ? await disk() : earlier
    await exchange(other)
    await vi.waitFor(() => expect(others[0]).toBe(told), PATIENCE)
    await expectRefused(jars, told)
    expect(double.disk()).toEqual(other)
  })

  it('a store is not marked for documents without events, while the process asks whether it is back', async () => {
    const { server, double, jars, marks } = await startUsed()
    server.of('installation')
    await double.kill()
    await expect(jars.read('jar-1')).rejects.toBeInstanceOf(EngineAway)
    await double.start()
    await vi.waitFor(() => expect(server.state()).toBe('reached'), PATIENCE)
    expect(await marks('installation')).toEqual([])
  })

  it('an append that is the first call after the exchange is refused', async () => {
    const { jars, exchange, double } = await startUsed()
    await exchange(newDisk())
    const append = () => jars.append('jar-9', [event('z')], 'no-stream').catch((error: unknown) => error)
    await vi.waitFor(async () => expect(await append()).toEqual(new OtherStore(EMPTY)), PATIENCE)
    expect(double.disk()).toHaveLength(1)
  })

  it('the same store goes on after an outage', async () => {
    const { jars, double, others, follow } = await startUsed()
    await double.kill()
    await expect(jars.read('jar-1')).rejects.toBeInstanceOf(EngineAway)
    await double.start()
    await vi.waitFor(() => jars.append('jar-1', [event('c')], 1), PATIENCE)
    await follow(jars)
    expect([notes(await jars.readAll(null, 10)), others]).toEqual([['a', 'b', 'c'], []])
  })
})

describe('an operator takes up another store', () => {
  it.each([
    ['empty', async () => newDisk(), []],
    ['foreign', foreignDisk, ['1', '2', '3']],
  ])('where it is %s: the next start agrees, and followers begin with its first event', async (_, disk, there) => {
    const { open, exchange, documents, kept, marks } = await startUsed()
    await exchange(await disk())
    await (await open()).server.takeUp('jar')
    expect(await documents.furthestCheckpoint()).toBeNull()
    const { jars } = await open()
    expect(notes(await jars.readAll(null, 10))).toEqual(there)
    expect(await marks()).toEqual([{ mark: await kept() }])
  })

  it('and the known part of the former log is forgotten', async () => {
    const { open, server, jars, exchange, documents } = await startUsed()
    const subscription = jars.subscribe(null, async () => {})
    await vi.waitFor(async () => expect(await documents.collections()).toContain('event-log-position'), PATIENCE)
    await subscription.close()
    await server.close()
    await exchange(await foreignDisk())
    await (await open()).server.takeUp('jar')
    expect(await documents.collections()).not.toContain('event-log-position')
  })

  it('and may be killed between its two steps: a start is refused until it is run again', async () => {
    const { open, exchange, documents } = await startUsed()
    await exchange(await foreignDisk())
    await documents.forgetCheckpoints()
    await expectRefused((await open()).jars, FOREIGN)
    await (await open()).server.takeUp('jar')
    expect(notes(await (await open()).jars.readAll(null, 10))).toEqual(['1', '2', '3'])
  })
})
