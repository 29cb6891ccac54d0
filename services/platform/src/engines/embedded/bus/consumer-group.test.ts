import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { EngineAway, type Message } from '../../../ports/message-bus.ts'
import { openMemoryTopic } from '../../../testing/memory-topic.ts'
import { eventually, listen, messages, ofKey } from '../../../testing/suites/bus-listener.ts'
import { openTemporaryEngines, type TemporaryEngines } from '../../../testing/temporary-engines.ts'

let engines: TemporaryEngines
beforeEach(async () => {
  engines = await openTemporaryEngines()
  onTestFinished(() => engines.close())
})
const bus = () => engines.of('delivery').bus
const numbered = (key: string, count: number, from = 1): string[] =>
  Array.from({ length: count }, (_, index) => `${key}-${from + index}`)
/** The maximum number of messages that a group has in hand. */
const full = 500

const gates: (() => void)[] = []
// A closing consumer waits for its message in hand, so the gates open first.
afterEach(() => {
  for (const letGo of gates.splice(0)) letGo()
})
/** Handles no message of these keys until they are released. */
const holding = (...keys: string[]) => {
  const gate = Promise.withResolvers<void>()
  gates.push(gate.resolve)
  const onMessage = async ({ key }: Message) => void (keys.includes(key) && (await gate.promise))
  return { onMessage, letGo: gate.resolve }
}
/** A group begins in the turn in which it is joined, or in which its topic is served. */
const begun = () => new Promise<void>((resolve) => setImmediate(resolve))
const positions = () => {
  const file = new DatabaseSync(`${engines.folder}/tuma.db`, { readOnly: true })
  try {
    const rows = file.prepare('select topic, consumers, position from group_positions order by topic, consumers').all()
    return rows.map(({ topic, consumers, position }) => `${topic} ${consumers} ${position}`)
  } finally {
    file.close()
  }
}

describe('who reads', () => {
  test('is the reader, once for all groups that keep up; a group that comes later reads alone', async () => {
    const topic = await openMemoryTopic(bus(), 'parcels')
    const [one, other] = [
      listen(bus(), { topic: 'parcels', group: 'a' }),
      listen(bus(), { topic: 'parcels', group: 'b' }),
    ]
    await begun()
    topic.record(messages('k-1', 'k-2'))
    await eventually(() => expect([one.handled, other.handled]).toEqual([numbered('k', 2), numbered('k', 2)]))
    expect(topic.reads).toEqual([])
    const late = listen(bus(), { topic: 'parcels', group: 'c' })
    await eventually(() => expect(late.handled).toEqual(numbered('k', 2)))
    topic.record(messages('k-3'))
    await eventually(() => expect(late.handled).toEqual(numbered('k', 3)))
    expect(topic.reads).toEqual([null])
  })

  test('is a group alone while it is full, until it meets the reader again', async () => {
    const topic = await openMemoryTopic(bus(), 'parcels')
    const { onMessage, letGo } = holding('slow')
    const slow = listen(bus(), { topic: 'parcels', group: 'a', onMessage })
    const quick = listen(bus(), { topic: 'parcels', group: 'b' })
    await begun()
    topic.record(messages(...numbered('slow', full)))
    await eventually(() => expect(quick.handled).toHaveLength(full))
    topic.record(messages(...numbered('k', full)))
    await eventually(() => expect(quick.handled).toHaveLength(2 * full))
    expect([slow.handled, topic.reads]).toEqual([[], []])
    letGo()
    await eventually(() => expect(slow.handled).toHaveLength(2 * full))
    expect([ofKey('slow', slow.handled), ofKey('k', slow.handled)]).toEqual([
      numbered('slow', full),
      numbered('k', full),
    ])
    const alone = topic.reads.length
    expect(alone).toBeGreaterThan(0)
    topic.record(messages('k-501'))
    await eventually(() => expect(slow.handled.at(-1)).toBe('k-501'))
    expect(topic.reads).toHaveLength(alone)
  })

  test('hands each message over once, however many read the topic', async () => {
    const topic = await openMemoryTopic(bus(), 'parcels')
    const second = bus().serve('parcels', { head: async () => null, read: async () => null })
    onTestFinished(second.close)
    expect(await second.startAfter()).toBeNull()
    const { handled } = listen(bus(), { topic: 'parcels' })
    await begun()
    topic.record(messages('k-1', 'k-2'))
    second.take({ messages: topic.recorded, through: 20, eventCount: 2 })
    topic.record(messages('k-3'))
    await eventually(() => expect(handled).toHaveLength(3))
    expect(handled).toEqual(numbered('k', 3))
  })

  test('tries again when the events can not be read', async () => {
    const source = { head: async () => 7, read: vi.fn().mockRejectedValueOnce(new EngineAway('not just now')) }
    const [message] = messages('k-1') as [Message]
    source.read.mockResolvedValue({ messages: [{ message, position: 7, recordedAt: 0 }], through: 7, eventCount: 1 })
    const served = bus().serve('parcels', source)
    const { handled } = listen(bus(), { topic: 'parcels' })
    await served.startAfter()
    await eventually(() => expect(handled).toEqual(['k-1']))
  })

  test('waits while the topic is not served; then it hands over all of it', async () => {
    const { handled } = listen(bus(), { topic: 'parcels' })
    expect(await bus().lag('parcels', 'notification')).toBe(0)
    const topic = await openMemoryTopic(bus(), 'parcels')
    topic.record(messages('k-1'))
    await eventually(() => expect(handled).toEqual(['k-1']))
    await topic.close()
    const again = await openMemoryTopic(bus(), 'parcels', topic.recorded)
    again.record(messages('k-2'))
    await eventually(() => expect(handled).toEqual(['k-1', 'k-2']))
  })
})

