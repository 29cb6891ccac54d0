import type { DeliveryType } from '@tuma/contracts/vocabulary'
import { type RowOf, text, type View } from '@tuma/platform/domain'
import { type DeliveryEvent, isErased } from '../delivery.ts'

const shape = {
  personId: 'text',
  deliveryId: 'text',
  deliveryType: text<DeliveryType>(),
  phone: 'text',
  /** ISO instant at which the picker was recorded. */
  at: 'text',
} as const
/** A picker who is not erased, also of a parcel that was deleted afterwards. */
export type PickerRow = RowOf<typeof shape>

export const pickersView: View<DeliveryEvent, PickerRow> = {
  whenDamaged: 'leavesOut',
  collection: {
    name: 'pickers-v1',
    shape,
    fields: { phone: 'text', at: 'text' },
    indexes: [['phone']],
    sortBy: 'at',
  },
  getIds: ({ type, data }) => {
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
