import { randomUUID } from 'node:crypto'
import { describe, expect, it, onTestFinished } from 'vitest'
import { EngineAway, type Message } from '../../ports/message-bus.ts'
import {
  eventually,
  failOn,
  listen,
  manyKeys,
  message,
  messages,
  type Opened,
  type OpenMessageBus,
  ofKey,
  suiteGroup,
} from './bus-listener.ts'
import { listening } from './listening-suite.ts'
import { away, parking, replaying } from './parking-suite.ts'

/** The promises of `MessageBus`, for every engine. Every test has its own topic. */
export const messageBusSuite = (name: string, open: OpenMessageBus): void => {
  const opened = async () => {
    const it = await open()
    onTestFinished(() => it.close())
    return { ...it, topic: `parcels-${randomUUID()}` }
  }
  describe(`${name} as a message bus`, { timeout: 300_000 }, () => {
    describe('delivering', () => delivering(opened))
    describe('at least once', () => atLeastOnce(opened))
    describe('members of a group', () => sharing(opened))
    describe('parking', () => parking(opened))
    describe('replaying', () => replaying(opened))
    describe('an engine that is away', () => away(opened))
    describe('listening', () => listening(opened))
    describe('lag', () => lag(opened))
    describe('the oldest message that a group has not handled', () => oldest(opened))
  })
}

const delivering = (opened: Opened): void => {
  it('brings a message as it was published', async () => {
    const { bus, topic } = await opened()
    const received: Message[] = []
    listen(bus, { topic, onMessage: async (one) => void received.push(one) })
    await bus.publish(topic, [message('a-1')])
    await eventually(() => expect(received).toEqual([message('a-1')]))
  })

  it('brings the messages of a key in their order', async () => {
    const { bus, topic } = await opened()
    const keys = Array.from({ length: 20 }, (_, i) => `k${i}`)
    const { handled } = listen(bus, { topic })
    for (let i = 0; i < 10; i += 2) {
      await Promise.all(keys.map((key) => bus.publish(topic, messages(`${key}-${i}`, `${key}-${i + 1}`))))
    }
    await eventually(() => expect(new Set(handled).size).toBe(200))
    for (const key of keys) {
      expect([...new Set(ofKey(key, handled))]).toEqual(Array.from({ length: 10 }, (_, i) => `${key}-${i}`))
    }
  })

  it('brings everything to each group, to a new one from the beginning', async () => {
    const { bus, topic } = await opened()
    const first = listen(bus, { topic, group: 'payment' })
    await bus.publish(topic, messages('a-1', 'a-2'))
    await eventually(() => expect(first.handled).toEqual(['a-1', 'a-2']))
    const second = listen(bus, { topic, group: 'revenue' })
    await eventually(() => expect(second.handled).toEqual(['a-1', 'a-2']))
  })

  it('brings the requested types, and is done with the others', async () => {
    const { bus, topic } = await opened()
    const { handled } = listen(bus, { topic, types: new Set(['ParcelWeighed']) })
    const other = { ...message('a-1'), type: 'ParcelShelved' }
    await bus.publish(topic, [other, message('a-2'), message('b-1'), { ...other, id: 'b-2', key: 'b' }])
    await eventually(() => expect([...handled].sort()).toEqual(['a-2', 'b-1']))
    await eventually(async () => expect(await bus.lag(topic, suiteGroup)).toBe(0))
  })

  it('brings nothing of another topic', async () => {
    const { bus, topic } = await opened()
    const { handled } = listen(bus, { topic })
    await bus.publish(`${topic}-other`, messages('a-1'))
    await bus.publish(topic, messages('a-2'))
    await eventually(() => expect(handled).toEqual(['a-2']))
  })
}

const atLeastOnce = (opened: Opened): void => {
  it('brings a message again when its consumer was closed before the end', async () => {
    const { bus, topic } = await opened()
    await bus.publish(topic, messages('a-1', 'a-2', 'a-3'))
    let tried = 0
    const first = listen(bus, {
      topic,
      backoffMs: 60_000,
      onMessage: async ({ id }) => {
        if (id === 'a-1') return
        tried++
        throw new Error('not yet')
      },
    })
    await eventually(() => expect(tried).toBe(1))
    await first.consumer.close()
    const second = listen(bus, { topic })
    await eventually(() => expect(second.handled.slice(-2)).toEqual(['a-2', 'a-3']))
  })

  it('continues after a restart with unhandled messages', async () => {
    const { bus, topic, reopen } = await opened()
    await bus.publish(topic, messages('a-1', 'a-2'))
    const first = listen(bus, { topic, onMessage: failOn((id) => id === 'a-2'), backoffMs: 60_000 })
    await eventually(() => expect(first.handled).toEqual(['a-1']))
    await first.consumer.close()
    const again = (await reopen?.()) ?? bus
    const second = listen(again, { topic })
    await again.publish(topic, messages('a-3'))
    await eventually(() => expect(second.handled.slice(-2)).toEqual(['a-2', 'a-3']))
  })

  it('does not bring again what was handled before an orderly close', async () => {
    const { bus, topic } = await opened()
    const first = listen(bus, { topic })
    await bus.publish(topic, messages('a-1', 'b-1', 'c-1'))
    await eventually(() => expect(first.handled).toHaveLength(3))
    await first.consumer.close()
    const second = listen(bus, { topic })
    await bus.publish(topic, messages('a-2', 'b-2', 'c-2'))
    await eventually(() => expect([...second.handled].sort()).toEqual(['a-2', 'b-2', 'c-2']))
    expect(first.handled).toHaveLength(3)
  })

  it('waits for the message under way when it closes', async () => {
    const { bus, topic } = await opened()
    const begun = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    const onMessage = async () => {
      begun.resolve()
      await gate.promise
    }
    const { handled, consumer } = listen(bus, { topic, onMessage })
    await bus.publish(topic, messages('a-1'))
    await begun.promise
    const closing = consumer.close()
    gate.resolve()
    await closing
    expect(handled).toEqual(['a-1'])
    expect(await bus.lag(topic, suiteGroup)).toBe(0)
  })
}