describe('keys of one group', () => {
  test('go on beside a slow one', async () => {
    const topic = await openMemoryTopic(bus(), 'parcels')
    const { onMessage, letGo } = holding('slow')
    const { handled } = listen(bus(), { topic: 'parcels', onMessage })
    topic.record(messages('slow-1', 'slow-2', 'a-1', 'b-1', 'a-2', 'b-2'))
    await eventually(() => expect(handled).toHaveLength(4))
    expect([ofKey('a', handled), ofKey('b', handled)]).toEqual([numbered('a', 2), numbered('b', 2)])
    expect(await bus().lag('parcels', 'notification')).toBe(2)
    letGo()
    await eventually(() => expect(handled.slice(4)).toEqual(numbered('slow', 2)))
    await eventually(async () => expect(await bus().lag('parcels', 'notification')).toBe(0))
  })

  test('start again at the first unhandled message, when no member was left to handle it', async () => {
    const topic = await openMemoryTopic(bus(), 'parcels')
    const begun = Promise.withResolvers<void>()
    const onMessage = async ({ key }: Message) => {
      if (key !== 'stuck') return
      begun.resolve()
      throw new Error('not yet')
    }
    const leaving = listen(bus(), { topic: 'parcels', backoffMs: 60_000, onMessage })
    topic.record(messages('a-1', 'stuck-1', 'b-1'))
    await begun.promise
    await eventually(() => expect(leaving.handled).toEqual(['a-1', 'b-1']))
    await leaving.consumer.close()
    expect(await bus().lag('parcels', 'notification')).toBe(2)
    const { handled } = listen(bus(), { topic: 'parcels' })
    await eventually(() => expect([...handled].sort()).toEqual(['b-1', 'stuck-1']))
  })
})

describe('the position of a group', () => {
  test('is kept when all before it is handled, and not sooner', async () => {
    const topic = await openMemoryTopic(bus(), 'parcels')
    const { onMessage, letGo } = holding('slow')
    const { handled } = listen(bus(), { topic: 'parcels', onMessage })
    topic.record(messages('a-1', 'slow-1', 'b-1'))
    await eventually(() => expect(handled).toEqual(['a-1', 'b-1']))
    await eventually(() => expect(positions()).toEqual(['parcels notification 10']))
    letGo()
    await eventually(() => expect(positions()).toEqual(['parcels notification 30']))
  })

  test('is kept for each topic and group', async () => {
    const [parcels, prices] = [await openMemoryTopic(bus(), 'parcels'), await openMemoryTopic(bus(), 'prices')]
    const first = ['parcels', 'prices'].flatMap((topic) =>
      ['a', 'b'].map((group) => listen(bus(), { topic, group }).consumer),
    )
    parcels.record(messages('k-1', 'k-2', 'k-3'))
    prices.record(messages('k-1'))
    const all = ['parcels a 30', 'parcels b 30', 'prices a 10', 'prices b 10']
    await eventually(() => expect(positions()).toEqual(all))
    await Promise.all(first.map((consumer) => consumer.close()))
    prices.record(messages('k-2'))
    const { handled } = listen(bus(), { topic: 'prices', group: 'a' })
    await eventually(() => expect(handled).toEqual(['k-2']))
  })

  test('is not written for messages that concern no group, except once in a thousand events and at the end', async () => {
    const topic = await openMemoryTopic(bus(), 'parcels')
    const { consumer } = listen(bus(), { topic: 'parcels', types: new Set(['ParcelWeighed']) })
    await begun()
    topic.record(messages(...numbered('k', 900)), { isAnnounced: false })
    await eventually(async () => expect(await bus().lag('parcels', 'notification')).toBe(0))
    // A position that had to be kept would be in the file before this write.
    await engines.of('delivery').documents.write([], [{ name: 'later', position: 1 }])
    expect(positions()).toEqual([])
    topic.record(messages(...numbered('k', 200)), { isAnnounced: false })
    await eventually(() => expect(positions()).toEqual(['parcels notification 11000']))
    topic.record(messages('k-1'), { isAnnounced: false })
    await consumer.close()
    expect(positions()).toEqual(['parcels notification 11010'])
  })

  test('that is beyond the end of the store is dropped: the store was restored, and all messages come again', async () => {
    const topic = await openMemoryTopic(bus(), 'parcels')
    const first = listen(bus(), { topic: 'parcels' })
    topic.record(messages('k-1', 'k-2', 'k-3'))
    await eventually(() => expect(positions()).toEqual(['parcels notification 30']))
    await first.consumer.close()
    await topic.close()
    await openMemoryTopic(bus(), 'parcels', topic.recorded.slice(0, 2))
    const second = listen(bus(), { topic: 'parcels' })
    await eventually(() => expect(second.handled).toEqual(['k-1', 'k-2']))
  })
})

