import { deliveryEvents } from '@tuma/contracts/events'
import type { DeliveryType, Shop } from '@tuma/contracts/vocabulary'
import { type Announcement, announce } from '@tuma/platform/event-sourcing'
import { expect, test, vi } from 'vitest'
import { revenueForEachTest, toMessage } from './testing/revenue-for-each-test.ts'

const world = revenueForEachTest('2026-11-21T12:00:00.000Z')
const { publish } = world
const ofParcel = (deliveryId: string, id: string, announcement: Announcement) =>
  toMessage(`delivery-${deliveryId}`, announcement, id)
const requested = (deliveryId: string, deliveryType: DeliveryType, requestedAt: string, senderShop?: Shop) =>
  ofParcel(
    deliveryId,
    `requested ${deliveryId}`,
    announce(deliveryEvents.requested, {
      deliveryId,
      deliveryType,
      ownerId: null,
      fee: 350,
      paymentId: null,
      requestedAt,
      senderShop,
    }),
  )
const paid = (deliveryId: string, deliveryType: DeliveryType, fee: number, paidAt: string) =>
  ofParcel(deliveryId, `paid ${deliveryId}`, announce(deliveryEvents.paid, { deliveryId, deliveryType, fee, paidAt }))

const deleted = (deliveryId: string) =>
  ofParcel(
    deliveryId,
    `deleted ${deliveryId}`,
    announce(deliveryEvents.deleted, {
      deliveryId,
      deliveryType: 'doorstep',
      paymentId: null,
      freed: true,
      at: '2026-11-21T10:00:00.000Z',
    }),
  )

const quiet = { doorstepRevenue: 0, parcelDukaniRevenue: 0, doorstepDeliveries: 0, parcelDukaniDeliveries: 0 }
const fewDays = [
  requested('d1', 'doorstep', '2026-11-20T09:00:00.000Z'),
  paid('d1', 'doorstep', 350, '2026-11-20T09:00:00.000Z'),
  requested('d2', 'doorstep', '2026-11-20T20:59:59.999Z'),
  requested('d3', 'parcelDukani', '2026-11-20T21:00:00.000Z'),
  paid('d3', 'parcelDukani', 150, '2026-11-20T21:00:00.000Z'),
  paid('d2', 'doorstep', 400, '2026-11-22T05:00:00.000Z'),
]
const asCounted = [
  { day: '2026-11-19', ...quiet },
  { day: '2026-11-20', ...quiet, doorstepRevenue: 350, doorstepDeliveries: 2 },
  { day: '2026-11-21', ...quiet, parcelDukaniRevenue: 150, parcelDukaniDeliveries: 1 },
  { day: '2026-11-22', ...quiet, doorstepRevenue: 400 },
  { day: '2026-11-23', ...quiet },
]
const days = () => world.revenue.days({ from: '2026-11-19', to: '2026-11-23' })

test('every day from first to last is listed, by Nairobi’s calendar, those without deliveries with zeros', async () => {
  await publish(...fewDays)
  expect(await days()).toEqual(asCounted)
})

test('revenue by shop counts the parcels that were handed in there, the highest sum first', async () => {
  const [market, stage] = [
    { location: 'THIKA', address: 'Market' },
    { location: 'THIKA', address: 'Main Stage' },
  ]
  await publish(
    ...fewDays,
    requested('d4', 'doorstep', '2026-11-20T09:00:00.000Z', market),
    paid('d4', 'doorstep', 500, '2026-11-21T09:00:00.000Z'),
    requested('d5', 'parcelDukani', '2026-11-21T09:00:00.000Z', market),
    paid('d5', 'parcelDukani', 150, '2026-11-21T09:00:00.000Z'),
    requested('d6', 'parcelDukani', '2026-11-22T09:00:00.000Z', stage),
  )
  expect(await world.revenue.byShop({ from: '2026-11-20', to: '2026-11-21' })).toEqual([
    { shop: market, doorstepRevenue: 500, parcelDukaniRevenue: 150, doorstepDeliveries: 1, parcelDukaniDeliveries: 1 },
    { shop: null, doorstepRevenue: 350, parcelDukaniRevenue: 150, doorstepDeliveries: 2, parcelDukaniDeliveries: 1 },
  ])
  expect(await world.revenue.byShop({ from: '2026-11-22', to: '2026-11-22' })).toEqual([
    { shop: null, ...quiet, doorstepRevenue: 400 },
    { shop: stage, ...quiet, parcelDukaniDeliveries: 1 },
  ])
})

