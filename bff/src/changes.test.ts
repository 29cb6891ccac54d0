import type { Actor, DeliveryClient } from '@tuma/contracts/services'
import { EngineAway, type Message } from '@tuma/platform/ports'
import type { Log } from '@tuma/platform/runtime'
import { openTemporaryEngines } from '@tuma/platform/testing'
import { afterEach, expect, test, vi } from 'vitest'
import { openChanges } from './changes.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const now = '2026-11-21T09:00:00.000Z'
const owner: Actor = { kind: 'user', userId: 'u1', username: 'wanjiku', role: 'user', shop: null }
const message = (id: string, at = now): Message => ({
  ...{ id, key: 'd1', type: 'delivery.requested', version: 1 },
  data: { deliveryId: id },
  headers: { at },
})

/** Delivery as its contract has it: `parties` waits until what is on the topic can be read, `concerns` does not. */
const open = async (delivery: { readable: Set<string>; asked: number; fail?: Error[] }) => {
  const engines = await openTemporaryEngines()
  const { bus } = engines.of('bff')
  const logged: unknown[] = []
  const changes = openChanges({
    bus,
    group: 'bff',
    now: () => now,
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
  closing.push(engines.close, changes.close)
  const told: string[] = []
  const watch = () =>
    changes.watch({ actor: () => owner, parcel: null, tell: ({ id }) => told.push(id), end: () => {} })
  const hear = (id: string) => vi.waitUntil(() => told.includes(id), { timeout: 5000, interval: 5 })
  return { bus, changes, told, watch, hear, logged }
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

test('what happened before is not told', async () => {
  const { bus, told, watch, hear } = await open({ readable: new Set(), asked: 0 })
  watch()
  await bus.publish('delivery', [message('old', '2026-11-21T08:59:59.999Z'), message('new')])
  await hear('new')
  expect(told).toEqual(['new'])
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
