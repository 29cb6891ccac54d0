import type { LateGroup } from '@tuma/platform/runtime'
import { tellLateness } from '@tuma/platform/runtime'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openAdaptiveLimit } from './adaptive-limit.ts'

/** One group of another process, and a door that answers a change every 10 ms after 80 ms, by the test's clock. */
const opened = () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-22T06:00:00.000Z') })
  let said = { value: '', until: 0 }
  const cache = {
    get: async () => (said.until > Date.now() ? said.value : null),
    async set(_key: string, value: string, ttlMs: number) {
      said = { value, until: Date.now() + ttlMs }
    },
  }
  const group = {
    oldestAt: null as number | null,
    lateMs: () => (group.oldestAt === null ? 0 : Date.now() - group.oldestAt),
    lag: () => ({ topic: 'delivery', group: 'revenue', messages: 1, seconds: group.lateMs() / 1000 }),
  }
  const allowed: number[] = []
  const told: (LateGroup | null)[] = []
  const endTelling = tellLateness(cache, [group])
  const adaptiveLimit = openAdaptiveLimit({
    cache,
    atOnce: 32,
    allow: (one) => allowed.push(one),
    onLate: (late) => told.push(late),
  })
  const answering = setInterval(() => adaptiveLimit.recordChange(80), 10)
  onTestFinished(() => {
    clearInterval(answering)
    endTelling()
    adaptiveLimit.close()
    vi.useRealTimers()
  })
  return { group, allowed, told }
}
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

test('the full number is let in while no message is over a second old', async () => {
  const { group, allowed, told } = opened()
  const keepingUp = setInterval(() => {
    group.oldestAt = Date.now() - 900
  }, 50)
  await pass(60)
  clearInterval(keepingUp)
  expect([allowed, told]).toEqual([[], []])
})

test('a quarter fewer each second while a group is stuck, and its name is reported once', async () => {
  const { group, allowed, told } = opened()
  const stuckAt = Date.now()
  group.oldestAt = stuckAt
  await pass(2)
  expect(allowed).toEqual([24])
  await pass(1)
  expect(allowed).toEqual([24, 18])
  await pass(60)
  expect(allowed.at(-1)).toBe(1)
  expect(told).toEqual([{ topic: 'delivery', group: 'revenue', oldestAt: stuckAt }])
})

test('not fewer than the late group keeps up with: half of 100 a second, 80 ms each', async () => {
  const { group, allowed } = opened()
  const began = Date.now()
  const halfAsFast = setInterval(() => {
    group.oldestAt = began + (Date.now() - began) / 2
  }, 50)
  await pass(60)
  clearInterval(halfAsFast)
  expect(allowed.slice(0, 3)).toEqual([24, 18, 13])
  expect(new Set(allowed.slice(-2))).toEqual(new Set([4, 6]))
})

test('two more each second once no group is late, and the full number is reported', async () => {
  const { group, allowed, told } = opened()
  group.oldestAt = Date.now()
  await pass(20)
  group.oldestAt = null
  await pass(10)
  expect([allowed.slice(allowed.indexOf(1), allowed.indexOf(1) + 4), told.length]).toEqual([[1, 3, 5, 7], 1])
  await pass(20)
  expect([allowed.at(-1), told.length, told.at(-1)]).toEqual([32, 2, null])
})
