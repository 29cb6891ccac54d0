import { deliveryEvents, integrationEvent, unknownWord } from '@tuma/contracts/events'
import { deliveryStatuses } from '@tuma/contracts/vocabulary'
import { type Announcement, announce, on, reactor } from '@tuma/platform/event-sourcing'
import { openTemporaryEngines } from '@tuma/platform/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { notificationForEachTest } from './testing/notification-for-each-test.ts'

const deps = notificationForEachTest(false)
const at = '2026-11-22T06:00:00.000Z'

/** As the next release may have it: one status more, one field more. */
const tomorrow = integrationEvent(
  'delivery.status-changed',
  1,
  z.object({
    deliveryId: z.string(),
    deliveryType: z.enum(['doorstep', 'parcelDukani', 'overnight']),
    from: z.enum([...deliveryStatuses, 'returned']),
    to: z.enum([...deliveryStatuses, 'returned']),
    at: z.string(),
    because: z.optional(z.string()),
  }),
)
const about = { deliveryId: 'd1', deliveryType: 'parcelDukani', at } as const
const message = (id: string, announced: Announcement) => ({ id, key: 'delivery-d1', headers: {}, ...announced })

test('a status of the next release sends no message, and blocks nothing of the parcel', async () => {
  await deps.publish(
    message('e1', announce(tomorrow, { ...about, from: 'inTransit', to: 'returned', because: 'nobody in' })),
    message('e2', announce(tomorrow, { ...about, from: 'returned', to: 'inTransit' })),
    message('e3', announce(tomorrow, { ...about, deliveryType: 'overnight', from: 'inTransit', to: 'delivered' })),
    message('e4', { type: 'delivery.weighed', version: 1, data: { grams: 700 } }),
    message('e5', announce(tomorrow, { ...about, from: 'inTransit', to: 'delivered' })),
  )
  const composed = (await deps.stored()).filter(({ type }) => type === 'MessageComposed')
  expect(composed.map(({ data }) => (data as { template: string }).template)).toEqual(['inTransit', 'waitingAtShop'])
  expect(await deps.notification().parked()).toEqual([])
})

test('a service goes forward a release and back again, each over what the other wrote', async () => {
  const engines = await openTemporaryEngines()
  onTestFinished(() => engines.close())
  const { bus } = engines.of('delivery')
  const heard: unknown[] = []
  /** A release of one consumer, running until it has read everything. */
  const release = async (published: typeof tomorrow | typeof deliveryEvents.statusChanged) => {
    const consumer = reactor({
      bus: engines.of('listener').bus,
      topic: 'delivery',
      group: 'listener',
      attempts: 1,
      reactions: [
        on(published as typeof tomorrow, async ({ from, to, because }) => void heard.push([from, to, because])),
      ],
    })
    await vi.waitFor(async () => expect(await bus.lag('delivery', 'listener')).toBe(0), 60_000)
    await consumer.close()
    return heard.splice(0)
  }
  const yesterdays = announce(deliveryEvents.statusChanged, { ...about, from: 'dropping', to: 'uncollected' })
  const tomorrows = announce(tomorrow, { ...about, from: 'inTransit', to: 'returned', because: 'nobody in' })

  await bus.publish('delivery', [message('e1', yesterdays), message('e2', tomorrows), message('e3', yesterdays)])
  expect(await release(deliveryEvents.statusChanged)).toEqual([
    ['dropping', 'uncollected', undefined],
    ['inTransit', unknownWord, undefined],
    ['dropping', 'uncollected', undefined],
  ])
  await bus.publish('delivery', [message('e4', yesterdays), message('e5', tomorrows)])
  expect(await release(tomorrow)).toEqual([
    ['dropping', 'uncollected', undefined],
    ['inTransit', 'returned', 'nobody in'],
  ])
  await bus.publish('delivery', [message('e6', tomorrows), message('e7', yesterdays)])
  expect(await release(deliveryEvents.statusChanged)).toEqual([
    ['inTransit', unknownWord, undefined],
    ['dropping', 'uncollected', undefined],
  ])
  expect(await bus.parked()).toEqual([])
})
