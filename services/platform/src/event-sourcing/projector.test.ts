import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import type { Engines } from '../ports/engines.ts'
import { openTemporaryEngines } from '../testing/temporary-engines.ts'
import { hearingOfBehind } from './behind.ts'
import type { Decider } from './decider.ts'
import type { EventMetadata, Recorded } from './event.ts'
import { stored } from './event-codec.ts'
import { openStreams, type Streams } from './streams.ts'
import type { AnyView, View } from './view.ts'
import type { ViewFault } from './view-batch.ts'
import { jointCheckpoint } from './view-standings.ts'

type Added = { type: 'Added'; data: { amount: number } }
type Sum = { sum: number; events: number }

const jar: Decider<number, number, Added> = {
  initialState: 0,
  evolve: (sum, { data }) => sum + data.amount,
  decide: (amount) => [{ type: 'Added', data: { amount } }],
}
const summing = (name: View<Added, Sum>['collection']['name'], seen?: (event: Recorded<Added>) => void) =>
  ({
    collection: {
      name,
      shape: { sum: 'number', events: 'number' },
      fields: { sum: 'number' },
      indexes: [],
      sortBy: 'sum',
    },
    idsOf: ({ stream }) => [stream],
    project: (document, event) => {
      seen?.(event)
      return { sum: (document?.sum ?? 0) + event.data.amount, events: (document?.events ?? 0) + 1 }
    },
  }) satisfies View<Added, Sum>

/** Can't take a thirteen, as long as nobody mends it. */
const superstitious = (name: View<Added, Sum>['collection']['name'] = 'lucky-v1') =>
  summing(name, ({ data: { amount } }) => {
    if (amount === 13) throw new RangeError('Wanjiku, 0712 345 678, sent thirteen')
  })
const jars = summing('jars-v1')

const asked = (commandId: string): EventMetadata => ({
  at: '2026-11-22T06:00:00.000Z',
  commandId,
  correlationId: commandId,
  causationId: commandId,
  actor: {},
})
/** Longer than any test: who waits that long waits for ever. */
const patient = { patienceMs: 2 ** 30 }
const checkpointOf = ({ collection }: AnyView<Added>) => `view-${collection.name}`
const names = (views: readonly AnyView<Added>[]) => views.map(({ collection }) => collection.name)

type House = Awaited<ReturnType<typeof openTemporaryEngines>>
let house: House
let commands = 0
const opened = new Set<Streams<Added>>()
const faults: unknown[] = []

beforeEach(async () => {
  faults.length = 0
  house = await openTemporaryEngines()
})
afterEach(async () => {
  for (const streams of opened) await close(streams)
  await house.close()
})

type Options = Partial<Parameters<typeof openStreams<Added>>[0]>
const open = async (views: readonly AnyView<Added>[], options: Options = {}) => {
  const streams = await openStreams<Added>({
    service: 'jar',
    engines: house.of('jar'),
    types: { Added: stored(z.object({ amount: z.number() })) },
    views,
    onFault: (error) => faults.push(error),
    ...patient,
    ...options,
  })
  opened.add(streams)
  return streams
}
const close = async (streams: Streams<Added>) => {
  opened.delete(streams)
  await streams.close()
}
const add = (streams: Streams<Added>, amount: number, stream = 'jar-1') =>
  streams.handlerOf(jar)(stream, amount, asked(`c${++commands}`))

/** Past every guard of the service: what stands in the collection. */
const standsIn = async (view: AnyView<Added>, id = 'jar-1') => {
  const documents = await house.of('jar').documents.collection<Sum>(view.collection as never)
  return documents.getVersioned(id)
}
const appendEarlier = (amounts: readonly number[], after: number | 'no-stream' = 'no-stream') =>
  house.of('jar').events.append(
    'jar-1',
    amounts.map((amount) => {
      const id = `e${++commands}`
      return { id, type: 'Added', version: 1, data: { amount }, metadata: asked(id) }
    }),
    after,
  )

/** Engines whose documents are watched, or whose calls are changed. */
const withDocuments = (change: (documents: Engines['documents']) => Partial<Engines['documents']>): Engines => {
  const engines = house.of('jar')
  return { ...engines, documents: { ...engines.documents, ...change(engines.documents) } }
}

