import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { DocumentStore } from '../../ports/document-store.ts'
import type { EventStore } from '../../ports/event-store.ts'
import { EngineAway, type Message, type Publishing, type StoredAt } from '../../ports/message-bus.ts'
import { openTemporaryEngines } from '../../testing/temporary-engines.ts'
import { unchecked } from '../../testing/unchecked.ts'
import { derivedId } from '../events/ids.ts'
import { follow } from './follower.ts'
import { readPublishedAgain } from './lost-messages.ts'
import { publishingEnd } from './publishing-end.ts'

const patience = { timeout: 60_000 }

/** A broker with two partitions: odd and even messages. It can forget what it has acknowledged. */
const openBroker = () => {
  const partitions: string[][] = [[], []]
  const filled: string[] = []
  /** `read`: the next offset of a group, by partition. */
  const state = { isAway: false, onPublish: (): void => undefined, read: [0, 0] }
  const reach = () => {
    if (state.isAway) throw new EngineAway('Kafka is away')
  }
  const bus: Publishing = {
    async publish(_topic, messages) {
      reach()
      state.onPublish()
      const places = new Map<number, StoredAt>()
      for (const { id } of messages) {
        const partition = Number(id) % 2
        const records = partitions[partition] as string[]
        if (!places.has(partition)) places.set(partition, { partition, offset: records.length })
        records.push(id)
      }
      return [...places.values()]
    },
    async end() {
      reach()
      return partitions.map((records) => records.length)
    },
    async fillUp(topic, end) {
      reach()
      filled.push(`${topic} to ${end}`)
      for (const [partition, records] of partitions.entries())
        while (records.length < Math.max(end[partition] ?? 0, state.read[partition] ?? 0)) records.push('filler')
    },
  }
  return {
    bus,
    partitions,
    filled,
    state,
    forget: (partition: number, count: number) => partitions[partition]?.splice(-count),
  }
}

let engines: Awaited<ReturnType<typeof openTemporaryEngines>>
let store: EventStore
let documents: DocumentStore
let broker: ReturnType<typeof openBroker>
let count: number
const opened: { close(): Promise<void> }[] = []
beforeEach(async () => {
  engines = await openTemporaryEngines()
  store = engines.of('parcel').events
  documents = engines.of('parcel').documents
  broker = openBroker()
  count = 0
})
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
  await engines.close()
})

/** Stores so many events, one by one; each announces the message of its number. */
const add = async (more: number): Promise<void> => {
  for (let n = 0; n < more; n += 1) {
    count += 1
    const event = { id: derivedId(count), type: 'Weighed', version: 1, data: { number: count }, metadata: { at: '' } }
    await store.append(`parcel-${count}`, [event], 'no-stream')
  }
}
const leases = { take: async () => true, keep: () => () => undefined, release: async () => undefined }
const open = (how: { lookIntervalMs?: number; documents?: DocumentStore } = {}) => {
  const parts = { topic: 'parcel', documents, leaseFor: () => leases, now: () => now, ...how }
  const end = publishingEnd(broker.bus, parts, async (batch) =>
    batch.map(({ data, position }) => {
      const message = { id: String((data as { number: number }).number) } as Message
      return { message, position, recordedAt: 0 }
    }),
  )
  const { fault: _, close, toldAgain, ...following } = end
  const follower = follow({ store: unchecked(store), onFault: () => undefined, ...following })
  const one = {
    caughtUp: follower.caughtUp,
    toldAgain: () => toldAgain?.(),
    async close() {
      await follower.close()
      await close()
    },
  }
  opened.push(one)
  return one
}
/** Publishes one event at a time, and closes. */
const publishAll = async (numbers: number): Promise<void> => {
  const one = open()
  for (let n = 0; n < numbers; n += 1) {
    await add(1)
    await one.caughtUp()
  }
  await one.close()
}
const now = '2026-11-22T06:00:00.000Z'
const told = (at = now) => readPublishedAgain(documents, 'parcel', at)
const messages = () => broker.partitions.map((records) => records.filter((id) => id !== 'filler').map(Number))
const has = (...numbers: number[]) => expect(new Set(messages().flat())).toEqual(new Set(numbers))
const upTo = (last: number) => Array.from({ length: last }, (_, n) => n + 1)

