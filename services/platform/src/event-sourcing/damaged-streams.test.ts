import { describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { unlessDamaged } from './checked-store.ts'
import { announce } from './following/publisher.ts'
import {
  add,
  appendEarlier,
  close,
  damageJar,
  faults,
  jars,
  open,
  readStoredRow,
  setUpJars,
  sumView,
  usualEngines,
} from './jar-fixture.ts'
import type { Streams } from './streams.ts'
import { emptyView } from './views/empty-view.ts'

setUpJars()

const since = '2026-11-22T06:00:00.000Z'
const openJars = (options = {}) => open([jars], { now: () => since, ...options })
const flipped = "data = replace(data, '5', '6')"
const damaged = { name: 'Refused', code: 'damaged' }
const addUp = async (stream = 'jar-1', view = jars) => (await readStoredRow(view, stream))?.document?.sum
/** jar-1 holds 3, 5, 7, and its 5 is changed to a 6; jar-2 holds 1. */
const withDamage = async (streams: Streams<never> | Awaited<ReturnType<typeof openJars>>, change = flipped) => {
  const opened = streams as Awaited<ReturnType<typeof openJars>>
  for (const amount of [3, 5, 7]) await add(opened, amount)
  await add(opened, 1, 'jar-2')
  return damageJar('jar-1', 1, change)
}

describe('a command for a damaged stream', () => {
  test.each([
    flipped,
    'data = \'{"amount":\'',
    "metadata = 'x'",
    "metadata = replace(metadata, 'actor', 'Actor')",
    "type = 'Taken'",
    'version = 9',
    "id = 'another'",
    'revision = 40',
    "checksum = '0123456789abcdef'",
    'checksum = null',
  ])('is refused as damaged, and nothing is added: %s', async (change) => {
    const streams = await openJars()
    await withDamage(streams, change)
    const head = await usualEngines().events.head()
    await expect(add(streams, 9)).rejects.toMatchObject(damaged)
    await expect(streams.read('jar-1')).rejects.toMatchObject(damaged)
    expect(await usualEngines().events.head()).toBe(head)
  })

  test('is refused after a restart too, and commands for other streams work', async () => {
    const first = await openJars()
    await withDamage(first)
    await close(first)
    const streams = await openJars()
    await expect(add(streams, 9)).rejects.toMatchObject(damaged)
    await add(streams, 2, 'jar-2')
    expect(await addUp('jar-2')).toBe(3)
    expect(await unlessDamaged(streams.read('jar-1'), 'left out')).toBe('left out')
    await expect(unlessDamaged(Promise.reject(new RangeError()), null)).rejects.toThrow(RangeError)
  })

  test('is refused when an event of any release can not be parsed', async () => {
    const streams = await openJars()
    await appendEarlier([3, 5])
    damageJar('jar-1', 1, "data = '{'")
    await expect(add(streams, 7)).rejects.toMatchObject(damaged)
  })
})

describe('the rows of a damaged stream', () => {
  test('stay as they were, and those of other streams change', async () => {
    const streams = await openJars()
    await withDamage(streams)
    await add(streams, 2, 'jar-2')
    expect([await addUp(), await addUp('jar-2')]).toEqual([3 + 5 + 7, 3])
    expect(streams.projector.behind()).toEqual([])
    expect(streams.projector.fault()).toBeNull()
  })

  test('stay as they were though the stream grows', async () => {
    const streams = await openJars()
    await withDamage(streams)
    await expect(streams.read('jar-1')).rejects.toMatchObject(damaged)
    await appendEarlier([9], 2)
    expect(await streams.projector.caughtUp()).toBe(true)
    expect(await addUp()).toBe(3 + 5 + 7)
  })

  test.each([flipped, "data = '{'", "type = 'Taken'", 'version = 9'])(
    'show the events before the damage when they are filled again, and the view catches up: %s',
    async (change) => {
      const first = await openJars()
      await withDamage(first, change)
      await close(first)
      const anew = sumView('jars-v2')
      const streams = await open([jars, anew], { now: () => since })
      await streams.projector.caughtUp({ view: anew.collection.name })
      await add(streams, 2, 'jar-2')
      expect([await addUp('jar-1', anew), await addUp('jar-2', anew)]).toEqual([3, 3])
      expect(streams.projector.behind()).toEqual([])
    },
  )

  test('of a view over several streams show all of the other streams', async () => {
    const all = { ...sumView('all-v1'), getIds: () => ['all'] }
    const first = await openJars()
    await withDamage(first)
    await close(first)
    const streams = await open([all])
    await streams.projector.caughtUp({ view: all.collection.name })
    expect((await readStoredRow(all, 'all'))?.document).toEqual({ sum: 3 + 1, events: 2 })
  })
})

test('a damaged stream publishes nothing from its damage on, and other streams everything', async () => {
  const added = { topic: 'jar', type: 'jar.added', version: 1, schema: z.object({ amount: z.number() }) }
  const first = await openJars()
  await withDamage(first)
  await close(first)
  const streams = await openJars({ announce: ({ data }: { data: { amount: number } }) => announce(added, data) })
  const heard: unknown[] = []
  const consumer = usualEngines().bus.consume({
    topic: 'jar',
    group: 'listener',
    onMessage: async ({ key, data }) => void heard.push([key, (data as { amount: number }).amount]),
  })
  await add(streams, 2, 'jar-2')
  await vi.waitFor(() => expect(heard).toContainEqual(['jar-2', 2]), 60_000)
  const [, publishing] = streams.followers
  expect(await publishing?.caughtUp()).toBe(true)
  await consumer.close()
  expect(heard.sort()).toEqual([
    ['jar-1', 3],
    ['jar-2', 1],
    ['jar-2', 2],
  ])
})

describe('the list of damaged streams', () => {
  const entry = { stream: 'jar-1', revision: 1, position: 2, since }

  test('says where and since when, logs it once, and is there after a restart', async () => {
    const first = await openJars()
    await withDamage(first)
    expect(await first.damaged()).toEqual([])
    for (let i = 0; i < 2; i += 1) await expect(add(first, 9)).rejects.toMatchObject(damaged)
    expect(first.projector.damaged()).toEqual([{ service: 'jar', ...entry }])
    expect(faults).toMatchObject([
      { name: 'StreamDamaged', message: expect.stringContaining('jar-1 is damaged at revi') },
    ])
    await close(first)
    const streams = await openJars({ now: () => '2026-11-23T06:00:00.000Z' })
    expect(await streams.damaged()).toEqual([entry])
    expect(faults).toHaveLength(1)
  })

  test('has after a start every damaged stream, also those without a command', async () => {
    const first = await openJars()
    await withDamage(first)
    damageJar('jar-2', 0, "data = '{'")
    await close(first)
    const streams = await openJars()
    const other = { ...entry, stream: 'jar-2', revision: 0, position: 4 }
    await vi.waitFor(async () => expect(await streams.damaged()).toEqual([entry, other]), 60_000)
    expect(await addUp()).toBe(3 + 5 + 7)
  })

  test('is known to a replica that has not met the damage', async () => {
    const [one, other] = [await openJars(), await openJars()]
    await withDamage(one)
    await expect(add(one, 9)).rejects.toMatchObject(damaged)
    expect(await other.damaged()).toEqual([entry])
  })

  test('names the earliest damage of a stream', async () => {
    const streams = await openJars()
    await withDamage(streams)
    await expect(add(streams, 9)).rejects.toMatchObject(damaged)
    damageJar('jar-1', 0, "data = '{'")
    await expect(add(streams, 9)).rejects.toMatchObject(damaged)
    expect(await streams.damaged()).toEqual([{ ...entry, revision: 0, position: 1 }])
  })

  test('leaves out a restored stream, which takes commands, and whose rows are right once they are filled again', async () => {
    const first = await openJars()
    const restore = await withDamage(first)
    await expect(add(first, 9)).rejects.toMatchObject(damaged)
    await close(first)
    restore()
    const engines = usualEngines()
    await emptyView({ service: 'jar', engines, views: [jars] }, 'jars-v1')
    const streams = await openJars()
    await add(streams, 9)
    expect(await streams.damaged()).toEqual([])
    expect(await addUp()).toBe(3 + 5 + 7 + 9)
    damageJar('jar-1', 1, flipped)
    await expect(add(streams, 9)).rejects.toMatchObject(damaged)
    expect(await streams.damaged()).toEqual([entry])
  })
})
