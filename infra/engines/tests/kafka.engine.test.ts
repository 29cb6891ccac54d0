import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { openKafka } from '@tuma/platform/engines/kafka'
import { Kafka, logLevel } from '@tuma/platform/engines/kafka-client'
import { storedFormat } from '@tuma/platform/engines/stored-format'
import { EngineAway, type Message, OtherFormat } from '@tuma/platform/ports'
import {
  eventually,
  failOn,
  listen,
  manyKeys,
  message,
  messageBusSuite,
  messages,
  ofKey,
  suiteGroup,
} from '@tuma/platform/testing/suites'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { startKafka } from '../src/index.ts'

const engine = await startKafka()
afterAll(() => engine.close())
console.log(engine.found)

const open = (more: Partial<Parameters<typeof openKafka>[0]> = {}) =>
  openKafka({ brokers: engine.url, clientId: 'test', ...more })

/** As from a process of its own. */
const opened = async (more?: Parameters<typeof open>[0]) => {
  const bus = await open(more)
  onTestFinished(() => bus.close())
  return bus
}
const operator = async () => {
  const admin = new Kafka({ brokers: engine.url.split(','), logLevel: logLevel.NOTHING }).admin()
  await admin.connect()
  onTestFinished(() => admin.disconnect())
  return admin
}
const newTopic = () => `parcels-${randomUUID()}`

messageBusSuite('Kafka', async () => {
  const buses = [await open()]
  const [bus] = buses
  if (!bus) throw new Error('one was opened')
  return {
    bus,
    async reopen() {
      await bus.close()
      const again = await open()
      buses.push(again)
      return again
    },
    async close() {
      await Promise.all(buses.map((one) => one.close()))
    },
  }
})

