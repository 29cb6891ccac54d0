import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Message } from '../../ports/message-bus.ts'
import { openEmbedded } from './open-embedded.ts'
import { partitionOf } from './partitions.ts'

const patience = 60_000
const opened = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tuma-group-'))
  const house = await openEmbedded({ folder })
  onTestFinished(async () => {
    await house.close()
    await rm(folder, { recursive: true, force: true })
  })
  return house.of('delivery').bus
}

/** Keys that wait in one partition. */
const neighbours = (count: number): string[] =>
  Array.from({ length: 200 }, (_, n) => `k${n}`)
    .filter((key) => partitionOf(key) === 0)
    .slice(0, count)
const message = (key: string, n: number): Message => ({
  id: `${key}-${n}`,
  key,
  type: 'ParcelWeighed',
  version: 1,
  data: null,
  headers: {},
})

test('who takes long over one key holds up none of the others that came with it', async () => {
  const bus = await opened()
  const [slow = '', ...others] = neighbours(5)
  const handled: string[] = []
  const last = Promise.withResolvers<void>()
  await bus.publish(
    'parcels',
    [slow, ...others].flatMap((key) => [message(key, 1), message(key, 2)]),
  )
  bus.consume({
    topic: 'parcels',
    group: 'revenue',
    async onMessage({ id, key }) {
      if (key === slow) await last.promise
      handled.push(id)
      if (handled.length === 2 * others.length) last.resolve()
    },
  })
  await vi.waitFor(() => expect(handled).toHaveLength(10), patience)
  expect(handled.slice(8)).toEqual([`${slow}-1`, `${slow}-2`])
  for (const key of others) expect(handled.filter((id) => id.startsWith(`${key}-`))).toEqual([`${key}-1`, `${key}-2`])
  await vi.waitFor(async () => expect(await bus.lag('parcels', 'revenue')).toBe(0), patience)
})

test('who leaves in the middle of a page has done what stands before the first that is open, and no more', async () => {
  const bus = await opened()
  const [first = '', stuck = '', last = ''] = neighbours(3)
  await bus.publish('parcels', [message(first, 1), message(stuck, 1), message(last, 1)])
  const begun = Promise.withResolvers<void>()
  const handled: string[] = []
  const leaving = bus.consume({
    topic: 'parcels',
    group: 'revenue',
    backoffMs: patience,
    async onMessage({ id, key }) {
      if (key !== stuck) return void handled.push(id)
      begun.resolve()
      throw new Error('not yet')
    },
  })
  await begun.promise
  await vi.waitFor(() => expect(handled).toHaveLength(2), patience)
  await leaving.close()
  expect(await bus.lag('parcels', 'revenue')).toBe(2)
  const again: string[] = []
  bus.consume({ topic: 'parcels', group: 'revenue', onMessage: async ({ id }) => void again.push(id) })
  await vi.waitFor(() => expect(again.sort()).toEqual([`${stuck}-1`, `${last}-1`].sort()), patience)
})
