import type { Admin } from 'kafkajs'
import { expect, onTestFinished, test, vi } from 'vitest'
import { EngineAway } from '../../ports/message-bus.ts'
import type { AskAdmin } from './ask-admin.ts'
import { findOldestOpen, watchElsewhere } from './oldest-open.ts'

const now = Date.parse('2026-11-22T06:00:00.000Z')
const nobody = () => false

/**
 * A broker with a topic: for each partition, the ages of its records in milliseconds and how many the group has
 * committed.
 */
const getBroker = (...partitions: { readonly ages: readonly number[]; readonly next: number }[]) => {
  const broker = { partitions, looks: 0, isAway: false }
  const offsets = (getOffset: (ages: readonly number[]) => number) =>
    partitions.map(({ ages }, partition) => ({ partition, offset: String(getOffset(ages)) }))
  const admin = {
    fetchTopicOffsets: async () =>
      partitions.map(({ ages }, partition) => ({ partition, offset: '', low: '0', high: String(ages.length) })),
    fetchOffsets: async () => [
      { topic: 'parcels', partitions: partitions.map(({ next }, partition) => ({ partition, offset: String(next) })) },
    ],
    /** As Kafka does: the first offset of that time or later, or the end. */
    async fetchTopicOffsetsByTimestamp(_topic: string, at: number) {
      broker.looks += 1
      return offsets((ages) => {
        const first = ages.findIndex((age) => now - age >= at)
        return first === -1 ? ages.length : first
      })
    },
  } as unknown as Admin
  const ask: AskAdmin = async (question) => {
    if (broker.isAway) throw new EngineAway('Kafka is away')
    return question(admin)
  }
  const find = findOldestOpen(ask, { topic: 'parcels', group: 'payment' }, () => now)
  return { broker, find, ageFound: async () => now - ((await find(nobody)) ?? now) }
}

test.each([1500, 61_000, 3_600_000, 90 * 86_400_000])(
  'the oldest open record of %i ms is found to within a sixteenth',
  async (age) => {
    const { ageFound } = getBroker(
      { ages: [2 * age, age, 3], next: 1 },
      { ages: [age, age / 2], next: 1 },
      { ages: [], next: 0 },
    )
    const found = await ageFound()
    expect([found <= age, found > age * (15 / 16)]).toEqual([true, true])
  },
)

test('records under a second old are not late, and the broker is asked once', async () => {
  const { broker, find } = getBroker({ ages: [5000, 999], next: 1 })
  expect([await find(nobody), broker.looks]).toEqual([null, 1])
})

test('when the group has handled all records, no times are asked for', async () => {
  const { broker, find } = getBroker({ ages: [5000, 4000], next: 2 })
  expect([await find(nobody), broker.looks]).toEqual([null, 0])
})

test('a partition of this process is left out', async () => {
  const { broker, find } = getBroker({ ages: [5000], next: 0 })
  expect([await find((partition) => partition === 0), broker.looks]).toEqual([null, 0])
})

test('while a group is stuck its time is searched for once', async () => {
  const { broker, find } = getBroker({ ages: [90_000], next: 0 })
  const first = await find(nobody)
  const looks = broker.looks
  expect([await find(nobody), broker.looks]).toEqual([first, looks + 1])
})

test('looks every five seconds, every second while there is one, and has none while Kafka is away', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let [looks, find] = [0, async (): Promise<number | null> => null]
  const watch = watchElsewhere(() => {
    looks += 1
    return find()
  })
  onTestFinished(watch.close)
  await vi.advanceTimersByTimeAsync(10_000)
  expect([looks, watch.oldestAt()]).toEqual([2, null])
  find = async () => 7
  await vi.advanceTimersByTimeAsync(7000)
  expect([looks, watch.oldestAt()]).toEqual([5, 7])
  find = () => Promise.reject(new EngineAway('Kafka is away'))
  await vi.advanceTimersByTimeAsync(1000)
  expect(watch.oldestAt()).toBeNull()
  watch.close()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(looks).toBe(6)
})
