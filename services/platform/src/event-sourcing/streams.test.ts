import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { maxAppendBytes } from '../ports/event-store.ts'
import { openTemporaryEngines } from '../testing/temporary-engines.ts'
import type { Decider } from './events/decider.ts'
import type { EventMetadata } from './events/event.ts'
import { stored } from './events/event-codec.ts'
import { refusal } from './events/refusal.ts'
import { announce, type PublishedType } from './following/publisher.ts'
import { type HeardType, on, reactionMetadata, reactor } from './following/reactor.ts'
import { openStreams, type Streams } from './streams.ts'
import type { View } from './views/view.ts'

type Opened = { type: 'Opened'; data: { owner: string } }
type Added = { type: 'Added'; data: { amount: number } }
type JarEvent = Opened | Added
type JarCommand = { type: 'Add'; amount: number; owner: string }
type Jar = { owner: string | null; sum: number }

const jar: Decider<Jar, JarCommand, JarEvent> = {
  initialState: { owner: null, sum: 0 },
  evolve: (state, event) => {
    switch (event.type) {
      case 'Opened':
        return { ...state, owner: event.data.owner }
      case 'Added':
        return { ...state, sum: state.sum + event.data.amount }
    }
  },
  decide: ({ amount, owner }, state) => {
    if (amount < 0) throw refusal('less_than_nothing')
    if (amount === 0) return []
    const added: Added = { type: 'Added', data: { amount } }
    return state.owner ? [added] : [{ type: 'Opened', data: { owner } }, added]
  },
}

const jars = (version: number): View<JarEvent, { sum: number; events: number }> => ({
  whenDamaged: 'leavesOut',
  collection: {
    name: `jars-v${version}`,
    shape: { sum: 'number', events: 'number' },
    fields: { sum: 'number' },
    indexes: [],
    sortBy: 'sum',
  },
  getIds: ({ stream }) => [stream],
  project: (document, event) => ({
    sum: (document?.sum ?? 0) + (event.type === 'Added' ? event.data.amount : 0),
    events: (document?.events ?? 0) + 1,
  }),
})
const added = {
  topic: 'jar',
  type: 'jar.added',
  version: 1,
  schema: z.object({ amount: z.number() }),
  heard: z.object({ amount: z.number() }),
} satisfies PublishedType & HeardType

const asked = (commandId: string, requestHash?: string): EventMetadata => ({
  at: '2026-11-21T06:00:00.000Z',
  commandId,
  correlationId: commandId,
  causationId: commandId,
  actor: {},
  ...(requestHash ? { requestHash } : {}),
})
const add = (amount: number): JarCommand => ({ type: 'Add', amount, owner: 'wanjiku' })

type TemporaryEngines = Awaited<ReturnType<typeof openTemporaryEngines>>
let engines: TemporaryEngines
let streams: Streams<JarEvent>
const faults: unknown[] = []
const types = { Opened: stored(z.object({ owner: z.string() })), Added: stored(z.object({ amount: z.number() })) }
const open = (version = 1) =>
  openStreams<JarEvent>({
    service: 'jar',
    engines: engines.of('jar'),
    types,
    views: [jars(version)],
    announce: (event) => (event.type === 'Added' ? announce(added, event.data) : null),
    onFault: (error) => faults.push(error),
  })
const documents = (version = 1) => engines.of('jar').documents.collection<{ sum: number }>(jars(version).collection)

beforeEach(async () => {
  faults.length = 0
  engines = await openTemporaryEngines()
  streams = await open()
})
afterEach(async () => {
  await streams.close()
  await engines.close()
  expect(faults).toEqual([])
})

describe('a command', () => {
  test('is recorded completely, and its writer sees it at the next read', async () => {
    const handled = await streams.getHandler(jar)('jar-1', add(5), asked('c1'))
    expect(handled).toMatchObject({ state: { owner: 'wanjiku', sum: 5 }, revision: 1, repeated: false })
    expect(await (await documents()).get('jar-1')).toMatchObject({ sum: 5 })
  })
  test('repeated adds nothing and is answered from the stream', async () => {
    const handle = streams.getHandler(jar)
    await handle('jar-1', add(5), asked('c1', 'hash'))
    const again = await handle('jar-1', add(5), asked('c1', 'hash'))
    expect(again).toMatchObject({ state: { sum: 5 }, repeated: true })
    expect(again.events.map(({ type }) => type)).toEqual(['Opened', 'Added'])
  })
  test('repeated with another request is refused', async () => {
    const handle = streams.getHandler(jar)
    await handle('jar-1', add(5), asked('c1', 'hash'))
    await expect(handle('jar-1', add(6), asked('c1', 'other'))).rejects.toMatchObject({ code: 'key_reused' })
  })
  test("that loses a race decides again on the winner's events", async () => {
    const handle = streams.getHandler(jar)
    await Promise.all(Array.from({ length: 8 }, (_, n) => handle('jar-1', add(1), asked(`c${n}`))))
    const events = await streams.read('jar-1')
    expect(events.map(({ type }) => type)).toEqual(['Opened', ...Array(8).fill('Added')])
  })
  test('that is refused writes nothing', async () => {
    await expect(streams.getHandler(jar)('jar-1', add(-1), asked('c1'))).rejects.toMatchObject({
      code: 'less_than_nothing',
    })
    expect(await streams.read('jar-1')).toEqual([])
  })
  test('that records more than a store accepts at once is refused and writes nothing', async () => {
    const endless: JarCommand = { type: 'Add', amount: 1, owner: 'w'.repeat(maxAppendBytes) }
    await expect(streams.getHandler(jar)('jar-1', endless, asked('c1'))).rejects.toMatchObject({ code: 'too_large' })
    expect(await streams.read('jar-1')).toEqual([])
  })
})

