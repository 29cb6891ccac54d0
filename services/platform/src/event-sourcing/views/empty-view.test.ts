import { expect, test, vi } from 'vitest'
import { openCache } from '../../engines/embedded/cache-limits/cache.ts'
import { EngineAway } from '../../ports/message-bus.ts'
import {
  type Added,
  add,
  close,
  held,
  jars,
  jarsForEachTest,
  open,
  standsIn,
  summing,
  superstitious,
  usualEngines,
  watchingWrites,
} from '../jars-for-each-test.ts'
import { emptyView } from './empty-view.ts'
import type { AnyView } from './view.ts'

jarsForEachTest()

const cups = summing('cups-v1')

/** By an operator who has stopped the service: what was in its cache is gone. */
const empty = (view: string, views: readonly AnyView<Added>[] = [jars, cups], cache = openCache()) =>
  emptyView({ service: 'jar', engines: { ...usualEngines(), cache }, views }, view)
const breakRow = (view: typeof jars, id: string) =>
  usualEngines().documents.write([
    { collection: view.collection.name, id, document: { sum: -1, events: -1 }, version: 1e9 },
  ])

test('a view that was emptied shows what it showed, its broken rows are gone, and the others are as they were', async () => {
  const first = await open([jars, cups])
  await add(first, 2)
  await add(first, 3)
  const showed = await standsIn(jars)
  await close(first)
  for (const view of [jars, cups]) await breakRow(view, 'jar-1')
  await breakRow(jars, 'jar-of-nobody')

  expect(await empty('jars-v1')).toEqual({ stoppedAt: null })
  const { engines, units } = watchingWrites()
  const again = await open([jars, cups], { engines })
  await again.projector.caughtUp()
  expect(await standsIn(jars)).toEqual(showed)
  expect(await standsIn(jars, 'jar-of-nobody')).toBeNull()
  expect(await standsIn(cups)).toMatchObject({ document: { sum: -1 } })
  expect(units).toEqual([['jars-v1']])
})

test('until it has caught up reading it is away, the other views are read and commands go on', async () => {
  const first = await open([jars, cups])
  await add(first, 2)
  await close(first)
  await empty('jars-v1')

  const { engines, goOn } = held('jars-v1')
  const again = await open([jars, cups], { engines })
  await add(again, 3)
  expect(await (await again.readModel(cups)).get('jar-1')).toEqual({ sum: 5, events: 2 })
  await expect((await again.readModel(jars)).get('jar-1')).rejects.toThrow(EngineAway)
  goOn()
  await again.projector.caughtUp()
  expect(await (await again.readModel(jars)).get('jar-1')).toEqual({ sum: 5, events: 2 })
})

test('nothing is emptied while a process of the service reads it', async () => {
  const { cache } = usualEngines()
  const running = await open([jars, cups])
  await add(running, 2)
  expect(await empty('jars-v1', [jars, cups], cache)).toBeNull()
  expect(await standsIn(jars)).toMatchObject({ document: { sum: 2 } })
})

test('whoever empties it while a process is being started hears of that one too', async () => {
  await close(await open([jars, cups]))
  const cache = openCache()
  const answers = [null, 'in use']
  const starting = { ...cache, get: async () => answers.shift() ?? null }
  expect(await empty('jars-v1', [jars, cups], starting)).toBeNull()
  expect(answers).toEqual([])
})

test('of one that stood still it is said at which event, since it will again unless that is mended', async () => {
  const views = [jars, superstitious()]
  const first = await open(views)
  await add(first, 2)
  await add(first, 13)
  await vi.waitFor(() => expect(first.projector.behind()).toHaveLength(1), 60_000)
  expect([first.projector.isBehind('lucky-v1'), first.projector.isBehind('jars-v1')]).toEqual([true, false])
  await close(first)
  expect(await empty('jars-v1', views)).toEqual({ stoppedAt: null })
  expect(await empty('lucky-v1', views)).toEqual({ stoppedAt: 2 })
})