/** Takes nothing until `goOn`. */
const held = (name: View<Added, Sum>['collection']['name']) => {
  const gate = Promise.withResolvers<void>()
  const engines = withDocuments(({ collection }) => ({
    async collection(spec) {
      const stands = await collection<never>(spec)
      if (spec.name !== name) return stands
      return { ...stands, getVersioned: (id) => gate.promise.then(() => stands.getVersioned(id)) }
    },
  }))
  return { engines, goOn: gate.resolve }
}

/** Which views' documents were written as one unit with their checkpoints. */
const watchingWrites = () => {
  const units: string[][] = []
  const engines = withDocuments(({ write }) => ({
    write(writes, checkpoints = []) {
      const views = writes.map(({ collection }) => collection)
      if (views.length > 0) {
        expect(checkpoints.map(({ name }) => name)).toEqual(views.map((view) => `view-${view}`))
        units.push(views)
      }
      return write(writes, checkpoints)
    },
  }))
  return { engines, units }
}

describe('what has been applied', () => {
  test('is not applied again by a batch that begins before it and ends behind it', async () => {
    await appendEarlier([1, 2, 3, 4])
    const first = await open([jars])
    await first.projector.caughtUp()
    await close(first)
    const { documents } = house.of('jar')
    expect(await standsIn(jars)).toEqual({ document: { sum: 10, events: 4 }, version: 4 })
    await documents.write([], [{ name: 'view-jars-v1', position: 1 }])
    await appendEarlier([5], 3)
    const taken: number[] = []
    const again = await open([summing('jars-v1', ({ position }) => taken.push(position))])
    await again.projector.caughtUp()
    expect(taken).toEqual([5])
    expect(await standsIn(jars)).toEqual({ document: { sum: 15, events: 5 }, version: 5 })
  })

  test('is each event once, and the document has the position of its last', async () => {
    await appendEarlier([1, 2, 3])
    const taken: number[] = []
    const streams = await open([summing('jars-v1', ({ position }) => taken.push(position))])
    await streams.projector.caughtUp()
    expect(taken).toEqual([1, 2, 3])
    expect(await standsIn(jars)).toEqual({ document: { sum: 6, events: 3 }, version: 3 })
  })

  test('is remembered as far as the last event of the batch, so that a restart takes nothing again', async () => {
    await appendEarlier([1, 2, 3])
    const first = await open([jars])
    await first.projector.caughtUp()
    await close(first)
    expect(await house.of('jar').documents.checkpoint('view-jars-v1')).toBe(3)
    const taken: number[] = []
    const again = await open([summing('jars-v1', ({ position }) => taken.push(position))])
    await add(again, 4)
    expect(taken).toEqual([4])
  })

  test('is read and decoded once for all views, and written as one unit', async () => {
    await appendEarlier([1, 2, 3])
    const { engines, units } = watchingWrites()
    let decoded = 0
    const amount = z.number().check(
      z.refine(() => {
        decoded += 1
        return true
      }),
    )
    const types = { Added: stored(z.object({ amount })) }
    const streams = await open([jars, summing('cups-v1')], { engines, types })
    await streams.projector.caughtUp()
    expect(decoded).toBe(3)
    expect(units).toEqual([['jars-v1', 'cups-v1']])
  })
})

