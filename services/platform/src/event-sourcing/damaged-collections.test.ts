import { expect, test } from 'vitest'
import { listenForLeftOut } from './following/behind.ts'
import {
  type Added,
  add,
  changeFile,
  close,
  faults,
  open,
  readStoredRow,
  restart,
  type Sum,
  setUpJars,
  sumView,
  tablesOf,
  usualEngines,
} from './jar-fixture.ts'
import type { Streams } from './streams.ts'
import type { View } from './views/view.ts'

setUpJars()

const jars = { ...sumView('jars-v1'), whenDamaged: 'refuses' as const }
const others = sumView('others-v1')
const views = [jars, others]
let today = '2026-11-29'
const now = () => `${today}T06:00:00.000Z`
const openJars = () => open(views, { now })

/** After an exchange a view has the other table: the one that exists is damaged. */
const damageRow = (view = 'jars-v1', id = 'jar-1') => {
  const table = tablesOf(view)[0]
  changeFile(`update "${table}" set _document = replace(_document, '[', '{') where _id = '${id}'`)
}

const sums = async (streams: Streams<Added>, view: View<Added, Sum> = jars): Promise<number[]> => {
  const rows = await streams.readModel<Sum>(view)
  return (await rows.find({ limit: 100 })).documents.map(({ sum }) => sum)
}
const states = (streams: Streams<Added>) =>
  streams.damagedCollections().map(({ collection, state }) => `${collection} ${state}`)
const healed = async (streams: Streams<Added>, ...expected: number[]) => {
  // Each read tells the damage again: what is told while a repair ends is not heard.
  await expect.poll(() => sums(streams).catch(() => null)).toEqual(expected)
  await expect.poll(() => states(streams)).toEqual([])
}
const fill = async (streams: Streams<Added>, amounts: readonly number[], stream = 'jar-1') => {
  for (const amount of amounts) await add(streams, amount, stream)
}

test('a list of money refuses while a row differs, and its view fills again from events without a restart', async () => {
  const streams = await openJars()
  await fill(streams, [1, 2, 3])
  await fill(streams, [10], 'jar-2')
  damageRow()
  await expect(sums(streams)).rejects.toMatchObject({ name: 'Refused', code: 'damaged' })
  await healed(streams, 10, 6)
  await fill(streams, [4])
  expect(await sums(streams)).toEqual([10, 10])
  expect(await sums(streams, others)).toEqual([10, 10])
  expect((await readStoredRow(jars))?.document).toEqual({ sum: 10, events: 4 })
  expect(await usualEngines().documents.collections()).not.toContain('jars-v1-beside')
})

test('a list that leaves rows out shows the others and says how many, until it is filled again', async () => {
  const streams = await openJars()
  await fill(streams, [1])
  await fill(streams, [10], 'jar-2')
  damageRow('others-v1', 'jar-2')
  const leftOut: number[] = []
  const shown = await listenForLeftOut(
    (rows) => leftOut.push(rows),
    () => sums(streams, others),
  )
  expect([shown, leftOut]).toEqual([[1], [1]])
  await expect.poll(() => states(streams)).toEqual([])
  expect(await sums(streams, others)).toEqual([10, 1])
})

test('events that come while a view fills again are in it, once, and no command waits for it', async () => {
  const streams = await openJars()
  await fill(streams, Array(50).fill(1))
  damageRow()
  await sums(streams).catch(() => undefined)
  await fill(streams, Array(50).fill(1))
  await expect.poll(() => states(streams)).toEqual([])
  await expect.poll(() => sums(streams)).toEqual([100])
  expect(await sums(streams, others)).toEqual([100])
  await close(streams)
  await restart()
  const again = await openJars()
  await expect.poll(() => sums(again)).toEqual([100])
})

test('no event is missing from rows that take their place while others are written at every moment', async () => {
  const streams = await openJars()
  const names = Array.from({ length: 12 }, (_, at) => `jar-${at}`)
  const addToEach = () => Promise.all(names.map((name) => add(streams, 1, name)))
  await addToEach()
  let rounds = 1
  for (const day of ['2026-12-02', '2026-12-03', '2026-12-04']) {
    today = day
    damageRow()
    await sums(streams).catch(() => undefined)
    do {
      await addToEach()
      rounds += 1
    } while (states(streams).length > 0)
  }
  await expect.poll(() => sums(streams).catch(() => null)).toEqual(names.map(() => rounds))
  expect(await sums(streams, others)).toEqual(names.map(() => rounds))
  await addToEach()
  await expect.poll(() => sums(streams)).toEqual(names.map(() => rounds + 1))
})

test('a row that the projector itself reads stops only its view, which goes on when it is filled again', async () => {
  const streams = await openJars()
  await fill(streams, [1])
  damageRow()
  await fill(streams, [2])
  expect(await sums(streams, others)).toEqual([3])
  await expect.poll(() => states(streams)).toEqual([])
  await expect.poll(() => sums(streams)).toEqual([3])
  expect(streams.projector.behind()).toEqual([])
})

test('a second time on one day the view stays as it is and says so, also after a restart; the next restart with sound rows ends it', async () => {
  const streams = await openJars()
  await fill(streams, [1])
  damageRow()
  await sums(streams).catch(() => undefined)
  await healed(streams, 1)
  damageRow()
  const read = () => sums(streams).catch(() => null)
  await expect.poll(() => read().then(() => states(streams))).toEqual(['jars-v1 stays'])
  await close(streams)
  await restart()
  const again = await openJars()
  await expect.poll(() => states(again)).toEqual(['jars-v1 stays'])
  await expect(sums(again)).rejects.toMatchObject({ code: 'damaged' })
  await close(again)
  await restart()
  changeFile(`update "${tablesOf('jars-v1')[0]}" set _document = replace(_document, '{', '[') where _id = 'jar-1'`)
  const mended = await openJars()
  await healed(mended, 1)
})

test('on the next day a view that is damaged again fills again', async () => {
  const streams = await openJars()
  await fill(streams, [1])
  for (const day of ['2026-11-29', '2026-11-30', '2026-12-01']) {
    today = day
    damageRow()
    await sums(streams).catch(() => undefined)
    await healed(streams, 1)
  }
})

test('a fill that a stop cuts short begins again with the next start', async () => {
  const streams = await openJars()
  await fill(streams, [1, 2])
  damageRow()
  await sums(streams).catch(() => undefined)
  await close(streams)
  await restart()
  const again = await openJars()
  await expect.poll(() => sums(again).catch(() => null)).toEqual([3])
  await expect.poll(() => states(again)).toEqual([])
})

test('documents that no event has are named and never filled, and the rest of their collection is read', async () => {
  const { documents } = usualEngines()
  const spec = { name: 'photos-v1', fields: { at: 'text' }, indexes: [], sortBy: 'at' } as const
  const streams = await openJars()
  const photos = await documents.collection<{ at: string }>(spec)
  await documents.write(['a', 'b'].map((id) => ({ collection: spec.name, id, version: 1, document: { at: id } })))
  changeFile(`update "jar/photos-v1" set at = 'c' where _id = 'a'`)
  expect((await photos.find({ limit: 10 })).documents).toEqual([{ at: 'b' }])
  await expect(photos.get('a')).rejects.toMatchObject({ code: 'damaged' })
  await expect.poll(() => states(streams)).toEqual(['photos-v1 kept'])
  await expect.poll(() => faults.map(String)).toEqual([expect.stringContaining('restore a backup')])
  expect(streams.followers[0]?.damagedCollections?.()).toEqual([
    { service: 'jar', collection: 'photos-v1', since: now(), state: 'kept' },
  ])
})
