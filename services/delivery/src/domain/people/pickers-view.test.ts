import { expect, test } from 'vitest'
import { achieng, dukaniRequested, getEvents, getRows, recorded } from '../../testing/parcels.ts'
import type { DeliveryEvent } from '../delivery.ts'
import { pickersView } from './pickers-view.ts'

const dukani = getEvents('parcelDukani')
const about = { deliveryId: 'd1', deliveryType: 'parcelDukani' } as const
const erased: DeliveryEvent = { type: 'PickerErased', data: { ...about, personId: 'd1:picker' } }

test('whoever came for a parcel is known from that moment on, also where it is deleted since', () =>
  expect(getRows(pickersView, dukani.pickerAssigned, dukani.deleted('collected'))).toEqual([
    { personId: 'd1:picker', ...about, phone: achieng.phone, at: '2026-11-16T06:00:00.000Z' },
  ]))

test('whoever is erased is known no more', () =>
  expect(getRows(pickersView, dukani.pickerAssigned, erased)).toEqual([]))

test('nothing else that happens to a parcel tells of who came for it', () => {
  const others = recorded('delivery-d1', dukaniRequested(), dukani.paid(), dukani.collected, dukani.completed)
  expect(others.flatMap(pickersView.getIds)).toEqual([])
  const [row] = getRows(pickersView, dukani.pickerAssigned)
  for (const other of others) expect(pickersView.project(row ?? null, other, 'd1:picker')).toBe(row)
})
