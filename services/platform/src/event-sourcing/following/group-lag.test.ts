import { expect, onTestFinished, test, vi } from 'vitest'
import { isBehind, watchLag } from './group-lag.ts'

const start = Date.parse('2026-11-22T06:00:00.000Z')

/** A group on a bus whose counts come from the test, with the test's clock. */
const watched = (counted: () => Promise<number>) => {
  vi.useFakeTimers({ now: start })
  const member = { oldest: null as number | null, oldestAt: () => member.oldest }
  const lag = (topic: string, group: string) =>
    `${topic} ${group}` === 'parcel scales' ? counted() : Promise.resolve(-1)
  const watch = watchLag({ bus: { lag }, topic: 'parcel', group: 'scales' }, member)
  onTestFinished(() => {
    watch.close()
    vi.useRealTimers()
  })
  return { watch, member }
}
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)
const after = (seconds: number) => start + seconds * 1000

test('a group that has handled all is not late, however long no message was published', async () => {
  const { watch } = watched(async () => 0)
  await pass(3600)
  expect([watch.lag(), watch.lateMs()]).toEqual([{ topic: 'parcel', group: 'scales', messages: 0, seconds: 0 }, 0])
})

test('a group that is stuck with one message grows as late as that message grows old', async () => {
  const { watch, member } = watched(async () => 14)
  member.oldest = after(0)
  await pass(60)
  expect([watch.lateMs(), isBehind(watch.lag())]).toEqual([60_000, false])
  await pass(1)
  expect(watch.lag()).toMatchObject({ messages: 14, seconds: 61 })
  expect(isBehind(watch.lag())).toBe(true)
})

test('a group with many messages is as late as the oldest one that it has not handled', async () => {
  const { watch, member } = watched(async () => 14)
  await pass(120)
  member.oldest = after(90)
  expect([watch.lateMs(), watch.lag().seconds]).toEqual([30_000, 30])
  member.oldest = after(119)
  expect([watch.lateMs(), watch.lag().seconds]).toEqual([1000, 1])
})

test('a message from a clock that is ahead makes no group late, nor early', async () => {
  const { watch, member } = watched(async () => 1)
  member.oldest = after(5)
  expect([watch.lateMs(), watch.lag().seconds]).toEqual([0, 0])
})

test('while the bus is away the last count stays', async () => {
  let counted: () => Promise<number> = async () => 3
  const { watch } = watched(() => counted())
  await pass(5)
  counted = () => Promise.reject(new Error('away'))
  await pass(70)
  expect(watch.lag()).toMatchObject({ messages: 3 })
  counted = async () => 0
  await pass(5)
  expect(watch.lag()).toMatchObject({ messages: 0 })
})
