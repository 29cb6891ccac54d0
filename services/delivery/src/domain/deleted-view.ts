import type { DeliveryType } from '@tuma/contracts/vocabulary'
import type { View } from '@tuma/platform/domain'
import type { DeliveryEvent } from './delivery.ts'

/** Where to read of a parcel that was deleted. Who did it and why stays in its stream: it may name a person. */
export type DeletedRow = {
  readonly trackingId: string
  readonly deliveryId: string
  readonly deliveryType: DeliveryType
  /** When it was deleted. */
  readonly at: string
}

/** By tracking id: a payment that was freed may have been used for another parcel of the same stream. */
export const deletedView: View<DeliveryEvent, DeletedRow> = {
  collection: {
    name: 'deleted-v1',
    shape: { trackingId: 'text', deliveryId: 'text', deliveryType: 'text', at: 'text' },
    fields: { at: 'text' },
    indexes: [],
    unlisted: true,
    sortBy: 'at',
  },
  idsOf: ({ type, data }) => (type === 'DeliveryDeleted' ? [data.trackingId] : []),
  project: (row, { type, data, metadata: { at } }) =>
    type === 'DeliveryDeleted'
      ? { trackingId: data.trackingId, deliveryId: data.deliveryId, deliveryType: data.deliveryType, at }
      : row,
}