describe('a view that can not take an event', () => {
  test('stops alone: the others show what was written, and nobody waits for it', async () => {
    const streams = await open([superstitious(), jars])
    await add(streams, 1)
    for (const amount of [13, 2]) await add(streams, amount)
    expect((await standsIn(jars))?.document).toEqual({ sum: 16, events: 3 })
    expect((await standsIn(superstitious()))?.document).toEqual({ sum: 1, events: 1 })
    await streams.settled(jars)
    expect(await (await streams.readModel(jars)).get('jar-1')).toEqual({ sum: 16, events: 3 })
  })

  test('is told of, with where it stands and what it could not take, and with nothing about a person', async () => {
    const streams = await open([superstitious(), jars])
    await add(streams, 1)
    await add(streams, 13)
    expect(streams.projector.behind?.()).toEqual([
      {
        service: 'jar',
        view: 'lucky-v1',
        position: 1,
        stoppedBy: { position: 2, event: 'Added', error: 'RangeError' },
      },
    ])
    await vi.waitFor(() => expect(String(faults[0])).toContain('lucky-v1'), 10_000)
    expect(faults[0]).toMatchObject({ name: 'ViewFault', cause: { name: 'RangeError' } })
    expect((faults[0] as ViewFault).event).toEqual({ type: 'Added', position: 2 })
    expect(JSON.stringify(streams.projector.behind?.())).not.toContain('Wanjiku')
    expect(streams.projector.fault()).toBeNull()
    await streams.projector.caughtUp()
  })

  test('is not settled, for whoever needs that very view', async () => {
    const streams = await open([superstitious(), jars], { patienceMs: 20 })
    await add(streams, 13)
    await expect(streams.settled(superstitious())).rejects.toThrow('lucky-v1 is behind')
    await vi.waitFor(() => streams.settled(jars), 10_000)
  })

  test('makes whoever wrote hear that it is behind, and only while it is', async () => {
    const told: string[] = []
    const streams = await open([superstitious(), jars])
    const tellingOf = (name: string, run: () => Promise<unknown>) => hearingOfBehind(() => told.push(name), run)
    await tellingOf('before', () => add(streams, 1))
    await tellingOf('while', () => add(streams, 13))
    await close(streams)
    const mended = await open([summing('lucky-v1'), jars])
    await mended.projector.caughtUp('lucky-v1')
    await tellingOf('after', () => add(mended, 1))
    expect(told).toEqual(['while'])
  })

  test('goes on where it stopped once it is mended, and is among the others again', async () => {
    const first = await open([superstitious(), jars])
    for (const amount of [1, 13, 2]) await add(first, amount)
    await close(first)
    const taken: number[] = []
    const { engines, units } = watchingWrites()
    const mended = await open([summing('lucky-v1', ({ position }) => taken.push(position)), jars], { engines })
    await mended.projector.caughtUp('lucky-v1')
    expect(taken).toEqual([2, 3])
    units.length = 0
    await add(mended, 4)
    expect(units).toContainEqual(['lucky-v1', 'jars-v1'])
    units.length = 0
    await add(mended, 0)
    expect(units).toEqual([['lucky-v1', 'jars-v1']])
    expect((await standsIn(superstitious()))?.document).toEqual({ sum: 20, events: 5 })
    expect(mended.projector.behind?.()).toEqual([])
  })

  test('is read as it stood, after a restart too, and does not keep the service from being ready', async () => {
    const first = await open([superstitious(), jars])
    for (const amount of [1, 13]) await add(first, amount)
    await close(first)
    const again = await open([superstitious(), jars])
    await again.projector.caughtUp()
    expect(again.projector.fault()).toBeNull()
    expect(await (await again.readModel(superstitious())).get('jar-1')).toEqual({ sum: 1, events: 1 })
  })

  test('is not waited for either where another replica works, which knows where it stands', async () => {
    const replica = (name: string) => open([superstitious(), jars], { engines: { ...house.of('jar'), replica: name } })
    const working = await replica('one')
    await add(working, 1)
    const watching = await replica('two')
    await watching.projector.caughtUp()
    for (const amount of [13, 2, 3]) await add(watching, amount)
    expect((await standsIn(jars))?.document).toEqual({ sum: 19, events: 4 })
    expect(watching.projector.behind?.()).toMatchObject([{ view: 'lucky-v1', position: 1, stoppedBy: { position: 2 } }])
    await watching.projector.caughtUp()
    expect(await (await watching.readModel(superstitious())).get('jar-1')).toEqual({ sum: 1, events: 1 })
  })

  test('that the store refuses is found among those of one batch', async () => {
    const twins: View<Added, { code: string }> = {
      collection: {
        name: 'twins-v1',
        shape: { code: 'text' },
        fields: { code: 'text' },
        indexes: [],
        unique: ['code'],
        sortBy: 'code',
      },
      idsOf: ({ stream }) => [stream],
      project: () => ({ code: 'the same' }),
    }
    const streams = await open([twins, jars])
    await add(streams, 1, 'jar-1')
    await add(streams, 2, 'jar-2')
    expect((await standsIn(jars, 'jar-2'))?.document).toEqual({ sum: 2, events: 1 })
    expect(streams.projector.behind?.()).toMatchObject([{ view: 'twins-v1', stoppedBy: { error: 'NotUnique' } }])
  })

  test('leaves a service whose only view it is answering', async () => {
    const streams = await open([superstitious()])
    await add(streams, 13)
    await add(streams, 2)
    expect(streams.projector.behind?.()).toMatchObject([{ view: 'lucky-v1', position: null }])
  })
})