test('in a restored store all messages come again', async () => {
  const topic = await openMemoryTopic(bus(), 'parcels')
  const first = listen(bus(), { topic: 'parcels' })
  topic.record(messages('k-1'))
  await eventually(() => expect(positions()).toEqual(['parcels notification 10']))
  await first.consumer.close()
  await engines.of('delivery').documents.forgetCheckpoints()
  const second = listen(bus(), { topic: 'parcels' })
  await eventually(() => expect(second.handled).toEqual(['k-1']))
})

describe('a parked message', () => {
  test('keeps its text, whatever happens to its event, and later ones of its key wait behind it', async () => {
    const topic = await openMemoryTopic(bus(), 'parcels')
    let isBroken = true
    const onMessage = async ({ key }: Message) => {
      if (isBroken && key === 'a') throw new TypeError('too heavy')
    }
    const first = listen(bus(), { topic: 'parcels', attempts: 1, onMessage })
    topic.record(messages('a-1', 'a-2', 'b-1'))
    await eventually(async () => expect(await bus().parked()).toHaveLength(2))
    await first.consumer.close()
    await topic.close()
    const gone = topic.recorded.map((event) => ({ ...event, isAnnounced: false }))
    const later = await openMemoryTopic(bus(), 'parcels', gone)
    expect((await bus().parked()).map(({ message, reason }) => [message, reason])).toEqual([
      [messages('a-1')[0], 'TypeError: too heavy'],
      [messages('a-2')[0], 'behind a-1'],
    ])
    const { handled } = listen(bus(), { topic: 'parcels', attempts: 1, onMessage })
    later.record(messages('a-3', 'b-2'))
    await eventually(async () => expect(await bus().parked()).toHaveLength(3))
    isBroken = false
    expect(await bus().replay('notification', 'parcels', 'a')).toBe(3)
    await eventually(() => expect(ofKey('a', handled)).toEqual(numbered('a', 3)))
    expect(ofKey('b', handled)).toEqual(['b-2'])
  })
})

test('a message that was handled before a parked one of its key is not parked when it comes again', async () => {
  const topic = await openMemoryTopic(bus(), 'parcels')
  const away = Promise.withResolvers<void>()
  const onMessage = async ({ id }: Message) => {
    if (id === 'a-2') throw new TypeError('too heavy')
    if (id !== 'slow-1') return
    away.resolve()
    throw new EngineAway('not just now')
  }
  const first = listen(bus(), { topic: 'parcels', attempts: 1, backoffMs: 60_000, onMessage })
  topic.record(messages('slow-1', 'a-1', 'a-2', 'a-3'))
  await away.promise
  await eventually(async () => expect(await bus().parked()).toHaveLength(2))
  await first.consumer.close()
  const { handled } = listen(bus(), { topic: 'parcels' })
  await eventually(async () => expect(await bus().lag('parcels', 'notification')).toBe(0))
  expect((await bus().parked()).map(({ message }) => message.id)).toEqual(['a-2', 'a-3'])
  await bus().replay('notification', 'parcels', 'a')
  await eventually(() => expect(handled).toEqual(['slow-1', 'a-2', 'a-3']))
})

