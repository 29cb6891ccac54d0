import { toSpecification } from '@tuma/platform/testing'
import { describe, expect, test } from 'vitest'
import {
  admin,
  cbd,
  cbdAgent,
  mondayNine,
  mondayTen,
  move,
  request,
  senderKey,
  thikaAgent,
  toDoorstep,
} from '../testing/parcels.ts'
import type { DeliveryEvent } from './delivery.ts'
import { type DeliveryCommand, delivery } from './delivery-decisions.ts'

const { given } = toSpecification(delivery)
const quarterPast = '2026-11-16T06:15:00.000Z'
const counter = { agentId: 'agent', how: 'cash' as const, senderKey, voidUntil: quarterPast }
const oneName = {
  sender: { name: 'Wanjiku', phone: '254712345678' },
  receiver: { name: 'Otieno', phone: '254722000111' },
}
const forCash = request({ ...oneName, counter, payment: { method: 'cash' } })
const toDoor = { ...forCash, destination: { ...toDoorstep, tier: 'same-day' } } as const
const takenIn = (command: DeliveryCommand): DeliveryEvent[] =>
  delivery.decide(command, delivery.initialState) as DeliveryEvent[]
const parcel = takenIn(forCash)
const cancel = (at = '2026-11-16T06:10:00.000Z', by = cbdAgent): DeliveryCommand => ({
  ...{ type: 'CancelAtCounter', by, reason: 'Wrong town', at },
})
const sumUp = (events: readonly DeliveryEvent[]) => events.map(({ type }) => type)

describe('an agent takes in', () => {
  test('a parcel for a shop and its fee in cash, in one append', () => {
    expect(sumUp(parcel)).toEqual(['DeliveryRequested', 'DeliveryPaid', 'DueTaken', 'ParcelDroppedOff'])
    expect(parcel[0]?.data).toMatchObject({
      ...{ paymentMethod: 'payNow', paymentId: null, paymentReference: '', fee: 250, ownerId: null },
      counter: { agentId: 'agent', how: 'cash', voidUntil: quarterPast },
    })
    expect(parcel[2]?.data).toMatchObject({
      how: 'cash',
      agentId: 'agent',
      fee: 250,
      productPrice: 0,
      beforehand: true,
    })
  })
  test('a parcel for a door, which their shop has from then on', () =>
    expect(takenIn(toDoor).slice(-1)).toEqual([
      { type: 'ParcelSeen', data: { deliveryId: 'd1', deliveryType: 'doorstep', shop: cbd, at: mondayNine } },
    ]))
  test('a parcel that its receiver pays, without money', () =>
    expect(
      sumUp(
        takenIn({
          ...toDoor,
          counter: { ...counter, how: 'on_delivery' },
          payment: { method: 'payOnDelivery', productPrice: 0 },
        }),
      ),
    ).toEqual(['DeliveryRequested', 'PromiseMade', 'ParcelSeen']))
  test('the same parcel again only once', () =>
    given(...parcel)
      .when(forCash)
      .then())
  test('no parcel at another price than the customer was told', () =>
    given()
      .when({ ...forCash, shownFee: 150 })
      .thenRefused('fee_changed'))
  test('SMS about it wait for nothing', () => expect(parcel[0]?.data).not.toHaveProperty('held'))
})

describe('a parcel that was taken in', () => {
  test('is cancelled by an agent of its shop, and its cash goes back', () => {
    const events = delivery.decide(cancel(), parcel.reduce(delivery.evolve, delivery.initialState))
    expect(events).toMatchObject([
      {
        type: 'ParcelCancelled',
        data: {
          from: 'uncollected',
          because: 'counter',
          agentId: 'agent',
          cashBack: 250,
          paymentId: null,
          freed: false,
        },
      },
    ])
  })
  test('gives no cash back where its receiver pays', () => {
    const events = takenIn({
      ...toDoor,
      counter: { ...counter, how: 'on_delivery' },
      payment: { method: 'payOnDelivery', productPrice: 0 },
    })
    const cancelled = delivery.decide(cancel(), events.reduce(delivery.evolve, delivery.initialState))
    expect(cancelled[0]?.data).toMatchObject({ agentId: null, cashBack: 0 })
  })
  test('is cancelled no more after its minutes', () => {
    given(...parcel)
      .when(cancel('2026-11-16T06:15:00.001Z'))
      .thenRefused('too_late_to_void')
  })
  test('is cancelled no more once it has moved on', () => {
    const gone = delivery.decide(move('inTransit', cbdAgent), parcel.reduce(delivery.evolve, delivery.initialState))
    given(...parcel, ...gone)
      .when(cancel())
      .thenRefused('too_late_to_void')
  })
  test('is cancelled by no agent of another shop and by no admin', () => {
    for (const by of [thikaAgent, admin])
      given(...parcel)
        .when(cancel(undefined, by))
        .thenRefused('not_found')
  })
})

describe('a cancelled parcel', () => {
  const cancelled = [
    ...parcel,
    ...(delivery.decide(cancel(), parcel.reduce(delivery.evolve, delivery.initialState)) as DeliveryEvent[]),
  ]
  test('takes no step, and says so', () => {
    given(...cancelled)
      .when(move('inTransit', cbdAgent))
      .thenRefused('parcel_cancelled')
    given(...cancelled)
      .when(cancel())
      .thenRefused('parcel_cancelled')
  })
  test('still loses its people when they are erased', () => {
    const erase = { type: 'EraseDeleted', trackingId: 'TM-7K3M-Q2XV-90TB', role: 'receiver' } as const
    const events = delivery.decide(erase, cancelled.reduce(delivery.evolve, delivery.initialState))
    expect(sumUp(events as DeliveryEvent[])).toEqual(['ReceiverErased'])
  })
})

test('a parcel that was sent in is never cancelled at the counter', () => {
  given(...takenIn(request()))
    .when(cancel(mondayTen))
    .thenRefused('too_late_to_void')
})