describe('a new view', () => {
  test('fills beside the old ones, which show what is written at once', async () => {
    const first = await open([jars])
    for (const amount of [1, 2, 3]) await add(first, amount)
    await close(first)
    const { engines, goOn } = held('cups-v1')
    const streams = await open([jars, summing('cups-v1')], { engines })
    await add(streams, 4)
    await add(streams, 5)
    expect((await standsIn(jars))?.document).toEqual({ sum: 15, events: 5 })
    expect(streams.projector.behind?.()).toEqual([{ service: 'jar', view: 'cups-v1', position: null, stoppedBy: null }])
    goOn()
    await streams.projector.caughtUp()
    await add(streams, 6)
    expect(await standsIn(summing('cups-v1'))).toEqual(await standsIn(jars))
    expect(streams.projector.behind?.()).toEqual([])
  })

  test('is waited for by who asks whether the service is ready, and says nothing half-filled', async () => {
    await appendEarlier([1, 2, 3])
    const { engines, goOn } = held('cups-v1')
    const streams = await open([summing('cups-v1')], { engines })
    const cups = await streams.readModel(summing('cups-v1'))
    let ready = false
    const caughtUp = streams.projector.caughtUp().then(() => {
      ready = true
    })
    await expect(cups.find({ limit: 9 })).rejects.toThrow('cups-v1 is being filled')
    await expect(cups.get('jar-1')).rejects.toMatchObject({ name: 'EngineAway' })
    expect(ready).toBe(false)
    goOn()
    await caughtUp
    expect(await cups.get('jar-1')).toEqual({ sum: 6, events: 3 })
  })

  test('that can not be filled is a fault of the service: the release before it goes on', async () => {
    await appendEarlier([1, 13])
    const streams = await open([superstitious(), jars])
    await vi.waitFor(() => expect(streams.projector.fault()).toMatchObject({ name: 'ViewFault' }), 10_000)
    await streams.settled(jars)
  })

  test('equals what stood, when it is a rebuild', async () => {
    const first = await open([jars])
    for (let n = 0; n < 20; n += 1) await add(first, n, `jar-${n % 3}`)
    await close(first)
    const streams = await open([summing('jars-v2')])
    await streams.projector.caughtUp()
    for (const id of ['jar-0', 'jar-1', 'jar-2'])
      expect(await standsIn(summing('jars-v2'), id)).toMatchObject({ document: { events: expect.any(Number) } })
    const found = async (view: AnyView<Added>) =>
      (await (await house.of('jar').documents.collection(view.collection)).find({ limit: 9 })).documents
    const anew = await found(summing('jars-v2'))
    expect(anew.map((row) => (row as Sum).sum)).toEqual([63, 70, 57].sort((one, other) => other - one))
  })
})

