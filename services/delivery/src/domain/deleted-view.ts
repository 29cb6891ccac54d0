import type { DeliveryType } from '@tuma/contracts/vocabulary'
import { type RowOf, text, type View } from '@tuma/platform/domain'
import type { DeliveryEvent } from './delivery.ts'

/** `at`: when it was deleted, or (`cancelled`) cancelled. */
const shape = {
  trackingId: 'text',
  deliveryId: 'text',
  deliveryType: text<DeliveryType>(),
  cancelled: 'boolean',
  at: 'text',
} as const
/** Where to read about a deleted or cancelled parcel. Who did it and why stays in its stream: that may name a person. */
export type DeletedRow = RowOf<typeof shape>

/** By tracking id: a freed payment may have paid for another parcel in the same stream. */
export const deletedView: View<DeliveryEvent, DeletedRow> = {
  whenDamaged: 'leavesOut',
  collection: {
    name: 'deleted-v2',
    shape,
    fields: { at: 'text' },
    indexes: [],
    unlisted: true,
    sortBy: 'at',
  },
  getIds: ({ type, data }) => (type === 'DeliveryDeleted' || type === 'ParcelCancelled' ? [data.trackingId] : []),
  project: (row, { type, data, metadata: { at } }) => {
    if (type !== 'DeliveryDeleted' && type !== 'ParcelCancelled') return row
    const { trackingId, deliveryId, deliveryType } = data
    return { trackingId, deliveryId, deliveryType, cancelled: type === 'ParcelCancelled', at }
  },
}
