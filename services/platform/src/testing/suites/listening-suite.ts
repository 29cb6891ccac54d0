import { expect, it, onTestFinished } from 'vitest'
import { EngineAway, type Groups, type ListenOptions, type Message } from '../../ports/message-bus.ts'
import { eventually, failOn, manyKeys, message, messages, type Opened, ofKey } from './bus-listener.ts'

/** Listens until the test ends; resolves when messages that are published now will arrive. */
const overhear = async (bus: Groups, topic: string, onMessage: ListenOptions['onMessage'] = async () => {}) => {
  const heard: string[] = []
  const faults: unknown[] = []
  const listener = bus.listen({
    topic,
    async onMessage(received) {
      await onMessage(received)
      heard.push(received.id)
    },
    onFault: (error) => faults.push(error),
  })
  onTestFinished(() => listener.close())
  await eventually(() => expect(listener.listening()).toBe(true))
  return { heard, faults, listener }
}

export const listening = (opened: Opened): void => {
  it('gets later messages as they were published, and no earlier ones', async () => {
    const { bus, topic } = await opened()
    await bus.publish(topic, messages('a-1', 'b-1'))
    const received: Message[] = []
    await overhear(bus, topic, async (one) => void received.push(one))
    await bus.publish(topic, messages('a-2'))
    await eventually(() => expect(received).toEqual([message('a-2')]))
  })

  it('brings everything to each listener, each key in its order', async () => {
    const { bus, topic } = await opened()
    const all = [await overhear(bus, topic), await overhear(bus, topic)]
    for (let round = 0; round < 5; round += 1) await bus.publish(topic, messages(...manyKeys(round)))
    for (const { heard } of all) {
      await eventually(() => expect(heard).toHaveLength(200))
      for (const key of ['k0', 'k7', 'k39']) {
        expect(ofKey(key, heard)).toEqual(Array.from({ length: 5 }, (_, round) => `${key}-${round}`))
      }
    }
  })

  it('skips a message that its handler fails at, reports it, and parks nothing', async () => {
    const { bus, topic } = await opened()
    const { heard, faults } = await overhear(
      bus,
      topic,
      failOn((id) => id === 'a-1'),
    )
    await bus.publish(topic, messages('a-1', 'a-2'))
    await eventually(() => expect(heard).toEqual(['a-2']))
    expect(faults).toEqual([expect.any(TypeError)])
    expect((await bus.parked()).filter((one) => one.topic === topic)).toEqual([])
  })

  it('waits while an engine that its handler needs is away, and keeps the order', async () => {
    const { bus, topic } = await opened()
    let tries = 0
    const { heard, faults } = await overhear(bus, topic, async ({ id }) => {
      if (id === 'a-1' && ++tries < 3) throw new EngineAway('not just now')
    })
    await bus.publish(topic, messages('a-1', 'a-2'))
    await eventually(() => expect(heard).toEqual(['a-1', 'a-2']))
    expect([tries, faults]).toEqual([3, []])
  })

  it('ends when it is closed, also while a message waits; a new one begins at the end', async () => {
    const { bus, topic, reopen } = await opened()
    let tries = 0
    const first = await overhear(bus, topic, async ({ id }) => {
      if (id !== 'a-2') return
      tries += 1
      throw new EngineAway('not just now')
    })
    await bus.publish(topic, messages('a-1', 'a-2'))
    await eventually(() => expect(tries).toBeGreaterThan(0))
    await first.listener.close()
    expect(first.listener.listening()).toBe(false)
    const again = (await reopen?.()) ?? bus
    await again.publish(topic, messages('a-3'))
    const second = await overhear(again, topic)
    await again.publish(topic, messages('a-4'))
    await eventually(() => expect(second.heard).toEqual(['a-4']))
    expect(first.heard).toEqual(['a-1'])
  })
}
