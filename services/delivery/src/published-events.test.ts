import { deliveryEvents } from '@tuma/contracts/events'
import { describe, expect, test } from 'vitest'
import { announced } from './published-events.ts'
import type { StoredDomainEvent } from './stored-events.ts'
import { cbd, dukaniRequested, getEvents, kiprono, mondayNine, recorded } from './testing/parcels.ts'

const getAnnouncement = (event: StoredDomainEvent) => recorded('delivery-d1', event).map(announced)[0]
const dukani = getEvents('parcelDukani')
const about = { deliveryId: 'd1', deliveryType: 'parcelDukani' }

describe('other services are notified of', () => {
  test('a request, without the names of people and contents', () =>
    expect(getAnnouncement(dukaniRequested({ ownerId: 'wanjiku' }))).toEqual({
      type: deliveryEvents.requested.type,
      version: 1,
      data: {
        ...about,
        ownerId: 'wanjiku',
        fee: 250,
        paymentId: 'payment-1',
        requestedAt: mondayNine,
        senderShop: cbd,
      },
    }))
  test('the shop where it is handed in, which is public in the list of shops', () => {
    const { senderShop } = dukaniRequested().data
    expect(getAnnouncement(dukaniRequested())?.data).toMatchObject({ senderShop })
  })
  test('the SMS that are held, and why', () => {
    const held = { sender: null, receiver: 'too-many-to-phone' } as const
    expect(getAnnouncement(dukaniRequested({ held }))?.data).toMatchObject({ held })
  })
  test('the payment', () =>
    expect(getAnnouncement(dukani.paid())).toEqual({
      type: deliveryEvents.paid.type,
      version: 1,
      data: { ...about, fee: 250, paidAt: mondayNine },
    }))
  test('the times of payment, taking and turning round, by the clock of its stream', () => {
    const clock = '2026-11-15T06:00:00.000Z'
    const getTime = (event: StoredDomainEvent) =>
      getAnnouncement({ ...event, data: { ...event.data, at: clock, paidAt: clock } } as unknown as StoredDomainEvent)
        ?.data
    expect(getTime(dukani.paid())).toMatchObject({ paidAt: mondayNine })
    expect(getTime(getEvents('doorstep').taken())).toMatchObject({ at: mondayNine })
    expect(getTime(dukani.returning())).toMatchObject({ at: mondayNine })
  })
  test('the shop that scanned a parcel in, and when its device did', () => {
    const doneAt = '2026-11-16T05:05:00.000Z'
    const scanned = { ...dukani.delivered, data: { ...dukani.delivered.data, shop: cbd, doneAt } } as StoredDomainEvent
    expect(getAnnouncement(scanned)?.data).toMatchObject({ to: 'delivered', at: mondayNine, shop: cbd, doneAt })
  })
  test('the completion', () =>
    expect(getAnnouncement(dukani.completed)).toEqual({
      type: deliveryEvents.completed.type,
      version: 1,
      data: { ...about, ownerId: 'wanjiku', points: 25, at: mondayNine },
    }))
  test.each([
    [dukani.dropped, 'dropping', 'uncollected'],
    [dukani.inTransit, 'uncollected', 'inTransit'],
    [dukani.delivered, 'inTransit', 'delivered'],
    [dukani.collected, 'delivered', 'collected'],
    [dukani.overridden('collected', 'sorting'), 'collected', 'sorting'],
  ])('each change of status', (event, from, to) =>
    expect(getAnnouncement(event)).toEqual({
      type: deliveryEvents.statusChanged.type,
      version: 1,
      data: { ...about, from, to, at: mondayNine },
    }),
  )
})

test.each([
  [dukani.riderAssigned(), 'rider'],
  [dukani.pickerAssigned, 'picker'],
])('an assignment is published, without the person', (event, to) =>
  expect(getAnnouncement(event)).toEqual({
    type: deliveryEvents.assigned.type,
    version: 1,
    data: { ...about, to, at: mondayNine },
  }),
)

test('the current holds are published, without the reasons', () => {
  const held = { type: deliveryEvents.held.type, version: 1 }
  const at = '2026-11-16T07:00:00.000Z'
  const holds = ['payment_doubted']
  expect(getAnnouncement(dukani.held())).toEqual({ ...held, data: { ...about, holds, at } })
  expect(getAnnouncement(dukani.released())).toEqual({ ...held, data: { ...about, holds: [], at } })
})

test.each([true, false])('a deletion is published, with whether its payment is free: %j', (freed) =>
  expect(getAnnouncement(dukani.deleted('dropping', { freed }))).toEqual({
    type: deliveryEvents.deleted.type,
    version: 1,
    data: { ...about, paymentId: 'payment-1', freed, at: mondayNine },
  }),
)

test.each<StoredDomainEvent>([
  { type: 'LocationAdded', data: { locationId: 'l1', locationName: 'THIKA', pickupPoints: ['Market'] } },
  { type: 'PickupPointsAdded', data: { locationId: 'l1', pickupPoints: ['Market'] } },
  { type: 'DukaniPriceSet', data: { locationId: 'l1', price: 180 } },
  { type: 'PriceSet', data: { priceId: 'p1', place: 'THIKA', tier: 'express', price: 600 } },
  { type: 'PriceRemoved', data: { priceId: 'p1' } },
  { type: 'RiderAdded', data: { riderId: 'r1', rider: { personId: 'rider:r1', ...kiprono } } },
  { type: 'RiderCorrected', data: { riderId: 'r1', rider: { personId: 'rider:r1', ...kiprono } } },
  { type: 'RiderRemoved', data: { riderId: 'r1' } },
])('$type is not published', (event) => expect(getAnnouncement(event)).toBeNull())
