import { expect, onTestFinished, test, vi } from 'vitest'
import type { MessageBus } from '../ports/message-bus.ts'
import { isBehind, watchLag } from './group-lag.ts'

const start = Date.parse('2026-11-22T06:00:00.000Z')

/** A group on a bus that says what the test says, and on the test's clock. */
const watched = (said: () => Promise<number>) => {
  vi.useFakeTimers({ now: start })
  const bus = { lag: (topic: string, group: string) => (`${topic} ${group}` === 'parcel scales' ? said() : -1) }
  const watch = watchLag({ bus: bus as unknown as MessageBus, topic: 'parcel', group: 'scales' })
  onTestFinished(() => {
    watch.close()
    vi.useRealTimers()
  })
  return watch
}
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)
const after = (seconds: number) => new Date(start + seconds * 1000).toISOString()

test('who has handled all is not behind, however long nothing was published', async () => {
  let waiting = 0
  const watch = watched(async () => waiting)
  await pass(3600)
  waiting = 1
  await pass(5)
  expect(watch.lag()).toEqual({ topic: 'parcel', group: 'scales', messages: 1, seconds: 5 })
})

test('who has not come further for more than a minute is behind', async () => {
  const watch = watched(async () => 14)
  await pass(60)
  expect(isBehind(watch.lag())).toBe(false)
  await pass(1)
  expect(watch.lag()).toMatchObject({ messages: 14, seconds: 61 })
  expect(isBehind(watch.lag())).toBe(true)
})

test('who works through much is as far behind as what it handles is old', async () => {
  const watch = watched(async () => 14)
  await pass(120)
  watch.through(after(90))
  expect(watch.lag().seconds).toBe(30)
  watch.through(after(80))
  watch.through(undefined)
  expect(watch.lag().seconds).toBe(30)
  watch.through(after(500))
  expect(watch.lag().seconds).toBe(0)
})

test('who came past something a moment ago was as late as that is old', async () => {
  const watch = watched(async () => 14)
  await pass(10)
  watch.through(after(9))
  expect(watch.lateMs()).toBe(1000)
  await pass(0.5)
  watch.through(undefined)
  expect(watch.lateMs()).toBe(1000)
  await pass(0.5)
  expect(watch.lateMs()).toBe(0)
})

test('while the bus is away what was known stands', async () => {
  let says: () => Promise<number> = async () => 3
  const watch = watched(() => says())
  await pass(5)
  says = () => Promise.reject(new Error('away'))
  await pass(70)
  expect(watch.lag()).toMatchObject({ messages: 3, seconds: 75 })
  says = async () => 0
  await pass(5)
  expect(watch.lag()).toMatchObject({ messages: 0, seconds: 0 })
})
