import { expect, onTestFinished, test, vi } from 'vitest'
import { openCache } from '../engines/embedded/cache-limits/cache.ts'
import { readLateGroup, tellLateness } from './lateness.ts'

const start = Date.parse('2026-11-22T06:00:00.000Z')

/** Processes with one group each, with a shared cache and the test's clock. */
const opened = (...groups: string[]) => {
  vi.useFakeTimers({ now: start })
  onTestFinished(() => void vi.useRealTimers())
  const cache = openCache()
  const processes = groups.map((group) => {
    const one = { oldestAt: Number.POSITIVE_INFINITY, lateMs: () => Math.max(0, Date.now() - one.oldestAt) }
    const lag = () => ({ topic: 'delivery', group, messages: 1, seconds: one.lateMs() / 1000 })
    onTestFinished(tellLateness(cache, [{ lag, lateMs: one.lateMs }]))
    return one
  })
  return { cache, processes }
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('a group is named once its oldest message is over a second old, and no longer when it has handled it', async () => {
  const { cache, processes } = opened('revenue')
  const [revenue] = processes as [(typeof processes)[0]]
  revenue.oldestAt = start
  await pass(1000)
  expect(await readLateGroup(cache)).toBeNull()
  await pass(250)
  expect(await readLateGroup(cache)).toEqual({ topic: 'delivery', group: 'revenue', oldestAt: start })
  await pass(3_600_000)
  expect(await readLateGroup(cache)).toMatchObject({ group: 'revenue' })
  revenue.oldestAt = Number.POSITIVE_INFINITY
  await pass(1000)
  expect(await readLateGroup(cache)).toBeNull()
})

test('of several processes the one whose group has the oldest message is reported', async () => {
  const { cache, processes } = opened('revenue', 'payment', 'identity')
  for (const [index, one] of processes.entries()) one.oldestAt = start - ([2000, 9000, 5000][index] ?? 0)
  await pass(1000)
  expect(await readLateGroup(cache)).toMatchObject({ group: 'payment', oldestAt: start - 9000 })
  for (const one of processes) one.oldestAt += 6000
  await pass(1000)
  expect(await readLateGroup(cache)).toMatchObject({ group: 'payment', oldestAt: start - 3000 })
  await pass(9000)
  Object.assign(processes[1] ?? {}, { oldestAt: Number.POSITIVE_INFINITY })
  await pass(1000)
  expect(await readLateGroup(cache)).toMatchObject({ group: 'identity', oldestAt: start + 1000 })
})

test.each(['1', '{}', 'nonsense'])(
  'a note of another release (%s) makes no group late, and is overwritten',
  async (said) => {
    const { cache, processes } = opened('revenue')
    await cache.set('late', said, 60_000)
    expect(await readLateGroup(cache)).toBeNull()
    Object.assign(processes[0] ?? {}, { oldestAt: start })
    await pass(1500)
    expect(await readLateGroup(cache)).toMatchObject({ group: 'revenue' })
  },
)

test('an outage of the cache makes no group late', async () => {
  const away = () => Promise.reject(new Error('away'))
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const late = { lag: () => ({ topic: 'delivery', group: 'revenue', messages: 1, seconds: 9 }), lateMs: () => 9000 }
  onTestFinished(tellLateness({ get: away, set: away }, [late]))
  await pass(1000)
  expect(await readLateGroup({ get: away })).toBeNull()
})
