import type { Actor, DeliveryClient } from '@tuma/contracts/services'
import { EngineAway, type EngineHouse, type Message } from '@tuma/platform/ports'
import type { Log } from '@tuma/platform/runtime'
import { openTemporaryEngines } from '@tuma/platform/testing'
import { afterEach, expect, test, vi } from 'vitest'
import { openChanges } from './changes.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const owner: Actor = { kind: 'user', userId: 'u1', username: 'wanjiku', role: 'user', shop: null }
const message = (id: string): Message => ({
  ...{ id, key: 'd1', type: 'delivery.requested', version: 1 },
  data: { deliveryId: id },
  headers: {},
})

/** Delivery as its contract has it: `parties` waits until what is on the topic can be read, `concerns` does not. */
const open = async (delivery: { readable: Set<string>; asked: number; fail?: Error[] }, house?: EngineHouse) => {
  const engines = house ?? (await openTemporaryEngines())
  const { bus } = engines.of('bff')
  let deaf = false
  const logged: unknown[] = []
  const changes = openChanges({
    bus: {
      listen(options) {
        const listener = bus.listen(options)
        return { ...listener, listening: () => !deaf && listener.listening() }
      },
    },
    log: { error: (facts: unknown) => logged.push(facts) } as unknown as Log,
    delivery: {
      async parties({ deliveryId }: { deliveryId: string }) {
        const failure = delivery.fail?.shift()
        if (failure) throw failure
        delivery.readable.add(deliveryId)
        return null
      },
      async concerns({ deliveryId }: { deliveryId: string }) {
        delivery.asked += 1
        return { concerned: delivery.readable.has(deliveryId) }
      },
    } as unknown as DeliveryClient,
  })
  if (!house) closing.push(engines.close)
  closing.push(changes.close)
  const told: string[] = []
  const watch = () =>
    changes.watch({ actor: () => owner, parcel: null, tell: ({ id }) => told.push(id), end: () => {} })
  const hear = (id: string) => vi.waitUntil(() => told.includes(id), { timeout: 5000, interval: 5 })
  const setDeaf = (now: boolean) => {
    deaf = now
  }
  return { bus, changes, told, watch, hear, logged, deaf: setDeaf }
}

test('who watches is told when it can be read, not before', async () => {
  const { bus, watch, hear } = await open({ readable: new Set(), asked: 0 })
  watch()
  await bus.publish('delivery', [message('d1')])
  await hear('d1')
})

test('delivery is asked once a change and viewer, on however many screens', async () => {
  const delivery = { readable: new Set<string>(), asked: 0 }
  const { bus, told, watch, hear } = await open(delivery)
  for (let screen = 0; screen < 5; screen += 1) watch()
  await bus.publish('delivery', [message('d1')])
  await hear('d1')
  expect(told).toEqual(Array(5).fill('d1'))
  expect(delivery.asked).toBe(1)
})

test('what was published before it was opened is not told, at no start', async () => {
  const before = await openTemporaryEngines()
  closing.push(before.close)
  await before.of('delivery').bus.publish('delivery', [message('old')])
  for (const id of ['first', 'second']) {
    const { bus, changes, told, watch, hear } = await open({ readable: new Set(), asked: 0 }, before)
    watch()
    await bus.publish('delivery', [message(id)])
    await hear(id)
    expect(told).toEqual([id])
    await changes.close()
    await bus.publish('delivery', [message(`after ${id}`)])
  }
})

test('nobody watches while changes would go unheard', async () => {
  const { changes, watch, deaf } = await open({ readable: new Set(), asked: 0 })
  deaf(true)
  expect(changes.assertListening).toThrow(EngineAway)
  expect(watch).toThrow(EngineAway)
  deaf(false)
  changes.assertListening()
  watch()
  expect(changes.watchers()).toBe(1)
})

test('a change that cannot be told is logged and holds up nothing; one that has to wait is told later', async () => {
  const fail = [new Error('secret detail'), new EngineAway('away')]
  const { bus, told, watch, hear, logged } = await open({ readable: new Set(), asked: 0, fail })
  watch()
  await bus.publish('delivery', [message('lost'), message('late'), message('next')])
  await hear('next')
  expect(told).toEqual(['late', 'next'])
  expect(logged).toHaveLength(1)
  expect(await bus.parked()).toEqual([])
})

test('once it is closed nobody begins to watch', async () => {
  const { changes, watch } = await open({ readable: new Set(), asked: 0 })
  await changes.close()
  expect(watch).toThrow(EngineAway)
})
