import type { Recorded } from '@tuma/platform/domain'
import { expect, test } from 'vitest'
import { type DayRow, daysView, quietDay } from './days-view.ts'
import type { SaleEvent } from './sale.ts'

const day = '2026-11-21'
const rowAfter = (...events: SaleEvent[]): DayRow | null =>
  events.reduce<DayRow | null>((row, event) => {
    const recorded = event as Recorded<SaleEvent>
    return daysView.project(row, recorded, daysView.getIds(recorded)[0] as string)
  }, null)

test('each day has its own figures: a delivery may be counted on one day and paid on another', () => {
  const counted: SaleEvent = { type: 'DeliveryCounted', data: { deliveryType: 'doorstep', day } }
  const paid: SaleEvent = { type: 'FeeTaken', data: { deliveryType: 'doorstep', fee: 350, day: '2026-11-22' } }
  expect([counted, paid].map((event) => daysView.getIds(event as Recorded<SaleEvent>))).toEqual([[day], ['2026-11-22']])
})

test('a day begins with zeros', () =>
  expect(quietDay(day)).toEqual({
    day,
    ...{ doorstepRevenue: 0, parcelDukaniRevenue: 0, doorstepDeliveries: 0, parcelDukaniDeliveries: 0 },
  }))

test('a day sums deliveries and fees by delivery type', () => {
  expect(
    rowAfter(
      { type: 'DeliveryCounted', data: { deliveryType: 'doorstep', day } },
      { type: 'DeliveryCounted', data: { deliveryType: 'doorstep', day } },
      { type: 'DeliveryCounted', data: { deliveryType: 'parcelDukani', day } },
      { type: 'FeeTaken', data: { deliveryType: 'doorstep', fee: 350, day } },
      { type: 'FeeTaken', data: { deliveryType: 'parcelDukani', fee: 150, day } },
      { type: 'FeeTaken', data: { deliveryType: 'parcelDukani', fee: 200, day } },
    ),
  ).toEqual({ day, doorstepRevenue: 350, parcelDukaniRevenue: 350, doorstepDeliveries: 2, parcelDukaniDeliveries: 1 })
})

test('a day leaves a cancelled parcel and its fee out again', () => {
  const about = { deliveryType: 'parcelDukani', day } as const
  const events: SaleEvent[] = [
    { type: 'DeliveryCounted', data: about },
    { type: 'DeliveryCounted', data: about },
    { type: 'FeeTaken', data: { ...about, fee: 150 } },
    { type: 'FeeTaken', data: { ...about, fee: 200 } },
    { type: 'CountTakenBack', data: about },
    { type: 'FeeTakenBack', data: { ...about, fee: 150 } },
  ]
  expect(rowAfter(...events)).toEqual({ ...quietDay(day), parcelDukaniRevenue: 200, parcelDukaniDeliveries: 1 })
})

test('events of the books alone change no figure of a day', () => {
  const booked = { type: 'FeeBooked', data: { cents: 350_00, at: '', postings: [] } } as unknown as Recorded<SaleEvent>
  expect(daysView.getIds(booked)).toEqual([])
  const row = { ...quietDay(day), doorstepRevenue: 350 }
  expect(daysView.project(row, booked, day)).toBe(row)
})
