import { describe, expect, test, vi } from 'vitest'
import type { Engines } from '../../ports/engines.ts'
import {
  type Added,
  add,
  appendEarlier,
  blockWrites,
  close,
  failAtThirteen,
  jars,
  open,
  readStoredRow,
  type Sum,
  setUpJars,
  sumView,
  usualEngines,
} from '../jar-fixture.ts'
import type { AnyView, View } from './view.ts'

setUpJars()

describe('a new view', () => {
  test('fills beside the old ones, which show new events at once', async () => {
    const first = await open([jars])
    for (const amount of [1, 2, 3]) await add(first, amount)
    await close(first)
    const { engines, goOn } = blockWrites('cups-v1')
    const streams = await open([jars, sumView('cups-v1')], { engines })
    await add(streams, 4)
    await add(streams, 5)
    expect((await readStoredRow(jars))?.document).toEqual({ sum: 15, events: 5 })
    expect(streams.projector.behind()).toEqual([{ service: 'jar', view: 'cups-v1', position: null, stoppedBy: null }])
    goOn()
    await streams.projector.caughtUp()
    await add(streams, 6)
    expect(await readStoredRow(sumView('cups-v1'))).toEqual(await readStoredRow(jars))
    expect(streams.projector.behind()).toEqual([])
  })

  test('is awaited before the service is ready, and answers nothing while half filled', async () => {
    await appendEarlier([1, 2, 3])
    const { engines, goOn } = blockWrites('cups-v1')
    const streams = await open([sumView('cups-v1')], { engines })
    const cups = await streams.readModel(sumView('cups-v1'))
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

  test('that can not be filled is a fault of the service: the earlier release continues', async () => {
    await appendEarlier([1, 13])
    const streams = await open([failAtThirteen(), jars])
    await vi.waitFor(() => expect(streams.projector.fault()).toMatchObject({ name: 'ViewFault' }), 60_000)
    await streams.projector.caughtUp({ view: jars.collection.name })
  })

  test('equals the former one, when it is a rebuild', async () => {
    const found = async (view: AnyView<Added>) =>
      (await usualEngines().documents.collection(view.collection)).find({ limit: 9 })
    const first = await open([jars])
    for (let n = 0; n < 20; n += 1) await add(first, n, `jar-${n % 3}`)
    const before = await found(jars)
    expect(before.documents).toHaveLength(3)
    await close(first)
    const streams = await open([sumView('jars-v2')])
    await streams.projector.caughtUp()
    expect(await found(sumView('jars-v2'))).toEqual(before)
  })
})

describe('a collection that a newer version replaces', () => {
  const leaseMs = 150
  /** A third of the lease passes from one to the next. */
  const watchingTicks = (engines: Engines = usualEngines()) => {
    const ticks = vi.fn(engines.cache.set)
    return { ticks, engines: { ...engines, cache: { ...engines.cache, set: ticks } } }
  }

  test('is dropped once the new one has caught up, and no other changes', async () => {
    const first = await open([jars, sumView('cups-v1')], { leaseMs })
    await add(first, 7)
    await close(first)
    const { documents } = usualEngines()
    await documents.collection(sumView('another-v1').collection)
    const streams = await open([sumView('jars-v2'), sumView('cups-v1')], { leaseMs })
    await vi.waitFor(async () => expect(await documents.collections()).not.toContain('jars-v1'), 60_000)
    const own = ['audit-findings', 'audit-passes', 'damaged-collections', 'damaged-streams']
    const ours = [...own, 'personal-keys', 'stored-kinds']
    expect((await documents.collections()).sort()).toEqual(['another-v1', 'cups-v1', 'jars-v2', ...ours].sort())
    expect(await (await streams.readModel(sumView('jars-v2'))).get('jar-1')).toEqual({ sum: 7, events: 1 })
  })

  test('stays until the new one has caught up, however long that takes', async () => {
    const first = await open([jars], { leaseMs })
    await add(first, 7)
    await close(first)
    const { engines: slow, goOn } = blockWrites('jars-v2')
    const { ticks, engines } = watchingTicks(slow)
    await open([sumView('jars-v2')], { leaseMs, engines })
    await vi.waitFor(() => expect(ticks.mock.calls.length).toBeGreaterThan(12), 60_000)
    const { documents } = usualEngines()
    expect(await documents.collections()).toContain('jars-v1')
    goOn()
    await vi.waitFor(async () => expect(await documents.collections()).not.toContain('jars-v1'), 60_000)
  })

  test('stays as long as the release that reads it runs', async () => {
    // Longer than a busy machine hangs, because two releases in one process share its clock.
    const leaseMs = 600
    const old = await open([jars], { leaseMs })
    await add(old, 7)
    const asked = vi.fn(usualEngines().cache.get)
    const engines = { ...usualEngines(), cache: { ...usualEngines().cache, get: asked } }
    const streams = await open([sumView('jars-v2')], { leaseMs, engines })
    await streams.projector.caughtUp()
    await vi.waitFor(() => expect(asked.mock.calls.length).toBeGreaterThan(8), 60_000)
    expect(await (await old.readModel(jars)).get('jar-1')).toEqual({ sum: 7, events: 1 })
    await add(old, 1)
    expect((await readStoredRow(jars))?.document).toEqual({ sum: 8, events: 2 })
    await close(old)
    const { documents } = usualEngines()
    await vi.waitFor(async () => expect(await documents.collections()).not.toContain('jars-v1'), 60_000)
  })

  test('stays when the cache has lost its readers for a moment', async () => {
    const { documents } = usualEngines()
    await documents.collection(jars.collection)
    const engines = usualEngines()
    let looks = 0
    const get = async () => (++looks === 2 ? null : '1')
    await open([sumView('jars-v2')], { leaseMs, engines: { ...engines, cache: { ...engines.cache, get } } })
    await vi.waitFor(() => expect(looks).toBeGreaterThan(8), 60_000)
    expect(await documents.collections()).toContain('jars-v1')
  })

  test('is filled again by an older release that comes back', async () => {
    const first = await open([jars], { leaseMs })
    await add(first, 7)
    await close(first)
    const { documents } = usualEngines()
    const newer = await open([sumView('jars-v2')], { leaseMs })
    await vi.waitFor(async () => expect(await documents.collections()).not.toContain('jars-v1'), 60_000)
    await add(newer, 1)
    await close(newer)
    const { ticks, engines } = watchingTicks()
    const back = await open([jars], { leaseMs, engines })
    await back.projector.caughtUp()
    expect(await (await back.readModel(jars)).get('jar-1')).toEqual({ sum: 8, events: 2 })
    await vi.waitFor(() => expect(ticks.mock.calls.length).toBeGreaterThan(12), 60_000)
    expect(await documents.collections()).toContain('jars-v2')
  })

  test('of a newer release is not read when that release comes back, before it has caught up', async () => {
    const newer = [sumView('jars-v2'), sumView('cups-v1')]
    const first = await open(newer)
    await add(first, 7)
    await close(first)
    const older = await open([sumView('cups-v1')])
    await add(older, 1)
    await close(older)
    const { engines, goOn } = blockWrites('jars-v2')
    const back = await open(newer, { engines })
    const read = await back.readModel(sumView('jars-v2'))
    await expect(read.get('jar-1')).rejects.toThrow('being filled')
    goOn()
    await back.projector.caughtUp()
    expect(await read.get('jar-1')).toEqual({ sum: 8, events: 2 })
  })
})

test('a view whose shape changed under its old name is refused at the start', async () => {
  await close(await open([jars]))
  const fragile: View<Added, Sum & { fragile: boolean }> = {
    whenDamaged: 'leavesOut',
    collection: { ...jars.collection, shape: { ...jars.collection.shape, fragile: 'boolean' } },
    getIds: jars.getIds,
    project: (document, event) => ({ ...jars.project(document, event), fragile: false }),
  }
  await expect(open([fragile])).rejects.toMatchObject({ code: 'DeclaredDifferently', collection: 'jars-v1' })
  await open([{ ...fragile, collection: { ...fragile.collection, name: 'jars-v2' } }])
})
