import { expect, it } from 'vitest'
import { EngineAway, type Groups, type Message } from '../../ports/message-bus.ts'
import {
  eventually,
  failOn,
  listen,
  manyKeys,
  message,
  messages,
  type Opened,
  ofKey,
  suiteGroup,
} from './bus-listener.ts'

/** Other tests may have parked messages of the same group. */
const readParked = async (bus: Groups, topic: string, group = suiteGroup) =>
  (await bus.parked(group)).filter((parked) => parked.topic === topic)
const parkedIds = async (bus: Groups, topic: string) =>
  (await readParked(bus, topic)).map((parked) => parked.message.id)
const reasons = async (bus: Groups, topic: string) => (await readParked(bus, topic)).map(({ reason }) => reason)

export const parking = (opened: Opened): void => {
  it('tries a message again before it gives up', async () => {
    const { bus, topic } = await opened()
    let tries = 0
    const { handled } = listen(bus, { topic, attempts: 3, onMessage: failOn(() => ++tries < 3) })
    await bus.publish(topic, messages('a-1'))
    await eventually(() => expect(handled).toEqual(['a-1']))
    expect(await parkedIds(bus, topic)).toEqual([])
  })

  it('parks a message that keeps failing, with its reason in one line', async () => {
    const { bus, topic } = await opened()
    let tries = 0
    listen(bus, { topic, attempts: 3, onMessage: failOn(() => ++tries > 0) })
    await bus.publish(topic, messages('a-1'))
    await eventually(async () => expect(await parkedIds(bus, topic)).toEqual(['a-1']))
    expect(tries).toBe(3)
    const [parked] = await readParked(bus, topic)
    expect(parked).toMatchObject({ topic, group: suiteGroup, message: message('a-1') })
    expect(parked?.reason).toBe('TypeError: a-1 is too heavy')
    expect(new Date(parked?.parkedAt ?? '').toISOString()).toBe(parked?.parkedAt)
  })

  it('parks the later ones of its key behind it, while the other keys go on', async () => {
    const { bus, topic } = await opened()
    const { handled } = listen(bus, { topic, attempts: 2, onMessage: failOn((id) => id === 'k1-1') })
    await bus.publish(topic, messages('k0-1', 'k1-0', 'k1-1', 'k1-2', 'k2-1'))
    await bus.publish(topic, messages('k1-3', ...manyKeys(9).filter((id) => id !== 'k1-9')))
    await eventually(() => expect(new Set(handled).size).toBe(42))
    await eventually(async () => expect(await parkedIds(bus, topic)).toEqual(['k1-1', 'k1-2', 'k1-3']))
    expect(ofKey('k1', handled)).toEqual(['k1-0'])
    expect((await reasons(bus, topic)).slice(1)).toEqual(['behind k1-1', 'behind k1-1'])
    await eventually(async () => expect(await bus.lag(topic, suiteGroup)).toBe(0))
  })

  it('parks for one group what another has handled', async () => {
    const { bus, topic } = await opened()
    const healthy = listen(bus, { topic, group: 'revenue' })
    listen(bus, { topic, attempts: 1, onMessage: failOn(() => true) })
    await bus.publish(topic, messages('a-1', 'a-2'))
    await eventually(async () => expect(await parkedIds(bus, topic)).toEqual(['a-1', 'a-2']))
    await eventually(() => expect(healthy.handled).toEqual(['a-1', 'a-2']))
    expect(await readParked(bus, topic, 'revenue')).toEqual([])
    expect((await bus.parked()).filter((parked) => parked.topic === topic)).toHaveLength(2)
  })
}

/** A scale that fails on the first message of key `a` until the test repairs it. */
const withParked = async (opened: Opened) => {
  const { bus, topic } = await opened()
  const scale = { broken: true, tries: 0 }
  const onMessage = failOn((id) => scale.broken && id === 'a-1' && ++scale.tries > 0)
  const { handled } = listen(bus, { topic, attempts: 1, onMessage })
  await bus.publish(topic, messages('a-1', 'a-2', 'b-1'))
  await eventually(async () => expect(await parkedIds(bus, topic)).toEqual(['a-1', 'a-2']))
  return { bus, topic, scale, handled }
}

export const replaying = (opened: Opened): void => {
  it('gives parked messages back in order, and later ones of the key come after them', async () => {
    const { bus, topic, scale, handled } = await withParked(opened)
    scale.broken = false
    const [givenBack] = await Promise.all([
      bus.replay(suiteGroup, topic, 'a'),
      bus.publish(topic, messages('a-3', 'a-4')),
    ])
    await bus.publish(topic, messages('a-5'))
    await eventually(() => expect(ofKey('a', handled)).toEqual(['a-1', 'a-2', 'a-3', 'a-4', 'a-5']))
    expect(givenBack).toBeGreaterThanOrEqual(2)
    expect(await parkedIds(bus, topic)).toEqual([])
    expect(await bus.replay(suiteGroup, topic, 'a')).toBe(0)
  })

  it('parks all of them again, in order, when the first still fails', async () => {
    const { bus, topic, scale, handled } = await withParked(opened)
    expect(await bus.replay(suiteGroup, topic, 'a')).toBe(2)
    await eventually(() => expect(scale.tries).toBe(2))
    await bus.publish(topic, messages('a-3'))
    await eventually(async () => expect(await parkedIds(bus, topic)).toEqual(['a-1', 'a-2', 'a-3']))
    expect(await reasons(bus, topic)).toEqual(['TypeError: a-1 is too heavy', 'behind a-1', 'behind a-1'])
    scale.broken = false
    expect(await bus.replay(suiteGroup, topic, 'a')).toBe(3)
    await eventually(() => expect(ofKey('a', handled)).toEqual(['a-1', 'a-2', 'a-3']))
  })

  it('gives back one key of one group only', async () => {
    const { bus, topic } = await opened()
    const [one, other] = [failOn((id) => id !== 'b-2'), failOn(() => true)]
    listen(bus, { topic, attempts: 1, onMessage: one })
    listen(bus, { topic, group: 'revenue', attempts: 1, onMessage: other })
    await bus.publish(topic, messages('a-1', 'b-1'))
    await eventually(async () => expect(await readParked(bus, topic, 'revenue')).toHaveLength(2))
    await eventually(async () => expect((await parkedIds(bus, topic)).sort()).toEqual(['a-1', 'b-1']))
    expect(await bus.replay('payment', topic, 'a')).toBe(0)
    expect(await bus.replay(suiteGroup, topic, 'c')).toBe(0)
    expect(await bus.replay(suiteGroup, topic, 'a')).toBe(1)
  })
}

export const away = (opened: Opened): void => {
  it('parks nothing however often it is away, and keeps the order', async () => {
    const { bus, topic } = await opened()
    let tries = 0
    const onMessage = async ({ id }: Message) => {
      if (id === 'a-1' && ++tries <= 7) throw new EngineAway('the scale is being carried in')
    }
    const { handled } = listen(bus, { topic, attempts: 2, onMessage })
    await bus.publish(topic, messages('a-1', 'a-2'))
    await eventually(() => expect(handled).toEqual(['a-1', 'a-2']))
    expect(tries).toBe(8)
    expect(await parkedIds(bus, topic)).toEqual([])
  })
}