describe('the release of 2026-11-21', () => {
  /** As it wrote: one checkpoint for all of its views, and no shapes. */
  const asWrittenThen = async (views: readonly AnyView<Added>[], amounts: readonly number[]) => {
    const appended = await appendEarlier(amounts)
    const { documents } = house.of('jar')
    for (const { collection } of views) {
      const { shape: _, ...spec } = collection
      await documents.collection(spec)
    }
    const document = { sum: amounts.reduce((one, other) => one + other, 0), events: amounts.length }
    await documents.write(
      names(views).map((collection) => ({ collection, id: 'jar-1', document, version: appended.position })),
      [{ name: jointCheckpoint(names(views)), position: appended.position }],
    )
  }

  test('named its checkpoint by all names, in whatever order', () => {
    const revenue = 'projector-aaa12ce8-a825-52df-978f-42a5a57353ce'
    expect(jointCheckpoint(['days-v1'])).toBe(revenue)
    const identity = 'projector-755c892b-c18c-5edd-a9a1-47afad8b2f9a'
    expect(jointCheckpoint(['sessions-v1', 'accounts-v2'])).toBe(identity)
  })

  test('is gone on from where it stopped, and nothing is taken again', async () => {
    const taken: string[] = []
    const noting = (name: View<Added, Sum>['collection']['name']) =>
      summing(name, ({ position }) => taken.push(`${name} ${position}`))
    await asWrittenThen([jars, summing('cups-v1')], [1, 2, 3])
    const formerlyJoint = ['jars-v1', 'cups-v1']
    const begunAfter: (number | null)[] = []
    const { events } = house.of('jar')
    const subscribe: typeof events.subscribe = (after, onEvents) => {
      begunAfter.push(after)
      return events.subscribe(after, onEvents)
    }
    const options = { formerlyJoint, engines: { ...house.of('jar'), events: { ...events, subscribe } } }
    const views = [noting('jars-v1'), noting('cups-v1'), noting('mugs-v1')]
    const first = await open(views, options)
    await first.projector.caughtUp()
    await close(first)
    expect(begunAfter.sort()).toEqual([3, null])
    expect(taken).toEqual(['mugs-v1 1', 'mugs-v1 2', 'mugs-v1 3'])
    const { documents } = house.of('jar')
    expect([...(await documents.checkpoints(views.map(checkpointOf))).values()]).toEqual([3, 3, 3])
    const again = await open(views, options)
    await add(again, 4)
    await close(again)
    begunAfter.length = 0
    const third = await open(views, options)
    await third.projector.caughtUp()
    await vi.waitFor(() => expect(begunAfter).toEqual([4]), 10_000)
    expect(taken.slice(3).sort()).toEqual(['cups-v1 4', 'jars-v1 4', 'mugs-v1 4'])
    expect((await standsIn(jars))?.document).toEqual({ sum: 10, events: 4 })
  })
})

