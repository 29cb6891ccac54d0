import { wordsOfTrackingId as wordsOf } from '@tuma/contracts/vocabulary'
import { toSpecification } from '@tuma/platform/testing'
import { describe, expect, test } from 'vitest'
import {
  admin,
  mondayNine as at,
  cbdAgent,
  client,
  kimboAgent,
  recorded,
  request,
  system,
  thikaAgent,
} from '../../testing/parcels.ts'
import type { Asker } from '../asker.ts'
import type { DeliveryEvent } from '../delivery.ts'
import { type DeliveryCommand, delivery } from '../delivery-decisions.ts'
import { deliveriesView } from '../delivery-views.ts'
import { toShownRow } from '../shown-row.ts'

const { given } = toSpecification(delivery)
const sticker = 'TM-9PQR-1234-WXYZ'
const begun = delivery.decide(request(), delivery.initialState) as DeliveryEvent[]
const about = { deliveryId: 'd1', deliveryType: 'parcelDukani' } as const
const added = (which = sticker, agentId: string | null = 'agent'): DeliveryEvent => ({
  type: 'StickerAdded',
  data: { ...about, sticker: which, agentId, at },
})
const add = (by: Asker = cbdAgent, which = sticker): DeliveryCommand => ({ type: 'AddSticker', by, sticker: which, at })

describe('a sticker on a parcel', () => {
  test('is added by an agent of either shop, once', () => {
    given(...begun)
      .when(add())
      .then(added())
    given(...begun)
      .when(add(thikaAgent))
      .then(added())
    given(...begun, added())
      .when(add())
      .then()
  })
  test('is added by the system, which finishes what an agent began', () =>
    given(...begun)
      .when(add(system))
      .then(added(sticker, null)))
  test('is refused to everyone else', () => {
    given(...begun)
      .when(add(kimboAgent))
      .thenRefused('not_found')
    given(...begun)
      .when(add(client))
      .thenRefused('not_allowed')
    given(...begun)
      .when(add(admin))
      .thenRefused('not_allowed')
    given().when(add()).thenRefused('not_found')
  })
  test('is refused for a parcel that was handed over', () =>
    given(...begun, { type: 'ParcelCollected', data: { ...about, from: 'delivered' } })
      .when(add())
      .thenRefused('step_not_allowed'))
  test('joins nine others at most', () => {
    const nth = (n: number) => `TM-0000-0000-000${n}`
    const nine = Array.from({ length: 9 }, (_, n) => added(nth(n)))
    given(...begun, ...nine)
      .when(add())
      .then(added())
    given(...begun, ...nine, added())
      .when(add(cbdAgent, nth(9)))
      .thenRefused('stickers_enough')
  })
})

describe('a parcel that is booked with a sticker', () => {
  const counter = { agentId: 'agent', how: 'cash' as const, senderKey: 'k', voidUntil: at }
  const onSticker = request({ trackingId: sticker, onSticker: true, counter, payment: { method: 'cash' } })
  test('has it as its tracking id, and says so in the same append', () => {
    const events = delivery.decide(onSticker, delivery.initialState)
    expect(events[0]?.data).toMatchObject({ trackingId: sticker })
    expect(events.at(-1)).toEqual(added())
  })
  test('shows no second id', () => {
    const rows = rowAfter(...(delivery.decide(onSticker, delivery.initialState) as DeliveryEvent[]))
    expect(toShownRow(cbdAgent, rows)).not.toHaveProperty('sticker')
  })
})

const rowAfter = (...events: DeliveryEvent[]) => {
  const row = recorded('delivery-d1', ...events).reduce<ReturnType<typeof deliveriesView.project>>(
    (row, event) => deliveriesView.project(row, event, 'd1'),
    null,
  )
  if (!row) throw new Error('there is no row')
  return row
}

describe('a row', () => {
  const another = 'TM-1111-2222-3333'
  const row = rowAfter(...begun, added(), added(another))
  test('shows staff the last four of the newest sticker', () => {
    expect(toShownRow(cbdAgent, row).sticker).toBe('3333')
    expect(toShownRow(admin, row).sticker).toBe('3333')
    expect(toShownRow(client, row)).not.toHaveProperty('sticker')
  })
  test('is found by each of its stickers, also once its people are erased', () => {
    const person = { personId: 'p', name: 'x', phone: 'y' }
    const senderShop = { location: 'NAIROBI CBD', address: 'Tuma House' }
    const data = { ...about, trackingId: row.trackingId, senderShop }
    const erasedRow = rowAfter(
      ...begun,
      added(),
      added(another),
      { type: 'SenderErased', data: { ...data, sender: person } },
      { type: 'ReceiverErased', data: { ...data, receiver: person } },
    )
    for (const one of [row, erasedRow])
      expect(one.words).toEqual(expect.arrayContaining([...wordsOf(sticker), ...wordsOf(another)]))
  })
})
