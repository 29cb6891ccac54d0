import { setTimeout as pause } from 'node:timers/promises'
import { openLog } from '@tuma/platform/runtime'
import { expect, onTestFinished, test, vi } from 'vitest'
import { PlaceTrouble, withTimeLimit } from './place.ts'
import { OtherKey } from './seal.ts'
import { shipRegularly } from './ship-regularly.ts'

/** A shipment whose place does what the test says, by a clock of the test. */
const openTest = () => {
  let now = Date.parse('2026-11-29T09:00:00.000Z')
  let waits: number | null = null
  let place: () => Promise<void> = async () => undefined
  const lines: string[] = []
  const log = openLog('warn', { write: (line: string) => void lines.push(JSON.parse(line).msg) })
  const ship = vi.fn(async () => {
    const taken = waits
    await place()
    if (waits === taken) waits = null
  })
  const shipping = shipRegularly({ ship, waitsSince: () => waits }, { now: () => now, log, everyMs: 5, maxPauseMs: 5 })
  onTestFinished(() => shipping.close())
  return {
    ...{ shipping, ship, lines },
    passes: (ms: number) => {
      now += ms
    },
    commits: () => {
      waits ??= now
    },
    is: (work: typeof place) => {
      place = work
    },
  }
}
const minute = 60_000

test.each(['away', 'full', 'slow'] as const)(
  'a place that is %s is told after minutes, once, with since when, and once that it is over',
  async (state) => {
    const one = openTest()
    one.is(async () => {
      throw new PlaceTrouble(state, 'told by the place')
    })
    one.commits()
    await expect.poll(() => one.ship.mock.calls.length).toBeGreaterThan(1)
    one.passes(2 * minute)
    expect(one.shipping.degraded()).toEqual([])
    one.passes(2 * minute)
    expect(one.shipping.degraded()).toEqual([{ engine: 'backup', state, since: '2026-11-29T09:00:00.000Z' }])
    expect(one.shipping.behindSeconds()).toBe(240)
    await expect.poll(() => one.lines).toHaveLength(1)
    await pause(30)
    one.is(async () => undefined)
    await expect.poll(() => one.lines).toHaveLength(2)
    expect(one.lines[1]).toBe('the backup has everything again')
    expect([one.shipping.degraded(), one.shipping.behindSeconds()]).toEqual([[], 0])
  },
)

test('a call that does not end is a slow place, and no other call joins it', async () => {
  const calls: string[] = []
  const never = new Promise<never>(() => undefined)
  const hung = {
    list: () => never,
    get: () => never,
    remove: () => never,
    put(name: string) {
      calls.push(name)
      return never
    },
  }
  const place = withTimeLimit(hung, 10)
  await expect(place.put('a', Buffer.alloc(1))).rejects.toMatchObject({ state: 'slow' })
  await expect(place.put('b', Buffer.alloc(1))).rejects.toMatchObject({ state: 'slow' })
  expect(calls).toEqual(['a'])
})

test('while a shipment has not ended for minutes the place is slow', async () => {
  const one = openTest()
  const ended = Promise.withResolvers<void>()
  one.is(() => ended.promise)
  one.commits()
  await expect.poll(() => one.ship.mock.calls.length).toBeGreaterThan(0)
  one.passes(4 * minute)
  await expect.poll(() => one.shipping.degraded().map(({ state }) => state)).toEqual(['slow'])
  ended.resolve()
  await expect.poll(() => one.shipping.degraded()).toEqual([])
})

test('a place that was filled with another key is told at once', async () => {
  const one = openTest()
  one.is(async () => {
    throw new OtherKey('writer')
  })
  await expect.poll(() => one.shipping.degraded().map(({ state }) => state)).toEqual(['refused'])
})

test('the end ships what waits', async () => {
  const one = openTest()
  await one.shipping.close()
  const before = one.ship.mock.calls.length
  one.commits()
  await one.shipping.close()
  expect(one.ship.mock.calls.length).toBe(before + 1)
})