describe('read models', () => {
  test('stay after a restart and apply no event twice', async () => {
    await streams.getHandler(jar)('jar-1', add(5), asked('c1'))
    await streams.close()
    await engines.reopen()
    streams = await open()
    await streams.getHandler(jar)('jar-1', add(2), asked('c2'))
    expect(await (await documents()).get('jar-1')).toEqual({ sum: 7, events: 3 })
  })
  test('rebuilt under a new version equal the former ones', async () => {
    for (let n = 0; n < 30; n += 1) await streams.getHandler(jar)(`jar-${n % 3}`, add(n), asked(`c${n}`))
    await streams.close()
    const before = await (await documents(1)).find({ limit: 100 })
    streams = await open(2)
    await streams.projector.caughtUp()
    expect((await (await documents(2)).find({ limit: 100 })).documents).toEqual(before.documents)
  })
})

describe('public events', () => {
  test('reach other services in order, once for each reaction, though they are delivered twice', async () => {
    const seen: [string, number][] = []
    const commands = new Set<string>()
    const consumer = reactor({
      bus: engines.of('other').bus,
      topic: 'jar',
      group: 'other',
      reactions: [
        on(added, async ({ amount }, message) => {
          seen.push([message.key, amount])
          commands.add(reactionMetadata('other', message, '2026-11-21T06:00:00.000Z').commandId)
          if (seen.length === 2) throw new Error('once')
        }),
      ],
    })
    const handle = streams.getHandler(jar)
    for (const amount of [1, 2, 3]) await handle('jar-1', add(amount), asked(`c${amount}`))
    await vi.waitFor(
      () =>
        expect(seen).toEqual([
          ['jar-1', 1],
          ['jar-1', 2],
          ['jar-1', 2],
          ['jar-1', 3],
        ]),
      60_000,
    )
    expect(commands.size).toBe(3)
    await consumer.close()
  })
  test('of a version that the listener does not know are parked, not lost', async () => {
    const newer = { ...added, version: 2 }
    const consumer = reactor({
      bus: engines.of('other').bus,
      topic: 'jar',
      group: 'other',
      attempts: 1,
      reactions: [on(newer, async () => undefined)],
    })
    await streams.getHandler(jar)('jar-1', add(1), asked('c1'))
    await vi.waitFor(async () => {
      const [parked] = await engines.of('other').bus.parked('other')
      expect(parked?.reason).toContain('version 1')
    }, 60_000)
    await consumer.close()
  })
})

describe('a service', () => {
  const another = (more: Partial<Parameters<typeof openStreams<JarEvent>>[0]> = {}) =>
    openStreams<JarEvent>({
      ...{ service: 'cup', engines: engines.of('cup'), types, views: [jars(1)] },
      onFault: (error) => faults.push(error),
      ...more,
    })

  test('that publishes nothing follows its events for its read models only', async () => {
    const silent = await another()
    expect(silent.followers).toEqual([silent.projector])
    expect(streams.followers).toHaveLength(2)
    await silent.getHandler(jar)('jar-1', add(1), asked('c1'))
    await silent.close()
  })

  test('has its own leases, though it shares a cache with another and its views have the same names', async () => {
    const { cache } = engines.of('jar')
    const other = await another({ engines: { ...engines.of('cup'), cache, replica: 'another process' } })
    for (const { projector } of [streams, other])
      await vi.waitFor(() => expect(projector.replaces('jars-v1')).toBe(true), 60_000)
    await other.close()
  })

  test('that is closed no longer follows anything', async () => {
    const { position } = await streams.getHandler(jar)('jar-1', add(1), asked('c1'))
    await streams.close()
    // The inline projection writes in the commit of its events.
    const event = { id: 'e3', type: 'Added', version: 1, data: { amount: 5 }, metadata: asked('c2') }
    await engines.of('jar').events.append('jar-1', [event], 1)
    expect(await (await documents()).get('jar-1')).toEqual({ sum: 1, events: 2 })
    expect(streams.projector.position()).toBe(position)
  })

  test('with a view that seals its ids does not start without a secret', async () => {
    const sealing = { ...jars(1), sealsIds: () => '' }
    await expect(another({ views: [sealing] })).rejects.toThrow('jars-v1')
  })
})
