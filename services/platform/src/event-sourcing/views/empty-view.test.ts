import { expect, test, vi } from 'vitest'
import { openCache } from '../../engines/embedded/cache-limits/cache.ts'
import { EngineAway } from '../../ports/message-bus.ts'
import {
  type Added,
  add,
  blockWrites,
  close,
  failAtThirteen,
  jars,
  open,
  readStoredRow,
  setUpJars,
  sumView,
  usualEngines,
  watchingWrites,
} from '../jar-fixture.ts'
import { emptyView } from './empty-view.ts'
import type { AnyView } from './view.ts'

setUpJars()

const cups = sumView('cups-v1')

/** As an operator who has stopped the service: its cache is empty. */
const empty = (view: string, views: readonly AnyView<Added>[] = [jars, cups], cache = openCache()) =>
  emptyView({ service: 'jar', engines: { ...usualEngines(), cache }, views }, view)
const breakRow = (view: typeof jars, id: string) =>
  usualEngines().documents.write([
    { collection: view.collection.name, id, document: { sum: -1, events: -1 }, version: 1e9 },
  ])

test('an emptied view shows the same rows again, without broken ones, and the others are unchanged', async () => {
  const first = await open([jars, cups])
  await add(first, 2)
  await add(first, 3)
  const showed = await readStoredRow(jars)
  await close(first)
  for (const view of [jars, cups]) await breakRow(view, 'jar-1')
  await breakRow(jars, 'jar-of-nobody')

  expect(await empty('jars-v1')).toEqual({ stoppedAt: null })
  const { engines, units } = watchingWrites()
  const again = await open([jars, cups], { engines })
  await again.projector.caughtUp()
  expect(await readStoredRow(jars)).toEqual(showed)
  expect(await readStoredRow(jars, 'jar-of-nobody')).toBeNull()
  expect(await readStoredRow(cups)).toMatchObject({ document: { sum: -1 } })
  expect(units).toEqual([['jars-v1']])
})

test('until it has caught up reading it is away, other views can be read and commands work', async () => {
  const first = await open([jars, cups])
  await add(first, 2)
  await close(first)
  await empty('jars-v1')

  const { engines, goOn } = blockWrites('jars-v1')
  const again = await open([jars, cups], { engines })
  await add(again, 3)
  expect(await (await again.readModel(cups)).get('jar-1')).toEqual({ sum: 5, events: 2 })
  await expect((await again.readModel(jars)).get('jar-1')).rejects.toThrow(EngineAway)
  goOn()
  await again.projector.caughtUp()
  expect(await (await again.readModel(jars)).get('jar-1')).toEqual({ sum: 5, events: 2 })
})

test('no view is emptied while a process of the service reads it', async () => {
  const { cache } = usualEngines()
  const running = await open([jars, cups])
  await add(running, 2)
  expect(await empty('jars-v1', [jars, cups], cache)).toBeNull()
  expect(await readStoredRow(jars)).toMatchObject({ document: { sum: 2 } })
})

test('emptying it during a start of a process is refused too', async () => {
  await close(await open([jars, cups]))
  const cache = openCache()
  const answers = [null, 'in use']
  const starting = { ...cache, get: async () => answers.shift() ?? null }
  expect(await empty('jars-v1', [jars, cups], starting)).toBeNull()
  expect(answers).toEqual([])
})

test('emptying a stopped view reports the event at which it stopped, because it will stop there again unless the projection is corrected', async () => {
  const views = [jars, failAtThirteen()]
  const first = await open(views)
  await add(first, 2)
  await add(first, 13)
  await vi.waitFor(() => expect(first.projector.behind()).toHaveLength(1), 60_000)
  expect([first.projector.isBehind('lucky-v1'), first.projector.isBehind('jars-v1')]).toEqual([true, false])
  await close(first)
  expect(await empty('jars-v1', views)).toEqual({ stoppedAt: null })
  expect(await empty('lucky-v1', views)).toEqual({ stoppedAt: 2 })
})
