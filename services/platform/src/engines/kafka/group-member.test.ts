import type { EachBatchPayload, Kafka } from 'kafkajs'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Message } from '../../ports/message-bus.ts'
import { openGroupMember } from './group-member.ts'
import type { ParkedMessages } from './parked-messages.ts'
import type { Topics } from './topics.ts'
import { toRecord } from './wire.ts'

type EachBatch = (payload: EachBatchPayload) => Promise<void>

const nothing = async () => undefined
const message = (id: string): Message => ({ id, key: id, type: 'ParcelWeighed', version: 1, data: null, headers: {} })

/** The part of a client that a member uses: the test gives it its batches. */
const openKafka = () => {
  const running = Promise.withResolvers<EachBatch>()
  const consumer = {
    ...{ connect: nothing, disconnect: nothing, subscribe: nothing },
    events: { CRASH: 'crash', GROUP_JOIN: 'join' },
    on: () => undefined,
    run: async ({ eachBatch }: { eachBatch: EachBatch }) => running.resolve(eachBatch),
  }
  return { kafka: { consumer: () => consumer } as unknown as Kafka, running: running.promise }
}

const parked = { upToDate: nothing, isParked: () => false, of: () => [] } as unknown as ParkedMessages
const topics = { ensure: nothing } as unknown as Topics

/** A member with a batch of these messages in hand; the test decides when the first one is done. */
const withBatch = async (ids: readonly string[], heartbeat: () => Promise<void>) => {
  const handled: string[] = []
  const [begun, first] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { kafka, running } = openKafka()
  const member = openGroupMember(kafka, topics, parked, async () => null, {
    topic: 'parcels',
    group: 'payment',
    async onMessage({ id }) {
      handled.push(id)
      begun.resolve()
      await first.promise
    },
  })
  onTestFinished(() => member.close())
  const messages = ids.map((id, offset) => ({
    ...toRecord(message(id)),
    offset: `${offset}`,
    timestamp: `${offset + 1}`,
  }))
  const through: string[] = []
  const eachBatch = await running
  const turn = eachBatch({
    ...{ batch: { partition: 0, messages }, heartbeat, resolveOffset: (offset: string) => through.push(offset) },
    ...{ isRunning: () => true, isStale: () => false },
    ...{ commitOffsetsIfNecessary: nothing, uncommittedOffsets: () => ({ topics: [] }) },
  } as unknown as EachBatchPayload)
  turn.catch(() => undefined)
  await begun.promise
  return { turn, member, handled, through, finishFirst: first.resolve }
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

test('a member whose heartbeat fails finishes the message in hand, takes no other, and leaves its group', async () => {
  const lost = new Error('the group has gone on without this member')
  const { turn, handled, through, finishFirst } = await withBatch(['one', 'two'], () => Promise.reject(lost))
  await vi.advanceTimersByTimeAsync(1000)
  finishFirst()
  await expect(turn).rejects.toBe(lost)
  expect([handled, through]).toEqual([['one'], ['0']])
})

test('a member sends heartbeats while a message takes long, and then takes the next', async () => {
  const heartbeat = vi.fn(nothing)
  const { turn, handled, through, finishFirst } = await withBatch(['one', 'two'], heartbeat)
  await vi.advanceTimersByTimeAsync(3000)
  expect(heartbeat).toHaveBeenCalledTimes(3)
  finishFirst()
  await turn
  expect([handled, through]).toEqual([
    ['one', 'two'],
    ['0', '1'],
  ])
})

test('a member knows when the first record in hand was published, and has none once all are handled', async () => {
  const { turn, member, finishFirst } = await withBatch(['one', 'two'], nothing)
  expect(member.oldestAt()).toBe(1)
  finishFirst()
  await turn
  expect(member.oldestAt()).toBeNull()
})

test('a record that a member leaves behind is still open', async () => {
  const { turn, member, finishFirst } = await withBatch(['one', 'two'], () => Promise.reject(new Error('lost')))
  await vi.advanceTimersByTimeAsync(1000)
  finishFirst()
  await turn.catch(() => undefined)
  expect(member.oldestAt()).toBe(2)
})
