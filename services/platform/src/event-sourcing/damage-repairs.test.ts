import { expect, test } from 'vitest'
import { EngineAway } from '../ports/message-bus.ts'
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

setUpJars()

const jars = { ...sumView('jars-v1'), whenDamaged: 'refuses' as const }
const beside = 'jars-v1-beside'
let today = ''
const openJars = (engines = usualEngines()) =>
  open([jars, sumView('others-v1')], { engines, now: () => `${today}T06:00:00.000Z` })

const damage = (table = tablesOf('jars-v1')[0], id = 'jar-1') =>
  changeFile(`update "${table}" set _document = replace(_document, '[', '{') where _id = '${id}'`)
const read = async (streams: Streams<Added>) => {
  const rows = await streams.readModel<Sum>(jars)
  return (await rows.find({ limit: 9 })).documents.map(({ sum }) => sum)
}
const states = (streams: Streams<Added>) =>
  streams.damagedCollections().map(({ collection, state }) => `${collection} ${state}`)
/** Each read tells the damage again: what is told while a repair ends is not heard. */
const untilStates = (streams: Streams<Added>, ...expected: string[]) =>
  expect
    .poll(() =>
      read(streams)
        .then(String, String)
        .then(() => states(streams)),
    )
    .toEqual(expected)
/** As the daily examination does. */
const examine = () => usualEngines().documents.examineRows?.('jars-v1', null, 100)

/** Damaged, filled again, and damaged again on the same day. */
const openStaying = async () => {
  today = '2026-11-29'
  const streams = await openJars()
  await add(streams, 1)
  damage()
  await expect
    .poll(() =>
      read(streams).then(
        () => faults.map(String),
        () => null,
      ),
    )
    .toContainEqual(expect.stringContaining('it was filled again from events'))
  await untilStates(streams)
  damage()
  await untilStates(streams, 'jars-v1 stays')
  return streams
}

test('a view that was damaged twice on one day stays however often that is met, and fills again on the next day', async () => {
  const streams = await openStaying()
  const told = faults.length
  for (let times = 0; times < 3; times += 1) await examine()
  expect(states(streams)).toEqual(['jars-v1 stays'])
  expect(faults).toHaveLength(told)
  today = '2026-11-30'
  await examine()
  await expect.poll(() => states(streams)).toEqual([])
  expect(await read(streams)).toEqual([1])
})

test('a start on the next day fills a view again that stays as it is, and one on the same day does not', async () => {
  await close(await openStaying())
  await restart()
  const sameDay = await openJars()
  await expect.poll(() => states(sameDay)).toEqual(['jars-v1 stays'])
  await close(sameDay)
  expect(faults.map(String).filter((one) => one.includes('it was filled again'))).toHaveLength(1)
  await restart()
  today = '2026-11-30'
  const nextDay = await openJars()
  await expect.poll(() => read(nextDay).catch(() => null)).toEqual([1])
  expect(states(nextDay)).toEqual([])
})

test('rows that are damaged while they fill end the fill: the view stays, the new rows are gone, and the next day it heals', async () => {
  today = '2026-11-29'
  const usual = usualEngines()
  let isDamaging = false
  const streams: Streams<Added> = await openJars({
    ...usual,
    documents: {
      ...usual.documents,
      async write(writes, checkpoints) {
        const taken = await usual.documents.write(writes, checkpoints)
        if (!isDamaging || !writes.some(({ collection }) => collection === beside)) return taken
        isDamaging = false
        const [table] = tablesOf('jars-v1').filter((one) => one.endsWith('beside'))
        damage(table, 'jar-2')
        // The old rows go on, so that the new ones must be read again.
        await add(streams, 2, 'jar-2')
        return taken
      },
    },
  })
  await add(streams, 1)
  await add(streams, 1, 'jar-2')
  damage()
  isDamaging = true
  await untilStates(streams, 'jars-v1 stays')
  await expect.poll(() => faults.map(String)).toContainEqual(expect.stringContaining('it could not be filled again'))
  expect(await usual.documents.collections()).not.toContain(beside)
  await add(streams, 3, 'jar-2')
  expect((await readStoredRow(sumView('others-v1'), 'jar-2'))?.document).toEqual({ sum: 6, events: 3 })
  today = '2026-11-30'
  await examine()
  await expect.poll(() => read(streams).catch(() => null)).toEqual([6, 1])
})

test('a fill that ends because the disk takes no writes begins again as soon as it does', async () => {
  today = '2026-11-29'
  const usual = usualEngines()
  let refused = 0
  const streams = await openJars({
    ...usual,
    documents: {
      ...usual.documents,
      beside: async (spec) => {
        if (refused > 1) return usual.documents.beside?.(spec) as Promise<string>
        refused += 1
        throw new EngineAway('the disk is full')
      },
    },
  })
  await add(streams, 1)
  damage()
  await untilStates(streams, 'jars-v1 filling')
  await expect.poll(() => read(streams).catch(() => null)).toEqual([1])
  expect(refused).toBe(2)
})
