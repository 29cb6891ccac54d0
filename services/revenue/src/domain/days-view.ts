import type { EatDay } from '@tuma/contracts/vocabulary'
import type { View } from '@tuma/platform/domain'
import type { SaleEvent } from './sale.ts'

export type DayRow = {
  readonly day: EatDay
  readonly doorstepRevenue: number
  readonly parcelDukaniRevenue: number
  readonly doorstepDeliveries: number
  readonly parcelDukaniDeliveries: number
}

export const quietDay = (day: EatDay): DayRow => ({
  day,
  doorstepRevenue: 0,
  parcelDukaniRevenue: 0,
  doorstepDeliveries: 0,
  parcelDukaniDeliveries: 0,
})

export const daysView: View<SaleEvent, DayRow> = {
  collection: {
    name: 'days-v1',
    shape: {
      day: 'text',
      doorstepRevenue: 'number',
      parcelDukaniRevenue: 'number',
      doorstepDeliveries: 'number',
      parcelDukaniDeliveries: 'number',
    },
    fields: { day: 'text' },
    indexes: [],
    unlisted: true,
    sortBy: 'day',
  },
  idsOf: ({ data }) => [data.day],
  project: (row, { type, data }, day) => {
    const before = row ?? quietDay(day)
    switch (type) {
      case 'DeliveryCounted': {
        const figure = `${data.deliveryType}Deliveries` as const
        return { ...before, [figure]: before[figure] + 1 }
      }
      case 'FeeTaken': {
        const figure = `${data.deliveryType}Revenue` as const
        return { ...before, [figure]: before[figure] + data.fee }
      }
    }
  },
}
