import type { DeliveryStatus, DeliveryType } from '@tuma/contracts/vocabulary'
import type { View } from '@tuma/platform/domain'
import { type DeliveryEvent, statusChangeOf } from './delivery.ts'

/** How many parcels of a kind stand at a status. */
export type StatusCount = {
  readonly deliveryType: DeliveryType
  readonly status: DeliveryStatus
  readonly count: number
}

const idOf = (deliveryType: DeliveryType, status: DeliveryStatus): string => `${deliveryType} ${status}`

export const statusCountsView: View<DeliveryEvent, StatusCount> = {
  collection: {
    name: 'status-counts-v1',
    shape: { deliveryType: 'text', status: 'text', count: 'number' },
    fields: { status: 'text' },
    indexes: [],
    sortBy: 'status',
  },
  idsOf: (event) => {
    const { from = null, to = null } = statusChangeOf(event) ?? {}
    const { deliveryType } = event.data
    return [from, to].filter((status) => status !== null).map((status) => idOf(deliveryType, status))
  },
  project: (row, event, id) => {
    const { deliveryType } = event.data
    const { from = null, to = null } = statusChangeOf(event) ?? {}
    const before = row?.count ?? 0
    if (to !== null && id === idOf(deliveryType, to)) return { deliveryType, status: to, count: before + 1 }
    if (from !== null && id === idOf(deliveryType, from)) return { deliveryType, status: from, count: before - 1 }
    return row
  },
}