test('a repeated message counts nothing twice, with the same id or another', async () => {
  await publish(...fewDays, ...fewDays, ...fewDays.map((message) => ({ ...message, id: `again ${message.id}` })))
  expect(await days()).toEqual(asCounted)
})

test('a deleted delivery stays counted, and its revenue too', async () => {
  await publish(...fewDays, deleted('d1'))
  expect(await days()).toEqual(asCounted)
})

test('messages that an earlier run gave up on are listed, and counted when they are replayed', async () => {
  await world.close()
  const { bus } = world.engines
  const failing = bus.consume({
    topic: 'delivery',
    group: 'revenue',
    attempts: 1,
    onMessage: () => Promise.reject(new Error('out of order')),
  })
  await publish(...fewDays)
  await failing.close()
  await world.open()
  const about = { topic: 'delivery', group: 'revenue', key: 'delivery-d1' }
  const parked = await world.revenue.parked()
  expect(parked).toHaveLength(fewDays.length)
  expect(parked.filter(({ key }) => key === about.key)).toEqual([
    expect.objectContaining({ ...about, type: 'delivery.requested' }),
    expect.objectContaining({ ...about, type: 'delivery.paid' }),
  ])
  expect(await world.revenue.replay({ ...about, group: 'payment' })).toEqual({ replayed: 0 })

  for (const id of ['d1', 'd2', 'd3'])
    expect(await world.revenue.replay({ ...about, key: `delivery-${id}` })).toEqual({ replayed: 2 })
  await vi.waitFor(async () => expect(await days()).toEqual(asCounted), 60_000)
})

test('a restart keeps the figures and continues from there', async () => {
  await publish(...fewDays)
  await world.restart()
  await publish(requested('d4', 'parcelDukani', '2026-11-22T06:00:00.000Z'))
  expect(
    (await days()).map(({ doorstepDeliveries, parcelDukaniDeliveries }) => doorstepDeliveries + parcelDukaniDeliveries),
  ).toEqual([0, 2, 1, 1, 0])
})

test('the other events of a delivery do not change the books', async () => {
  const about = { deliveryId: 'd1', deliveryType: 'doorstep', at: '2026-11-20T10:00:00.000Z' } as const
  await publish(
    ofParcel('d1', 'moved', announce(deliveryEvents.statusChanged, { ...about, from: 'uncollected', to: 'inTransit' })),
    ofParcel('d1', 'completed', announce(deliveryEvents.completed, { ...about, ownerId: 'u1', points: 35 })),
  )
  expect(await world.engines.events.head()).toBeNull()
})

test('revenue of a delivery type that only the next release knows is kept for it, not left out', async () => {
  const { bus } = world.engines
  const next = { ...paid('d1', 'doorstep', 350, '2026-11-20T09:00:00.000Z') }
  await bus.publish('delivery', [{ ...next, data: { ...(next.data as object), deliveryType: 'overnight' } }])
  await vi.waitFor(async () => expect(await world.revenue.parked()).toMatchObject([{ key: 'delivery-d1' }]), 60_000)
  expect((await days()).every(({ doorstepRevenue }) => doorstepRevenue === 0)).toBe(true)

  await world.close()
  const taken: string[] = []
  const nextRelease = bus.consume({
    topic: 'delivery',
    group: 'revenue',
    onMessage: async ({ id }) => void taken.push(id),
  })
  await bus.replay('revenue', 'delivery', 'delivery-d1')
  await vi.waitFor(() => expect(taken).toEqual([next.id]), 60_000)
  await vi.waitFor(async () => expect(await bus.parked('revenue')).toEqual([]), 60_000)
  await nextRelease.close()
})
