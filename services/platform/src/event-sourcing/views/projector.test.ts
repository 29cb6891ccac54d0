import { describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { stored } from '../events/event-codec.ts'
import { listenForBehind } from '../following/behind.ts'
import {
  type Added,
  add,
  appendEarlier,
  blockWrites,
  close,
  failAtThirteen,
  faults,
  jars,
  open,
  readStoredRow,
  setUpJars,
  sumView,
  usualEngines,
  watchingWrites,
} from '../jar-fixture.ts'
import type { AnyView, View } from './view.ts'
import type { ViewFault } from './view-batch.ts'

setUpJars()

describe('with events and documents in one engine', () => {
  test('rows are stored when their events are acknowledged, in one commit with them', async () => {
    const streams = await open([jars])
    await appendEarlier([1])
    await streams.projector.caughtUp()
    const { position } = await appendEarlier([2], 0)
    expect(await readStoredRow(jars)).toEqual({ document: { sum: 3, events: 2 }, version: position })
    expect(streams.projector.passed(position)).toBe(true)
  })

  test('the subscription does not bring the same events again', async () => {
    const { events, ...others } = usualEngines()
    const brought: number[] = []
    const subscribe: typeof events.subscribe = (after, onEvents, shown) =>
      events.subscribe(
        after,
        (batch) => {
          brought.push(...batch.map(({ position }) => position))
          return onEvents(batch)
        },
        shown,
      )
    const streams = await open([jars], { engines: { ...others, events: { ...events, subscribe } } })
    const first = await appendEarlier([1])
    await streams.projector.caughtUp()
    await appendEarlier([2], 0)
    await appendEarlier([3], 1)
    expect(await streams.projector.caughtUp()).toBe(true)
    expect(brought.filter((position) => position > first.position)).toEqual([])
  })

  test('a wrapper around the documents is written by the subscription', async () => {
    const { engines, units } = watchingWrites()
    const streams = await open([jars], { engines })
    await streams.projector.caughtUp()
    await appendEarlier([1, 2])
    await streams.projector.caughtUp()
    expect(units).toEqual([['jars-v1']])
  })

  test('a closed projector does not show later events', async () => {
    const streams = await open([jars])
    await streams.projector.caughtUp()
    await close(streams)
    await appendEarlier([1])
    expect(await readStoredRow(jars)).toBeNull()
  })
})

describe('what has been applied', () => {
  test('is not applied again by a batch that begins before it and ends behind it', async () => {
    await appendEarlier([1, 2, 3, 4])
    const first = await open([jars])
    await first.projector.caughtUp()
    await close(first)
    const { documents } = usualEngines()
    expect(await readStoredRow(jars)).toEqual({ document: { sum: 10, events: 4 }, version: 4 })
    await documents.write([], [{ name: 'view-jars-v1', position: 1 }])
    await appendEarlier([5], 3)
    const taken: number[] = []
    const again = await open([sumView('jars-v1', ({ position }) => taken.push(position))])
    await again.projector.caughtUp()
    expect(taken).toEqual([5])
    expect(await readStoredRow(jars)).toEqual({ document: { sum: 15, events: 5 }, version: 5 })
  })

  test('is each event once, and the document has the position of its last', async () => {
    await appendEarlier([1, 2, 3])
    const taken: number[] = []
    const streams = await open([sumView('jars-v1', ({ position }) => taken.push(position))])
    await streams.projector.caughtUp()
    expect(taken).toEqual([1, 2, 3])
    expect(await readStoredRow(jars)).toEqual({ document: { sum: 6, events: 3 }, version: 3 })
  })

  test('is remembered up to the last event of the batch, so that a restart repeats nothing', async () => {
    await appendEarlier([1, 2, 3])
    const first = await open([jars])
    await first.projector.caughtUp()
    await close(first)
    const { documents, events } = usualEngines()
    const last = (await events.readAll(null, 10)).at(-1)
    expect(await documents.checkpoint('view-jars-v1')).toBe(3)
    expect(await documents.furthestCheckpoint()).toEqual({ position: 3, event: last?.id })
    const taken: number[] = []
    const again = await open([sumView('jars-v1', ({ position }) => taken.push(position))])
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
    const streams = await open([jars, sumView('cups-v1')], { engines, types })
    await streams.projector.caughtUp()
    expect(decoded).toBe(3)
    expect(units).toEqual([['jars-v1', 'cups-v1']])
  })
})

describe('a view that can not apply an event', () => {
  test('stops alone: the others show what was written, and no command waits for it', async () => {
    const streams = await open([failAtThirteen(), jars])
    await add(streams, 1)
    for (const amount of [13, 2]) await add(streams, amount)
    expect((await readStoredRow(jars))?.document).toEqual({ sum: 16, events: 3 })
    expect((await readStoredRow(failAtThirteen()))?.document).toEqual({ sum: 1, events: 1 })
    await streams.projector.caughtUp({ view: jars.collection.name })
    expect(await (await streams.readModel(jars)).get('jar-1')).toEqual({ sum: 16, events: 3 })
  })

  test('is reported with its position and the failed event, and without personal data', async () => {
    const streams = await open([failAtThirteen(), jars])
    await add(streams, 1)
    await add(streams, 13)
    expect(streams.projector.behind()).toEqual([
      {
        service: 'jar',
        view: 'lucky-v1',
        position: 1,
        stoppedBy: { position: 2, event: 'Added', error: 'RangeError' },
      },
    ])
    await vi.waitFor(() => expect(String(faults[0])).toContain('lucky-v1'), 60_000)
    expect(faults[0]).toMatchObject({ name: 'ViewFault', cause: { name: 'RangeError' } })
    expect((faults[0] as ViewFault).event).toEqual({ type: 'Added', position: 2 })
    expect(JSON.stringify(streams.projector.behind())).not.toContain('Wanjiku')
    expect(streams.projector.fault()).toBeNull()
    await streams.projector.caughtUp()
  })

  test('has not caught up, for a caller that needs this view', async () => {
    const streams = await open([failAtThirteen(), jars], { patienceMs: 20 })
    await add(streams, 13)
    const view = failAtThirteen().collection.name
    expect(await streams.projector.caughtUp({ view, patienceMs: 20 })).toBe(false)
    await vi.waitFor(() => streams.projector.caughtUp({ view: jars.collection.name }), 60_000)
  })

  test('is reported to the writer as behind, and only while it is', async () => {
    const told: string[] = []
    const streams = await open([failAtThirteen(), jars])
    const getTelling = (name: string, run: () => Promise<unknown>) => listenForBehind(() => told.push(name), run)
    await getTelling('before', () => add(streams, 1))
    await getTelling('while', () => add(streams, 13))
    await close(streams)
    const mended = await open([sumView('lucky-v1'), jars])
    await mended.projector.caughtUp({ view: 'lucky-v1' })
    await getTelling('after', () => add(mended, 1))
    expect(told).toEqual(['while'])
  })

  test('continues where it stopped once it is corrected, and catches up', async () => {
    const first = await open([failAtThirteen(), jars])
    for (const amount of [1, 13, 2]) await add(first, amount)
    await close(first)
    const taken: number[] = []
    const { engines, units } = watchingWrites()
    const mended = await open([sumView('lucky-v1', ({ position }) => taken.push(position)), jars], { engines })
    await mended.projector.caughtUp({ view: 'lucky-v1' })
    expect(taken).toEqual([2, 3])
    units.length = 0
    await add(mended, 4)
    expect(units).toContainEqual(['lucky-v1', 'jars-v1'])
    units.length = 0
    await add(mended, 0)
    expect(units).toEqual([['lucky-v1', 'jars-v1']])
    expect((await readStoredRow(failAtThirteen()))?.document).toEqual({ sum: 20, events: 5 })
    expect(mended.projector.behind()).toEqual([])
  })

  test('can be read as it was, after a restart too, and the service stays ready', async () => {
    const first = await open([failAtThirteen(), jars])
    for (const amount of [1, 13]) await add(first, amount)
    await close(first)
    const again = await open([failAtThirteen(), jars])
    await again.projector.caughtUp()
    expect(again.projector.fault()).toBeNull()
    expect(await (await again.readModel(failAtThirteen())).get('jar-1')).toEqual({ sum: 1, events: 1 })
  })

  test('delays no command on a replica without the lease either, which knows its position', async () => {
    const replica = (name: string) => open([failAtThirteen(), jars], { engines: { ...usualEngines(), replica: name } })
    const working = await replica('one')
    await add(working, 1)
    const watching = await replica('two')
    await watching.projector.caughtUp()
    for (const amount of [13, 2, 3]) await add(watching, amount)
    expect((await readStoredRow(jars))?.document).toEqual({ sum: 19, events: 4 })
    expect(watching.projector.behind()).toMatchObject([{ view: 'lucky-v1', position: 1, stoppedBy: { position: 2 } }])
    await watching.projector.caughtUp()
    expect(await (await watching.readModel(failAtThirteen())).get('jar-1')).toEqual({ sum: 1, events: 1 })
  })

  test('is found among those of one batch, when the store refuses it', async () => {
    const twins: View<Added, { code: string }> = {
      whenDamaged: 'leavesOut',
      collection: {
        name: 'twins-v1',
        shape: { code: 'text' },
        fields: { code: 'text' },
        indexes: [],
        unique: ['code'],
        sortBy: 'code',
      },
      getIds: ({ stream }) => [stream],
      project: () => ({ code: 'the same' }),
    }
    const streams = await open([twins, jars])
    await add(streams, 1, 'jar-1')
    await add(streams, 2, 'jar-2')
    expect((await readStoredRow(jars, 'jar-2'))?.document).toEqual({ sum: 2, events: 1 })
    expect(streams.projector.behind()).toMatchObject([{ view: 'twins-v1', stoppedBy: { error: 'NotUnique' } }])
  })

  test('leaves a service working, even if it is its only view', async () => {
    const streams = await open([failAtThirteen()])
    await add(streams, 13)
    await add(streams, 2)
    expect(streams.projector.behind()).toMatchObject([{ view: 'lucky-v1', position: null }])
  })
})

test('a view that can not be filled for the first time is a fault of the service, and one that was read before is none', async () => {
  const first = await open([jars])
  await add(first, 13)
  await close(first)
  const streams = await open([failAtThirteen(), jars])
  await vi.waitFor(() => expect(streams.projector.fault()).toMatchObject({ name: 'ViewFault' }), 60_000)
  await close(streams)
  const mended = await open([sumView('lucky-v1'), jars])
  await mended.projector.caughtUp()
  expect(mended.projector.fault()).toBeNull()
  await close(mended)
  const again = await open([failAtThirteen(), jars])
  await add(again, 13)
  await vi.waitFor(() => expect(again.projector.behind()).toHaveLength(1), 60_000)
  expect(again.projector.fault()).toBeNull()
})

describe('of two processes with the same views', () => {
  const replica = (name: string, views: readonly AnyView<Added>[]) =>
    open(views, { engines: { ...usualEngines(), replica: name }, leaseMs: 3_600_000 }) // however slow the machine is

  test('one writes, in whatever order they name them', async () => {
    const taken: string[] = []
    const views = (who: string) => [jars, sumView('cups-v1', ({ position }) => taken.push(`${who} ${position}`))]
    const one = await replica('one', views('one'))
    await add(one, 1)
    const two = await replica('two', views('two').toReversed())
    await two.projector.caughtUp()
    for (const amount of [2, 3]) await add(two, amount)
    expect(taken).toEqual(['one 1', 'one 2', 'one 3'])
  })

  test('only the writing one replaces former collections, once its views show all', async () => {
    const one = await replica('one', [jars])
    await add(one, 1)
    const two = await replica('two', [jars])
    await two.projector.caughtUp()
    expect([one, two].map(({ projector }) => projector.replaces('jars-v1'))).toEqual([true, false])
  })
})

test('waiting for a read model that is being filled ends when the projector is closed', async () => {
  await appendEarlier([1, 2, 3])
  const { engines, goOn } = blockWrites('jars-v1')
  const begun = Promise.withResolvers<void>()
  const streams = await open([sumView('cups-v1', () => begun.resolve()), jars], { engines })
  const waited = streams.projector.caughtUp()
  await begun.promise
  expect(streams.projector.replaces('jars-v1')).toBe(false)
  const closed = close(streams)
  expect(await waited).toBe(true)
  goOn()
  await closed
})

describe('a read model', () => {
  test('rejects every read while it is filled for the first time, and then answers completely', async () => {
    await appendEarlier([1, 2, 3])
    const { engines, goOn } = blockWrites('jars-v1')
    const streams = await open([jars], { engines })
    const read = await streams.readModel(jars)
    const askAll = () => [read.get('jar-1'), read.getVersioned('jar-1'), read.find({ limit: 9 }), read.count()]
    const refused = await Promise.allSettled(askAll())
    expect(refused.map(({ status }) => status)).toEqual(Array(4).fill('rejected'))
    goOn()
    await streams.projector.caughtUp()
    const document = { sum: 6, events: 3 }
    expect(await Promise.all(askAll())).toEqual([
      document,
      { document, version: 3 },
      { documents: [document], next: null },
      1,
    ])
    expect(read.spec.name).toBe('jars-v1')
  })

  test('that a service does not have can not be read', async () => {
    const streams = await open([jars])
    expect(() => streams.projector.getPosition('cups-v1')).toThrow('cups-v1 is no view of this service')
  })
})
