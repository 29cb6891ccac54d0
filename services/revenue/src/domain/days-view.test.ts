import type { Recorded } from '@tuma/platform/domain'
import { expect, test } from 'vitest'
import { type DayRow, daysView } from './days-view.ts'
import type { SaleEvent } from './sale.ts'

const day = '2026-11-21'
const rowAfter = (...events: SaleEvent[]): DayRow | null =>
  events.reduce<DayRow | null>((row, event) => {
    const recorded = event as Recorded<SaleEvent>
    return daysView.project(row, recorded, daysView.idsOf(recorded)[0] as string)
  }, null)

test('a day sums deliveries and fees, each type for itself', () => {
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
