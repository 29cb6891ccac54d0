import type { DeliveryType } from '@tuma/contracts/vocabulary'
import type { View } from '@tuma/platform/domain'
import { type DeliveryEvent, isErased } from '../delivery.ts'

/** Whoever came for a parcel and is still known, also where the parcel has been deleted since. */
export type PickerRow = {
  readonly personId: string
  readonly deliveryId: string
  readonly deliveryType: DeliveryType
  readonly phone: string
  /** ISO instant at which they were written down. */
  readonly at: string
}

export const pickersView: View<DeliveryEvent, PickerRow> = {
  collection: {
    name: 'pickers-v1',
    shape: { personId: 'text', deliveryId: 'text', deliveryType: 'text', phone: 'text', at: 'text' },
    fields: { phone: 'text', at: 'text' },
    indexes: [['phone']],
    sortBy: 'at',
  },
  idsOf: ({ type, data }) => {
    if (type === 'PickerAssigned') return [data.picker.personId]
    return type === 'PickerErased' ? [data.personId] : []
  },
  project: (row, { type, data, metadata: { at } }) => {
    if (type === 'PickerErased') return null
    if (type !== 'PickerAssigned') return row
    const { personId, phone } = data.picker
    return isErased({ phone })
      ? null
      : { personId, deliveryId: data.deliveryId, deliveryType: data.deliveryType, phone, at }
  },
}
