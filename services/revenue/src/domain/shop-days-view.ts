import { type EatDay, type Shop, shopKey } from '@tuma/contracts/vocabulary'
import type { View } from '@tuma/platform/domain'
import { counted, type Figures, isCounted, noFigures } from './days-view.ts'
import type { SaleEvent } from './sale.ts'

/** What the parcels that were handed in at one shop brought in on one day. */
export type ShopDayRow = Figures & {
  readonly day: EatDay
  /** Null for parcels whose shop is not known. */
  readonly shop: Shop | null
}

export const shopDaysView: View<SaleEvent, ShopDayRow> = {
  whenDamaged: 'refuses',
  collection: {
    name: 'shop-days-v1',
    shape: {
      day: 'text',
      shop: { orNull: { location: 'text', address: 'text' } },
      doorstepRevenue: 'number',
      parcelDukaniRevenue: 'number',
      doorstepDeliveries: 'number',
      parcelDukaniDeliveries: 'number',
    },
    fields: { day: 'text' },
    indexes: [],
    sortBy: 'day',
  },
  getIds: (event) => {
    if (!isCounted(event)) return []
    const { day, shop } = event.data
    return [`${day} ${shop ? shopKey(shop) : ''}`]
  },
  project: (row, event) => {
    if (!isCounted(event)) return row
    const { day, shop = null } = event.data
    return counted(row ?? { day, shop, ...noFigures }, event)
  },
}