describe('a start', () => {
  test('goes on after its checkpoint while the topic has all that it acknowledged', async () => {
    await publishAll(4)
    await add(1)
    const one = open()
    await one.caughtUp()
    expect(messages()).toEqual([
      [2, 4],
      [1, 3, 5],
    ])
    expect([one.toldAgain(), broker.filled]).toEqual([0, []])
  })

  test('tells again what one partition has forgotten, in order, after it was filled up', async () => {
    await publishAll(8)
    broker.forget(0, 2)
    const one = open()
    await one.caughtUp()
    expect(broker.partitions[0]).toEqual(['2', '4', 'filler', 'filler', '6', '8'])
    // Everything since the newest moment that is whole, so also what the other partition has kept.
    expect(broker.partitions[1]).toEqual(['1', '3', '5', '7', '7'])
    expect([one.toldAgain(), broker.filled]).toEqual([1, ['parcel to 4,4']])
  })

  test('tells everything again where the topic is gone and empty', async () => {
    await publishAll(6)
    broker.forget(0, 3)
    broker.forget(1, 3)
    await open().caughtUp()
    expect(messages()).toEqual([
      [2, 4, 6],
      [1, 3, 5],
    ])
    expect(broker.filled).toEqual(['parcel to 3,3'])
  })

  test('tells it once: the next start finds nothing missing', async () => {
    await publishAll(6)
    broker.forget(0, 1)
    const one = open()
    await one.caughtUp()
    await one.close()
    const before = messages()
    const again = open()
    await again.caughtUp()
    expect(messages()).toEqual(before)
    expect(again.toldAgain()).toBe(0)
  })

  test('after a crash between the filling and the telling tells it all the same', async () => {
    await publishAll(6)
    broker.forget(0, 2)
    broker.state.onPublish = () => {
      throw new EngineAway('it is killed')
    }
    const killed = open()
    await vi.waitFor(() => expect(broker.filled).toHaveLength(1), patience)
    await killed.close()
    broker.state.onPublish = () => undefined
    await open().caughtUp()
    has(...upTo(6))
  })

  test('that finds Kafka away waits for it, and looks then', async () => {
    await publishAll(4)
    broker.forget(1, 1)
    broker.state.isAway = true
    const one = open()
    await new Promise((resolve) => setTimeout(resolve, 50))
    broker.state.isAway = false
    await one.caughtUp()
    has(...upTo(4))
  })
})

describe('while it runs', () => {
  test('a batch at a place that was given before shows a loss, though the topic is long enough again', async () => {
    await publishAll(4)
    const one = open()
    await one.caughtUp()
    broker.forget(0, 1)
    await add(2)
    await one.caughtUp()
    await vi.waitFor(() => has(...upTo(6)), patience)
    expect(one.toldAgain()).toBe(1)
  })

  test('a loss is found without anything to publish', async () => {
    await publishAll(4)
    const one = open({ lookIntervalMs: 5 })
    await one.caughtUp()
    broker.forget(1, 2)
    await vi.waitFor(() => has(...upTo(4)), patience)
    expect(one.toldAgain()).toBe(1)
  })

  test('a loss after an outage is found before the next message', async () => {
    await publishAll(4)
    const one = open()
    await one.caughtUp()
    broker.state.isAway = true
    broker.forget(0, 2)
    await add(1)
    await new Promise((resolve) => setTimeout(resolve, 50))
    broker.state.isAway = false
    await one.caughtUp()
    has(...upTo(5))
    expect(one.toldAgain()).toBe(1)
  })

  test('of two losses both are told again', async () => {
    await publishAll(6)
    const one = open({ lookIntervalMs: 5 })
    await one.caughtUp()
    for (const partition of [0, 1]) {
      broker.forget(partition, 3)
      await vi.waitFor(() => has(...upTo(6)), patience)
    }
    expect(one.toldAgain()).toBe(2)
  })
})

describe('what was published again', () => {
  const lost = { at: now, times: 1, isUnderWay: false }

  test('is counted from the loss to the last event that was acknowledged before', async () => {
    await publishAll(8)
    expect(await told()).toEqual([])
    broker.forget(0, 2)
    await add(2)
    const one = open()
    await one.caughtUp()
    await one.close()
    // Events 6 to 8, and not 9 and 10, which are published for the first time.
    expect(await told()).toEqual([{ ...lost, messages: 3 }])
  })

  test('is under way while Kafka takes nothing, also after a start', async () => {
    await publishAll(6)
    broker.forget(0, 2)
    broker.state.onPublish = () => {
      throw new EngineAway('it is killed')
    }
    const killed = open()
    await vi.waitFor(() => expect(broker.filled).toHaveLength(1), patience)
    await killed.close()
    expect(await told()).toEqual([{ ...lost, messages: 0, isUnderWay: true }])
    broker.state.onPublish = () => undefined
    const one = open()
    await one.caughtUp()
    await one.close()
    expect(await told()).toEqual([{ ...lost, messages: 3 }])
  })

  test('is told of the last of several losses, with their number', async () => {
    await publishAll(6)
    for (const partition of [0, 1]) {
      broker.forget(partition, 1)
      const one = open()
      await one.caughtUp()
      await one.close()
    }
    expect(await told()).toMatchObject([{ times: 2, isUnderWay: false }])
  })

  test('is shown for a week', async () => {
    await publishAll(2)
    broker.forget(0, 1)
    const one = open()
    await one.caughtUp()
    await one.close()
    expect(await told('2026-11-29T06:00:00.000Z')).toHaveLength(1)
    expect(await told('2026-11-29T06:00:00.001Z')).toEqual([])
  })
})

test('a group that had read more than the topic has, also twice, goes on there and gets all that came since', async () => {
  await publishAll(8)
  // After a crash of a publisher its last message comes again.
  broker.partitions[0]?.push('8', '8')
  broker.state.read = broker.partitions.map((records) => records.length)
  await add(4)
  broker.forget(0, 3)
  await open().caughtUp()
  const rest = broker.partitions.flatMap((records, partition) => records.slice(broker.state.read[partition]))
  for (const number of [9, 10, 11, 12]) expect(rest).toContain(String(number))
})
