import type { Actor, DeliveryClient } from '@tuma/contracts/services'
import { EngineAway, type Message } from '@tuma/platform/ports'
import type { Log } from '@tuma/platform/runtime'
import { openTemporaryEngines, type TestProcessEngines } from '@tuma/platform/testing'
import { afterEach, expect, test, vi } from 'vitest'
import { openChanges, type Watcher } from './changes.ts'

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

type Asking = Parameters<DeliveryClient['concernedAmong']>[0]
type Delivery = { asked: Asking[]; fail?: Error[]; meanwhile?: () => void; concerned?: (userId: string) => boolean }

const open = async (delivery: Delivery, deps?: TestProcessEngines) => {
  const engines = deps ?? (await openTemporaryEngines())
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
      async concernedAmong(asking: Asking) {
        delivery.asked.push(asking)
        delivery.meanwhile?.()
        const failure = delivery.fail?.shift()
        if (failure) throw failure
        return { concerned: asking.viewers.map(({ userId }) => delivery.concerned?.(userId) ?? true) }
      },
    } as unknown as DeliveryClient,
  })
  await vi.waitFor(changes.assertListening, 60_000)
  if (!deps) closing.push(engines.close)
  closing.push(changes.close)
  const told: string[] = []
  const watch = (
    actor: Actor = owner,
    parcel: Watcher['parcel'] = null,
    tell = ({ id }: { id: string }) => told.push(id),
  ) => changes.watch({ actor: () => actor, parcel, promptId: null, tell, end: () => {} })
  const hear = (id: string) => vi.waitUntil(() => told.includes(id), { timeout: 60_000, interval: 5 })
  const setDeaf = (now: boolean) => {
    deaf = now
  }
  return { bus, changes, told, watch, hear, logged, deaf: setDeaf }
}

test('delivery is asked once for each change who may see it, however many people watch on however many screens', async () => {
  const delivery: Delivery = { asked: [], concerned: (userId) => userId !== 'u3' }
  const { bus, told, watch, hear } = await open(delivery)
  const agent: Actor = { ...owner, userId: 'u2', role: 'agent', shop: { location: 'THIKA', address: 'Main Stage' } }
  const heard: string[] = []
  for (let screen = 0; screen < 3; screen += 1) watch()
  watch(agent, null, ({ id }) => heard.push(`agent ${id}`))
  watch({ ...owner, userId: 'u3' }, null, ({ id }) => heard.push(`stranger ${id}`))
  const nobody: Actor = { kind: 'visitor', visitorId: 'v1' }
  watch(nobody, { deliveryId: 'd1', trackingId: 'TM-1' }, ({ id }) => heard.push(`visitor ${id}`))
  watch(nobody, { deliveryId: 'd2', trackingId: 'TM-2' }, ({ id }) => heard.push(`visitor ${id}`))
  await bus.publish('delivery', [message('d1')])
  await hear('d1')
  await vi.waitUntil(() => heard.length === 2, 60_000)
  expect([told, heard]).toEqual([
    ['d1', 'd1', 'd1'],
    ['agent d1', 'visitor TM-1'],
  ])
  // No names: an account's id, and what the rules need.
  const viewers = [
    { userId: 'u1', role: 'user', shop: null },
    { userId: 'u2', role: 'agent', shop: { location: 'THIKA', address: 'Main Stage' } },
    { userId: 'u3', role: 'user', shop: null },
  ]
  expect(delivery.asked).toEqual([{ deliveryId: 'd1', viewers }])
})

test('a watcher who comes while delivery is asked is asked for too, because what they have read may be older', async () => {
  const heard: string[] = []
  const delivery: Delivery = { asked: [] }
  const { bus, watch } = await open(delivery)
  delivery.meanwhile = () => {
    delivery.meanwhile = undefined
    watch({ ...owner, userId: 'u2' }, null, ({ id }) => heard.push(id))
  }
  watch()
  await bus.publish('delivery', [message('d1')])
  await vi.waitUntil(() => heard.length > 0, 60_000)
  expect(delivery.asked.map(({ viewers }) => viewers.map(({ userId }) => userId))).toEqual([['u1'], ['u2']])
})

test('a watcher who has left while delivery is asked is not notified', async () => {
  const delivery: Delivery = { asked: [] }
  const { bus, watch, hear } = await open(delivery)
  const heard: string[] = []
  const leave = watch({ ...owner, userId: 'u2' }, null, ({ id }) => heard.push(id))
  delivery.meanwhile = leave
  watch()
  await bus.publish('delivery', [message('d1')])
  await hear('d1')
  expect(heard).toEqual([])
})

test('a change from before the start is not sent', async () => {
  const before = await openTemporaryEngines()
  closing.push(before.close)
  await before.of('delivery').bus.publish('delivery', [message('old')])
  for (const id of ['first', 'second']) {
    const { bus, changes, told, watch, hear } = await open({ asked: [] }, before)
    watch()
    await bus.publish('delivery', [message(id)])
    await hear(id)
    expect(told).toEqual([id])
    await changes.close()
    await bus.publish('delivery', [message(`after ${id}`)])
  }
})

test('watching is refused while changes would be missed', async () => {
  const { changes, watch, deaf } = await open({ asked: [] })
  deaf(true)
  expect(changes.assertListening).toThrow(EngineAway)
  expect(watch).toThrow(EngineAway)
  deaf(false)
  changes.assertListening()
  watch()
  expect(changes.watchers()).toBe(1)
})

test('a change that can not be sent is logged and does not block others; a change that must wait is sent later', async () => {
  const fail = [new Error('secret detail'), new EngineAway('away')]
  const { bus, told, watch, hear, logged } = await open({ asked: [], fail })
  watch()
  await bus.publish('delivery', [message('lost'), message('late'), message('next')])
  await hear('next')
  expect(told).toEqual(['late', 'next'])
  expect(logged).toHaveLength(1)
  expect(await bus.parked()).toEqual([])
})

test('watching is refused after the close', async () => {
  const { changes, watch } = await open({ asked: [] })
  await changes.close()
  expect(watch).toThrow(EngineAway)
})
