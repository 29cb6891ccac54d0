import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Consumer, Message } from '../ports/message-bus.ts'
import type { SuiteBus } from '../testing/suites/bus-listener.ts'
import { openTemporaryEngines, type TemporaryEngines } from '../testing/temporary-engines.ts'
import { parkedHandlers } from './parked.ts'

const message = (id: string, key: string): Message => ({
  id,
  key,
  type: 'parcel.weighed',
  version: 1,
  data: { grams: 900 },
  headers: {},
})

let engines: TemporaryEngines
let bus: SuiteBus
let consumers: Consumer[] = []
const broken = new Set<string>()
const handled: string[] = []

const listen = (group: string) =>
  bus.consume({
    topic: 'scales',
    group,
    attempts: 1,
    async onMessage({ id }) {
      if (broken.has(group)) throw new Error(`${group} is broken`)
      handled.push(`${group} ${id}`)
    },
  })

beforeEach(async () => {
  engines = await openTemporaryEngines()
  bus = engines.of('test').bus
  handled.length = 0
  for (const group of ['prices', 'weights', 'strangers']) broken.add(group)
  consumers = [listen('prices'), listen('weights'), listen('strangers')]
  await bus.publish('scales', [message('m1', 'a'), message('m2', 'a'), message('m3', 'b')])
  await vi.waitFor(async () => expect(await bus.parked()).toHaveLength(9), 60_000)
})
afterEach(async () => {
  await Promise.all(consumers.map((consumer) => consumer.close()))
  await engines.close()
})

const ofGroup = (group: string, seconds = 0) => ({
  group,
  lag: () => ({ topic: 'scales', group, messages: 3, seconds }),
  lateMs: () => 0,
  close: async () => undefined,
})

test('a service lists groups that are more than a minute behind, in whole seconds', () => {
  const { lagging } = parkedHandlers(bus, [ofGroup('weights', 60), ofGroup('prices', 61.4)])
  expect(lagging()).toEqual([{ topic: 'scales', group: 'prices', messages: 3, seconds: 61 }])
})

test('a service lists the messages that its own groups gave up on, oldest first, without the data', async () => {
  const parked = await parkedHandlers(bus, [ofGroup('weights'), ofGroup('prices')]).parked()
  expect(parked.map(({ group }) => group).sort()).toEqual([...Array(3).fill('prices'), ...Array(3).fill('weights')])
  const times = parked.map(({ parkedAt }) => parkedAt)
  expect(times).toEqual([...times].sort())
  expect(parked.find(({ group, key }) => group === 'weights' && key === 'a')).toEqual({
    id: expect.any(String),
    topic: 'scales',
    group: 'weights',
    key: 'a',
    type: 'parcel.weighed',
    reason: 'Error: weights is broken',
    parkedAt: expect.any(String),
  })
})

test('a service gives one key back to one of its groups, in order', async () => {
  const { replay, parked } = parkedHandlers(bus, [ofGroup('weights'), ofGroup('prices')])
  broken.clear()
  expect(await replay({ input: { topic: 'scales', group: 'weights', key: 'a' } })).toEqual({ replayed: 2 })
  await vi.waitFor(() => expect(handled).toEqual(['weights m1', 'weights m2']), 60_000)
  expect(await parked()).toHaveLength(4)
})

test('a group of another service does not change', async () => {
  const { replay } = parkedHandlers(bus, [ofGroup('weights')])
  expect(await replay({ input: { topic: 'scales', group: 'strangers', key: 'a' } })).toEqual({ replayed: 0 })
  expect(await bus.parked('strangers')).toHaveLength(3)
})
