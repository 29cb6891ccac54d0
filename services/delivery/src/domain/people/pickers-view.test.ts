import { expect, test } from 'vitest'
import { achieng, dukaniRequested, getEvents, getRows, recorded } from '../../testing/parcels.ts'
import type { DeliveryEvent } from '../delivery.ts'
import { pickersView } from './pickers-view.ts'

const dukani = getEvents('parcelDukani')
const about = { deliveryId: 'd1', deliveryType: 'parcelDukani' } as const
const erased: DeliveryEvent = { type: 'PickerErased', data: { ...about, personId: 'd1:picker' } }

test('a picker has a row from the moment they come, even if the parcel is deleted later', () =>
  expect(getRows(pickersView, dukani.pickerAssigned, dukani.deleted('collected'))).toEqual([
    { personId: 'd1:picker', ...about, phone: achieng.phone, at: '2026-11-16T06:00:00.000Z' },
  ]))

test('an erased picker has no row', () => expect(getRows(pickersView, dukani.pickerAssigned, erased)).toEqual([]))

test('other events of a parcel do not change the picker’s row', () => {
  const others = recorded('delivery-d1', dukaniRequested(), dukani.paid(), dukani.collected, dukani.completed)
  expect(others.flatMap(pickersView.getIds)).toEqual([])
  const [row] = getRows(pickersView, dukani.pickerAssigned)
  for (const other of others) expect(pickersView.project(row ?? null, other, 'd1:picker')).toBe(row)
})
