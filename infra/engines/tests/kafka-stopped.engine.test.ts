import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { openKafka } from '@tuma/platform/engines/kafka'
import { EngineAway, type Groups, type Publishing } from '@tuma/platform/ports'
import { listen, message, messages, ofKey, suiteGroup } from '@tuma/platform/testing/suites'
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type EngineProcess, startKafka } from '../src/index.ts'

const STOPPED_MS = 60_000
const AT_ONCE = 10
const KEYS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

const engine = await startKafka()
afterAll(() => engine.close())
console.log(engine.found)

const patiently = (check: () => unknown) => vi.waitFor(check, { timeout: 60_000, interval: 50 })

/** Publishes without end, as a service's publisher does: the next numbers only when the last ones are acknowledged. */
function publishWithoutEnd(bus: Publishing, topic: string) {
  const refusals: unknown[] = []
  let [acknowledged, ending] = [0, false]
  const run = async () => {
    while (!ending) {
      try {
        const numbers = Array.from({ length: AT_ONCE }, (_, n) => acknowledged + n)
        await bus.publish(topic, messages(...numbers.flatMap((n) => KEYS.map((key) => `${key}-${n}`))))
        acknowledged += AT_ONCE
      } catch (error) {
        refusals.push(error)
        await pause(200)
      }
    }
  }
  const running = run()
  onTestFinished(() => {
    ending = true
  })
  return {
    /** By key, the lowest number that is not acknowledged. */
    acknowledged: () => acknowledged,
    refusals,
    async end() {
      ending = true
      await running
    },
  }
}

describe.runIf(engine.process)('a Kafka of our own', { timeout: 240_000 }, () => {
  const broker = engine.process as EngineProcess
  let [bus, topic] = [null as unknown as Awaited<ReturnType<typeof openKafka>>, '']
  beforeEach(async () => {
    bus = await openKafka({ brokers: engine.url, clientId: 'test' })
    topic = `parcels-${randomUUID()}`
    onTestFinished(() => bus.close())
  })

  /** A message may come twice but must come once, and the order is that of the first deliveries. */
  const inOrder = (handled: readonly string[], count: number) => {
    for (const key of KEYS) {
      const came = [...new Set(ofKey(key, [...handled]))]
      expect(came).toEqual(Array.from({ length: count }, (_, n) => `${key}-${n}`))
    }
  }

  const underLoad = async (whileDead: () => Promise<void>) => {
    const one = listen(bus, { topic })
    const two = listen(bus, { topic })
    const another = listen(bus, { topic, group: 'revenue' })
    const publisher = publishWithoutEnd(bus, topic)
    await patiently(() => expect(Math.min(another.handled.length, one.handled.length)).toBeGreaterThan(1000))
    await broker.kill()
    await whileDead()
    await broker.start()
    const before = publisher.acknowledged()
    await patiently(() => expect(publisher.acknowledged()).toBeGreaterThan(before + 10 * AT_ONCE))
    await publisher.end()
    const count = publisher.acknowledged()
    const all = count * KEYS.length
    await patiently(() => expect(new Set(another.handled).size).toBe(all))
    await patiently(() => expect(new Set([...one.handled, ...two.handled]).size).toBe(all))
    inOrder(another.handled, count)
    const fresh = listen(bus, { topic, group: 'payment' })
    await patiently(() => expect(new Set(fresh.handled).size).toBe(all))
    inOrder(fresh.handled, count)
    await patiently(async () => expect(await bus.lag(topic, suiteGroup)).toBe(0))
    return { publisher, count, twice: another.handled.length - all }
  }

  it('keeps what it acknowledged, in order, when it is killed under load', async () => {
    const { count, twice } = await underLoad(async () => {})
    console.log(`killed: ${count * KEYS.length} acknowledged, ${twice} came twice`)
  })

  it(`may be stopped for ${STOPPED_MS / 1000} seconds under load: nothing is lost and all consumers catch up`, async () => {
    const { publisher, count, twice } = await underLoad(() => pause(STOPPED_MS))
    expect(publisher.refusals.length).toBeGreaterThan(0)
    for (const refusal of publisher.refusals) expect(refusal).toBeInstanceOf(EngineAway)
    console.log(`stopped: ${count * KEYS.length} acknowledged, ${twice} came twice`)
  })

  it('does not deliver again what a group had handled before the kill', async () => {
    const { handled } = listen(bus, { topic })
    await bus.publish(topic, messages('a-1', 'b-1', 'c-1'))
    await patiently(async () => expect(await bus.lag(topic, suiteGroup)).toBe(0))
    await broker.kill()
    await broker.start()
    await patiently(() => bus.publish(topic, [message('a-2')]))
    await patiently(() => expect(handled).toContain('a-2'))
    expect(handled.filter((id) => id !== 'a-2').sort()).toEqual(['a-1', 'b-1', 'c-1'])
  })

  it('delivers everything to listeners over its death, and later listeners begin when it is back', async () => {
    const overhear = (one: Groups) => {
      const heard: string[] = []
      const listener = one.listen({ topic, onMessage: async ({ id }) => void heard.push(id), onFault: () => {} })
      onTestFinished(() => listener.close())
      return { heard, listener }
    }
    const first = overhear(bus)
    await patiently(() => expect(first.listener.listening()).toBe(true))
    await bus.publish(topic, messages('a-1'))
    await patiently(() => expect(first.heard).toEqual(['a-1']))
    await broker.kill()
    await patiently(() => expect(bus.healthy()).toBe(false))
    const late = overhear(bus)
    expect(late.listener.listening()).toBe(false)
    await broker.start()
    await patiently(() => bus.publish(topic, messages('a-2', 'b-2')))
    await patiently(() => expect(first.heard).toEqual(expect.arrayContaining(['a-2', 'b-2'])))
    await patiently(() => expect(late.listener.listening()).toBe(true))
    await bus.publish(topic, messages('a-3'))
    await patiently(() => expect(late.heard).toContain('a-3'))
    await patiently(() => expect(first.heard).toContain('a-3'))
  })

  it('is away when it is dead, for each process that asks, also for a new one', async () => {
    await bus.publish(topic, messages('a-1'))
    await broker.kill()
    await patiently(() => expect(bus.healthy()).toBe(false))
    const come = await openKafka({ brokers: engine.url, clientId: 'test' })
    onTestFinished(() => come.close())
    const asked = [bus, come].flatMap((one) => [
      one.publish(topic, messages('a-2')),
      one.parked(),
      one.replay(suiteGroup, topic, 'a'),
      one.lag(topic, suiteGroup),
    ])
    for (const answer of await Promise.allSettled(asked)) {
      expect(answer).toMatchObject({ status: 'rejected', reason: expect.any(EngineAway) })
    }
    const { handled } = listen(come, { topic })
    const left = listen(come, { topic, group: 'revenue' })
    await left.consumer.close()
    await broker.start()
    await patiently(() => expect(handled).toContain('a-1'))
    await patiently(() => expect([bus.healthy(), come.healthy()]).toEqual([true, true]))
    await patiently(async () => expect(await come.lag(topic, suiteGroup)).toBe(0))
  })
})