describe('a collection that a newer version replaces', () => {
  const leaseMs = 150
  /** A third of the lease passes from one to the next. */
  const watchingTicks = (engines = house.of('jar')) => {
    const ticks = vi.fn(engines.cache.set)
    return { ticks, engines: { ...engines, cache: { ...engines.cache, set: ticks } } }
  }

  test('is dropped once the new one has caught up, and no other is touched', async () => {
    const first = await open([jars, summing('cups-v1')], { leaseMs })
    await add(first, 7)
    await close(first)
    const { documents } = house.of('jar')
    await documents.collection(summing('another-v1').collection)
    const streams = await open([summing('jars-v2'), summing('cups-v1')], { leaseMs })
    await vi.waitFor(async () => expect(await documents.collections()).not.toContain('jars-v1'), 10_000)
    expect((await documents.collections()).sort()).toEqual(['another-v1', 'cups-v1', 'jars-v2', 'personal-keys'])
    expect(await (await streams.readModel(summing('jars-v2'))).get('jar-1')).toEqual({ sum: 7, events: 1 })
  })

  test('stays until the new one has caught up, however long that takes', async () => {
    const first = await open([jars], { leaseMs })
    await add(first, 7)
    await close(first)
    const { engines: slow, goOn } = held('jars-v2')
    const { ticks, engines } = watchingTicks(slow)
    await open([summing('jars-v2')], { leaseMs, engines })
    await vi.waitFor(() => expect(ticks.mock.calls.length).toBeGreaterThan(12), 10_000)
    const { documents } = house.of('jar')
    expect(await documents.collections()).toContain('jars-v1')
    goOn()
    await vi.waitFor(async () => expect(await documents.collections()).not.toContain('jars-v1'), 10_000)
  })

  test('stays as long as the release that reads it runs', async () => {
    const old = await open([jars], { leaseMs })
    await add(old, 7)
    const asked = vi.fn(house.of('jar').cache.get)
    const engines = { ...house.of('jar'), cache: { ...house.of('jar').cache, get: asked } }
    const streams = await open([summing('jars-v2')], { leaseMs, engines })
    await streams.projector.caughtUp()
    await vi.waitFor(() => expect(asked.mock.calls.length).toBeGreaterThan(8), 10_000)
    expect(await (await old.readModel(jars)).get('jar-1')).toEqual({ sum: 7, events: 1 })
    await add(old, 1)
    expect((await standsIn(jars))?.document).toEqual({ sum: 8, events: 2 })
    await close(old)
    const { documents } = house.of('jar')
    await vi.waitFor(async () => expect(await documents.collections()).not.toContain('jars-v1'), 10_000)
  })

  test('stays when the cache has forgotten for a moment who reads it', async () => {
    const { documents } = house.of('jar')
    await documents.collection(jars.collection)
    const engines = house.of('jar')
    let looks = 0
    const get = async () => (++looks === 2 ? null : '1')
    await open([summing('jars-v2')], { leaseMs, engines: { ...engines, cache: { ...engines.cache, get } } })
    await vi.waitFor(() => expect(looks).toBeGreaterThan(8), 10_000)
    expect(await documents.collections()).toContain('jars-v1')
  })

  test('stays as long as the projector of the release of 2026-11-21 has its lease', async () => {
    const formerlyJoint = ['jars-v1']
    const { cache, documents } = house.of('jar')
    const lease = `lease jar ${jointCheckpoint(formerlyJoint)}`
    await documents.collection(jars.collection)
    await cache.lease(lease, 'an old replica', 2 ** 30)
    const asked = vi.fn(cache.lease)
    const engines = { ...house.of('jar'), cache: { ...cache, lease: asked } }
    await open([summing('jars-v2')], { leaseMs, formerlyJoint, engines })
    const looks = () => asked.mock.calls.filter(([key]) => key === lease).length
    await vi.waitFor(() => expect(looks()).toBeGreaterThan(8), 10_000)
    expect(await documents.collections()).toContain('jars-v1')
    await cache.release(lease, 'an old replica')
    await vi.waitFor(async () => expect(await documents.collections()).not.toContain('jars-v1'), 10_000)
  })

  test('is filled anew by an older release that comes back', async () => {
    const formerlyJoint = ['jars-v1']
    const first = await open([jars], { leaseMs, formerlyJoint })
    await add(first, 7)
    await close(first)
    const { documents } = house.of('jar')
    await documents.write([], [{ name: jointCheckpoint(formerlyJoint), position: 1 }])
    const newer = await open([summing('jars-v2')], { leaseMs, formerlyJoint })
    await vi.waitFor(async () => expect(await documents.collections()).not.toContain('jars-v1'), 10_000)
    await add(newer, 1)
    await close(newer)
    expect(await documents.checkpoint(jointCheckpoint(formerlyJoint))).toBeNull()
    const { ticks, engines } = watchingTicks()
    const back = await open([jars], { leaseMs, formerlyJoint, engines })
    await back.projector.caughtUp()
    expect(await (await back.readModel(jars)).get('jar-1')).toEqual({ sum: 8, events: 2 })
    await vi.waitFor(() => expect(ticks.mock.calls.length).toBeGreaterThan(12), 10_000)
    expect(await documents.collections()).toContain('jars-v2')
  })
})

test('a view whose shape changed under its old name is refused at the start', async () => {
  await close(await open([jars]))
  const fragile: View<Added, Sum & { fragile: boolean }> = {
    collection: { ...jars.collection, shape: { ...jars.collection.shape, fragile: 'boolean' } },
    idsOf: jars.idsOf,
    project: (document, event) => ({ ...jars.project(document, event), fragile: false }),
  }
  await expect(open([fragile])).rejects.toMatchObject({ code: 'DeclaredDifferently', collection: 'jars-v1' })
  await open([{ ...fragile, collection: { ...fragile.collection, name: 'jars-v2' } }])
})