test('a replayed message that no longer concerns its group is done', async () => {
  const topic = await openMemoryTopic(bus(), 'parcels')
  const onMessage = async () => {
    throw new TypeError('too heavy')
  }
  const first = listen(bus(), { topic: 'parcels', attempts: 1, onMessage })
  topic.record(messages('a-1'))
  await eventually(async () => expect(await bus().parked()).toHaveLength(1))
  await first.consumer.close()
  const { handled } = listen(bus(), { topic: 'parcels', types: new Set(['ParcelShelved']) })
  await bus().replay('notification', 'parcels', 'a')
  await eventually(async () => expect(await bus().lag('parcels', 'notification')).toBe(0))
  expect([handled, await bus().parked()]).toEqual([[], []])
})

test('the lag of a group counts messages that the reader has not reached yet', async () => {
  const topic = await openMemoryTopic(bus(), 'parcels')
  listen(bus(), { topic: 'parcels' })
  await begun()
  topic.record(messages('k-1', 'k-2'), { isTaken: false })
  expect(await bus().lag('parcels', 'notification')).toBe(2)
  topic.takeAll()
  await eventually(async () => expect(await bus().lag('parcels', 'notification')).toBe(0))
})

test('the lag of a group counts its replayed messages', async () => {
  const topic = await openMemoryTopic(bus(), 'parcels')
  const onMessage = async () => {
    throw new TypeError('too heavy')
  }
  const { consumer } = listen(bus(), { topic: 'parcels', attempts: 1, onMessage })
  topic.record(messages('a-1', 'a-2'))
  await eventually(async () => expect(await bus().parked()).toHaveLength(2))
  await consumer.close()
  expect(await bus().lag('parcels', 'notification')).toBe(0)
  await bus().replay('notification', 'parcels', 'a')
  expect(await bus().lag('parcels', 'notification')).toBe(2)
})

describe('the age of the oldest open message', () => {
  const hour = 3_600_000
  const held = async () => {
    const topic = await openMemoryTopic(bus(), 'parcels')
    const { onMessage } = holding('k')
    const { consumer } = listen(bus(), { topic: 'parcels', onMessage })
    await begun()
    return { topic, consumer }
  }
  /** In milliseconds, as of now. */
  const getAge = (consumer: { oldestAt(): number | null }) => Date.now() - (consumer.oldestAt() ?? Number.NaN)

  test('counts from the arrival of an event, even if its command was given hours before on an offline phone', async () => {
    const { topic, consumer } = await held()
    topic.record(messages('k-1'), { at: Date.now() - hour })
    expect(getAge(consumer)).toBeLessThan(hour / 2)
  })

  test('is never below zero when the clock was set back', async () => {
    const { topic, consumer } = await held()
    topic.record(messages('k-1'), { at: Date.now() + hour })
    expect(getAge(consumer)).toBeGreaterThanOrEqual(0)
  })

  test('counts from the recording, when that was before the start', async () => {
    const topic = await openMemoryTopic(bus(), 'parcels')
    topic.record(messages('k-1'), { at: Date.now() - hour })
    await topic.close()
    await openMemoryTopic(bus(), 'parcels', topic.recorded)
    const { onMessage } = holding('k')
    const { consumer } = listen(bus(), { topic: 'parcels', onMessage })
    await eventually(() => expect(getAge(consumer)).toBeGreaterThanOrEqual(hour))
  })
})

describe('a listener', () => {
  const overhear = async (topic: string, onMessage: (message: Message) => Promise<void> = async () => {}) => {
    const heard: string[] = []
    const listener = bus().listen({
      topic,
      async onMessage(message) {
        await onMessage(message)
        heard.push(message.id)
      },
      onFault: (error) => expect.unreachable(String(error)),
    })
    onTestFinished(listener.close)
    await eventually(() => expect(listener.listening()).toBe(true))
    return heard
  }

  test('gets no earlier message, though the reader has not reached it yet', async () => {
    const topic = await openMemoryTopic(bus(), 'parcels')
    topic.record(messages('k-1'), { isTaken: false })
    const heard = await overhear('parcels')
    topic.record(messages('k-2'), { isTaken: false })
    topic.takeAll()
    await eventually(() => expect(heard).toEqual(['k-2']))
  })

  test('misses no message, however many come while it is busy, and leaves nothing in the file', async () => {
    const topic = await openMemoryTopic(bus(), 'parcels')
    const { onMessage, letGo } = holding('slow')
    const heard = await overhear('parcels', onMessage)
    topic.record(messages(...numbered('slow', full)))
    topic.record(messages(...numbered('slow', full, full + 1)))
    letGo()
    await eventually(() => expect(heard).toEqual(numbered('slow', 2 * full)))
    expect(positions()).toEqual([])
  })
})
