import { needsSince } from '@tuma/contracts/vocabulary'
import { toSpecification } from '@tuma/platform/testing'
import { describe, expect, test } from 'vitest'
import {
  admin,
  cbdAgent,
  client,
  dukaniRequested,
  getEvents,
  getRows,
  mondayTen,
  thikaAgent,
  visitor,
} from '../../testing/parcels.ts'
import type { DeliveryEvent } from '../delivery.ts'
import { type DeliveryRow, deliveriesView } from '../delivery-views.ts'
import { toShownRow } from '../shown-row.ts'
import { needsAttention } from '../trouble/attention.ts'
import { type ReachChanged, reach, reachStream } from './reach.ts'

const { dropped, inTransit, delivered, collected, returning } = getEvents('parcelDukani')
const landline = '254202223333'
const requested = dukaniRequested({ ownerId: 'wanjiku' })
const withLandline = dukaniRequested({
  ownerId: 'wanjiku',
  receiver: { ...requested.data.receiver, phone: landline },
})
const heard = (reached: boolean, role: 'sender' | 'receiver' = 'receiver'): ReachChanged => ({
  type: 'ReachChanged',
  data: { deliveryId: 'd1', role, reached, at: mondayTen },
})
const anotherPhone: DeliveryEvent = {
  type: 'ReceiverPhoneChanged',
  data: {
    ...{ deliveryId: 'd1', deliveryType: 'parcelDukani', trackingId: requested.data.trackingId },
    receiver: { ...requested.data.receiver, newPhone: '254733000111' },
    ...{ generation: 2, at: mondayTen },
  },
}
const getRow = (...past: (DeliveryEvent | ReachChanged)[]) => getRows(deliveriesView, ...past).at(-1) as DeliveryRow
const isProblem = (row: DeliveryRow) => needsAttention('untold', row, needsSince('untold', '2026-12-31T00:00:00.000Z'))

test('each report of notification is recorded, in a separate stream', () => {
  const command = { type: 'NoteReach', ...heard(false).data } as const
  toSpecification(reach).given(heard(false)).when(command).then(heard(false))
  expect(reachStream('d1')).toBe('reach-d1')
})

describe('a person whom SMS can’t reach', () => {
  test('is neither of two with mobile phones', () => {
    const row = getRow(requested, dropped)
    expect([row.untold, toShownRow(admin, row).cantBeTold, isProblem(row)]).toEqual([null, undefined, false])
  })
  test('is a receiver with a landline, from the beginning: staff and the sender see that', () => {
    const row = getRow(withLandline)
    expect(isProblem(row)).toBe(true)
    for (const asker of [admin, cbdAgent, thikaAgent, client])
      expect(toShownRow(asker, row).cantBeTold).toEqual(['receiver'])
  })
  test('is a person whose SMS expired: staff alone see that', () => {
    const row = getRow(requested, dropped, heard(false))
    expect([row.untold, isProblem(row), row.revision]).toEqual(['receiver', true, 1])
    for (const asker of [admin, cbdAgent, thikaAgent]) expect(toShownRow(asker, row).cantBeTold).toEqual(['receiver'])
    for (const asker of [client, visitor]) expect(toShownRow(asker, row).cantBeTold).toBeUndefined()
  })
  test('is reached again once an SMS arrives, or the phone changes', () => {
    expect(getRow(requested, heard(false), heard(true)).untold).toBeNull()
    expect(getRow(requested, heard(false), anotherPhone).untold).toBeNull()
    expect(getRow(withLandline, anotherPhone).untold).toBeNull()
  })
  test('may still be the other of two, once one is reached', () =>
    expect(getRow(requested, heard(false), heard(false, 'sender'), heard(true)).notReached).toEqual(['sender']))
  test('is no problem once the parcel has ended', () =>
    expect(isProblem(getRow(withLandline, dropped, inTransit, delivered, collected))).toBe(false))
  test('is the sender on the way back', () => {
    const back = [requested, dropped, inTransit, delivered, returning()]
    expect(getRow(...back, heard(false)).untold).toBeNull()
    expect(getRow(...back, heard(false, 'sender')).untold).toBe('sender')
  })
  test('is not an erased person', () => {
    const { receiver, trackingId, senderShop } = withLandline.data
    const erased: DeliveryEvent = {
      type: 'ReceiverErased',
      data: { deliveryId: 'd1', deliveryType: 'parcelDukani', trackingId, receiver, senderShop },
    }
    expect(getRow(withLandline, erased).untold).toBeNull()
  })
})