const sharing = (opened: Opened): void => {
  it('shares the work, and the remaining member takes over', async () => {
    const { bus, topic } = await opened()
    const first = listen(bus, { topic })
    const second = listen(bus, { topic })
    let round = 0
    await eventually(async () => {
      await bus.publish(topic, messages(...manyKeys(round++)))
      expect([first.handled.length > 0, second.handled.length > 0]).toEqual([true, true])
    })
    await eventually(() => expect(new Set([...first.handled, ...second.handled]).size).toBe(40 * round))
    await first.consumer.close()
    await bus.publish(topic, messages(...manyKeys(round)))
    await eventually(() => expect(second.handled).toEqual(expect.arrayContaining(manyKeys(round))))
  })

  it('never has two messages of one key in hand', async () => {
    const { bus, topic } = await opened()
    const inHand = new Map<string, number>()
    let max = 0
    const onMessage = async ({ key }: Message) => {
      inHand.set(key, (inHand.get(key) ?? 0) + 1)
      max = Math.max(max, inHand.get(key) ?? 0)
      await new Promise((resolve) => setTimeout(resolve, 1))
      inHand.set(key, (inHand.get(key) ?? 0) - 1)
    }
    const [first, second] = [listen(bus, { topic, onMessage }), listen(bus, { topic, onMessage })]
    await Promise.all(Array.from({ length: 5 }, (_, round) => bus.publish(topic, messages(...manyKeys(round)))))
    await eventually(() => expect(new Set([...first.handled, ...second.handled]).size).toBe(200))
    expect(max).toBe(1)
  })
}

const lag = (opened: Opened): void => {
  it('is the number of messages that the group must still handle', async () => {
    const { bus, topic } = await opened()
    await bus.publish(topic, messages('a-1', 'b-1', 'c-1'))
    expect(await bus.lag(topic, suiteGroup)).toBe(3)
    const { handled } = listen(bus, { topic })
    await eventually(() => expect(handled).toHaveLength(3))
    await eventually(async () => expect(await bus.lag(topic, suiteGroup)).toBe(0))
    expect(await bus.lag(topic, 'revenue')).toBe(3)
  })
}

const oldest = (opened: Opened): void => {
  it('has the time at which it was published, until it is handled', async () => {
    const { bus, topic } = await opened()
    const [begun, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const onMessage = async ({ id }: Message) => {
      if (id !== 'a-2') return
      begun.resolve()
      await release.promise
    }
    const { consumer } = listen(bus, { topic, onMessage })
    // A consumer waits for the message in hand when it closes.
    onTestFinished(() => release.resolve())
    expect(consumer.oldestAt()).toBeNull()
    await bus.publish(topic, messages('a-1'))
    const before = Date.now()
    await bus.publish(topic, messages('a-2'))
    const after = Date.now()
    await begun.promise
    await bus.publish(topic, messages('a-3', ...manyKeys(1)))
    const at = consumer.oldestAt() ?? 0
    expect([at >= before, at <= after]).toEqual([true, true])
    release.resolve()
    await eventually(() => expect(consumer.oldestAt()).toBeNull())
  })

  it('is one that its member tries again and again', async () => {
    const { bus, topic } = await opened()
    let tries = 0
    const onMessage = async () => {
      tries += 1
      throw new EngineAway('the scale is being carried in')
    }
    const { consumer } = listen(bus, { topic, onMessage })
    const before = Date.now()
    await bus.publish(topic, messages('a-1'))
    const after = Date.now()
    await eventually(() => expect(tries).toBeGreaterThan(3))
    const at = consumer.oldestAt() ?? 0
    expect([at >= before, at <= after]).toEqual([true, true])
  })

  it('keeps its time over a restart', async () => {
    const { bus, topic, reopen } = await opened()
    await bus.publish(topic, messages('a-1'))
    const after = Date.now()
    const again = (await reopen?.()) ?? bus
    const begun = Promise.withResolvers<void>()
    const onMessage = async () => {
      begun.resolve()
      throw new EngineAway('the scale is being carried in')
    }
    const { consumer } = listen(again, { topic, backoffMs: 60_000, onMessage })
    await begun.promise
    expect(consumer.oldestAt()).toBeLessThanOrEqual(after)
  })

  it('is none that is parked, nor one of another group', async () => {
    const { bus, topic } = await opened()
    const { consumer } = listen(bus, { topic, attempts: 1, onMessage: failOn(() => true) })
    const onMessage = async () => {
      throw new EngineAway('the scale is being carried in')
    }
    const other = listen(bus, { topic, group: 'revenue', onMessage })
    await bus.publish(topic, messages('a-1', 'a-2'))
    await eventually(async () => expect(await bus.lag(topic, suiteGroup)).toBe(0))
    await eventually(() => expect([consumer.oldestAt(), other.consumer.oldestAt()]).toEqual([null, expect.any(Number)]))
  })
}