describe('Kafka', { timeout: 300_000 }, () => {
  it('reports to each process of a group the oldest record that another one is stuck with', async () => {
    const [stuck, working] = [await opened(), await opened()]
    const topic = newTopic()
    let tries = 0
    const onMessage = async () => {
      tries += 1
      throw new EngineAway('the scale is being carried in')
    }
    const one = listen(stuck, { topic, onMessage })
    const other = listen(working, { topic })
    const before = Date.now()
    for (let round = 0; tries === 0 || other.handled.length === 0; round += 1) {
      await working.publish(topic, manyKeys(round).map(message))
      await pause(500)
    }
    await eventually(() => expect(other.consumer.oldestAt()).not.toBeNull())
    const [own, found] = [one.consumer.oldestAt() ?? 0, other.consumer.oldestAt() ?? 0]
    expect(own).toBeGreaterThanOrEqual(before)
    // Found by halving, so up to a sixteenth of the age is allowed, and the time between two answers.
    expect(Math.abs(found - own)).toBeLessThan((Date.now() - own) / 8 + 1000)
  })

  it('has each acknowledged message once, however many are published at the same time', async () => {
    const [bus, topic] = [await opened(), newTopic()]
    const ids = Array.from({ length: 200 }, (_, i) => `k${i % 20}-${i}`)
    await Promise.all(ids.map((id) => bus.publish(topic, [message(id)])))
    const { handled } = listen(bus, { topic })
    await eventually(() => expect([...handled].sort()).toEqual([...ids].sort()))
    expect(await bus.lag(topic, 'revenue')).toBe(200)
  })

  it('makes a topic that two processes publish to first at the same time', async () => {
    const [one, other, topic] = [await opened(), await opened(), newTopic()]
    await Promise.all([one.publish(topic, messages('a-1')), other.publish(topic, messages('b-1'))])
    const { handled } = listen(one, { topic })
    await eventually(() => expect([...handled].sort()).toEqual(['a-1', 'b-1']))
  })

  it('refuses a message that is too large, and takes the next', async () => {
    const [bus, topic] = [await opened(), newTopic()]
    const large: Message = { ...message('a-1'), data: 'x'.repeat(2_000_000) }
    await expect(bus.publish(topic, [large])).rejects.not.toBeInstanceOf(EngineAway)
    await bus.publish(topic, messages('a-2'))
    const { handled } = listen(bus, { topic })
    await eventually(() => expect(handled).toEqual(['a-2']))
  })

  it('stores nothing about a process that only listens: no group, no offset', async () => {
    const [bus, topic] = [await opened(), newTopic()]
    const heard: string[] = []
    const listener = bus.listen({ topic, onMessage: async ({ id }) => void heard.push(id), onFault: () => {} })
    await eventually(() => expect(listener.listening()).toBe(true))
    await bus.publish(topic, messages('a-1'))
    await eventually(() => expect(heard).toEqual(['a-1']))
    const admin = await operator()
    const listeners = async () => (await admin.listGroups()).groups.filter((one) => one.groupId.startsWith('listener-'))
    const [group] = await listeners()
    expect(await admin.fetchOffsets({ groupId: group?.groupId ?? '', topics: [topic] })).toEqual([
      { topic, partitions: Array.from({ length: 6 }, () => expect.objectContaining({ offset: '-1' })) },
    ])
    await listener.close()
    await eventually(async () => expect(await listeners()).toEqual([]))
  })

  it('delivers what was published before its group had formed', async () => {
    const [bus, topic] = [await opened(), newTopic()]
    const heard: string[] = []
    const listener = bus.listen({ topic, onMessage: async ({ id }) => void heard.push(id), onFault: () => {} })
    onTestFinished(() => listener.close())
    await eventually(() => expect(listener.listening()).toBe(true))
    // kafkajs alone would begin at the end of the topic at the time when the group has formed.
    await bus.publish(topic, messages('a-1', 'b-1', 'c-1'))
    await eventually(() => expect([...heard].sort()).toEqual(['a-1', 'b-1', 'c-1']))
  })

  it('lets any process see parked messages and give them back, also without a listener', async () => {
    const [listening, topic] = [await opened(), newTopic()]
    const first = listen(listening, { topic, attempts: 1, onMessage: failOn(() => true) })
    await listening.publish(topic, messages('a-1', 'a-2', 'b-1'))
    const seeing = await opened()
    const parked = async () => (await seeing.parked(suiteGroup)).filter((one) => one.topic === topic)
    await eventually(async () => expect((await parked()).map((one) => one.message.id).sort()).toHaveLength(3))
    await first.consumer.close()
    await seeing.publish(topic, messages('a-3'))
    expect(await seeing.replay(suiteGroup, topic, 'a')).toBe(2)
    await seeing.publish(topic, messages('a-4'))

    const second = listen(await opened(), { topic })
    await eventually(() => expect(second.handled).toEqual(['a-1', 'a-2', 'a-3', 'a-4']))
    await eventually(async () => expect((await parked()).map((one) => one.message.id)).toEqual(['b-1']))
  })

  it('keeps a slow member, in a handler or between two tries', { timeout: 120_000 }, async () => {
    const [bus, topic] = [await opened(), newTopic()]
    const longerThanASession = 12_000
    const begun: string[] = []
    const slow = listen(bus, {
      topic,
      async onMessage({ id }) {
        begun.push(id)
        if (id === 'a-1') await pause(longerThanASession)
      },
    })
    let tries = 0
    const patient = listen(bus, {
      topic,
      group: 'revenue',
      backoffMs: longerThanASession,
      onMessage: failOn((id) => id === 'a-1' && ++tries === 1),
    })
    await bus.publish(topic, messages('a-1', 'a-2'))
    await eventually(() => expect(slow.handled).toEqual(['a-1', 'a-2']))
    await eventually(() => expect(patient.handled).toEqual(['a-1', 'a-2']))
    expect(begun).toEqual(['a-1', 'a-2'])
    expect(tries).toBe(2)
  })

  it('loses and reorders nothing while members come and go', async () => {
    const [topic, keys] = [newTopic(), Array.from({ length: 12 }, (_, i) => `k${i}`)]
    const [inHand, handled] = [new Map<string, string>(), [] as string[]]
    const together: string[] = []
    const onMessage = async ({ id, key }: Message) => {
      if (inHand.has(key)) together.push(`${inHand.get(key)} and ${id}`)
      inHand.set(key, id)
      await pause(5)
      inHand.delete(key)
      handled.push(id)
    }
    const bus = await opened()
    let [rounds, enough] = [0, false]
    onTestFinished(() => {
      enough = true
    })
    const publishing = async () => {
      for (; !enough; rounds += 1) {
        await bus.publish(topic, messages(...keys.map((key) => `${key}-${rounds}`)))
        await pause(20)
      }
    }
    const published = publishing()
    const first = listen(await opened(), { topic, onMessage })
    await eventually(() => expect(first.handled.length).toBeGreaterThan(20))
    const second = listen(await opened(), { topic, onMessage })
    await eventually(() => expect(second.handled.length).toBeGreaterThan(20))
    await first.consumer.close()
    const before = second.handled.length
    await eventually(() => expect(second.handled.length).toBeGreaterThan(before + 100))
    enough = true
    await published
    await eventually(() => expect(new Set(handled).size).toBe(rounds * keys.length))
    for (const key of keys) {
      const order = [...new Set(ofKey(key, handled))]
      expect(order).toEqual(Array.from({ length: rounds }, (_, n) => `${key}-${n}`))
    }
    expect(together).toEqual([])
  })
})

describe('the format of the data in Kafka', () => {
  const refused = new OtherFormat(
    "Kafka holds messages in a format that this version of Tuma can't read. Choose a new ENGINE_PREFIX, or name an empty server with KAFKA_BROKERS. Nothing has been changed.",
  )
  /** An installation of its own on the cluster that all tests share. */
  const installation = async () => {
    const [prefix, admin] = [`t${randomUUID()}-`, await operator()]
    const topics = async () => (await admin.listTopics()).filter((name) => name.startsWith(prefix)).sort()
    const create = async (topic: string) => void (await admin.createTopics({ topics: [{ topic }] }))
    return { prefix, admin, topics, create }
  }

  it('is marked by the name of a topic, with the first use and not before', async () => {
    const { prefix, topics } = await installation()
    const bus = await opened({ prefix })
    await bus.assertTaken()
    expect(await topics()).toEqual([])
    await bus.publish(`${prefix}jar`, messages('a-1'))
    expect(await topics()).toEqual([`${prefix}format-${storedFormat}`, `${prefix}jar`])
    const next = await opened({ prefix })
    await next.assertTaken()
    expect([await next.parked(), await next.lag(`${prefix}jar`, 'reader')]).toEqual([[], 1])
    expect(await topics()).toContain(`${prefix}parked-messages`)
  })

  it('is refused where another one is marked: no call publishes, listens or consumes, and no topic is made', async () => {
    const { prefix, admin, topics, create } = await installation()
    const otherMarker = `${prefix}format-${storedFormat + 1}`
    await create(otherMarker)
    const told: string[] = []
    const bus = await opened({ prefix, onRefused: (sentence) => void told.push(sentence) })
    await expect(bus.assertTaken()).rejects.toEqual(refused)
    const topic = `${prefix}jar`
    const { handled } = listen(bus, { topic })
    const listener = bus.listen({ topic, onMessage: async ({ id }) => void handled.push(id), onFault: () => {} })
    onTestFinished(() => listener.close())
    const asked = [bus.publish(topic, messages('a-1')), bus.parked(), bus.replay('g', topic, 'a'), bus.lag(topic, 'g')]
    for (const answer of await Promise.allSettled(asked))
      expect(answer).toEqual({ status: 'rejected', reason: refused })
    await eventually(() => expect([told, bus.healthy()]).toEqual([[refused.message], false]))
    expect(await topics()).toEqual([otherMarker])
    // Once the operator has emptied it, the process goes on by itself.
    await admin.deleteTopics({ topics: [otherMarker] })
    await eventually(() => bus.publish(topic, messages('a-1')))
    await eventually(() => expect(handled).toContain('a-1'))
  })

  it('is refused where messages exist without a marker, and none is added', async () => {
    const { prefix, admin, topics, create } = await installation()
    await create(`${prefix}jar`)
    const bus = await opened({ prefix })
    await expect(bus.publish(`${prefix}jar`, messages('a-1'))).rejects.toEqual(refused)
    expect(await topics()).toEqual([`${prefix}jar`])
    for (const { high } of await admin.fetchTopicOffsets(`${prefix}jar`)) expect(high).toBe('0')
  })

  it('is marked once by processes that start on an empty cluster at the same time', async () => {
    const { prefix, topics } = await installation()
    const buses = await Promise.all(Array.from({ length: 4 }, () => opened({ prefix })))
    await Promise.all(buses.map((bus, i) => bus.publish(`${prefix}jar-${i % 2}`, messages(`a-${i}`))))
    expect(await topics()).toEqual([`${prefix}format-${storedFormat}`, `${prefix}jar-0`, `${prefix}jar-1`])
  })
})
