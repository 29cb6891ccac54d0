import type { DeliveryStatus, DeliveryType } from '@tuma/contracts/vocabulary'
import { type RowOf, text, type View } from '@tuma/platform/domain'
import { type DeliveryEvent, toStatusChange } from './delivery.ts'

const shape = { deliveryType: text<DeliveryType>(), status: text<DeliveryStatus>(), count: 'number' } as const
/** How many parcels of a kind have a status. */
export type StatusCount = RowOf<typeof shape>

const getId = ({ deliveryType, status }: Omit<StatusCount, 'count'>): string => `${deliveryType} ${status}`

export const statusCountsView: View<DeliveryEvent, StatusCount> = {
  whenDamaged: 'leavesOut',
  collection: {
    name: 'status-counts-v1',
    shape,
    fields: { status: 'text' },
    indexes: [],
    sortBy: 'status',
  },
  getIds: (event) => countedIn(event).map(getId),
  project: (row, event, id) => {
    const counted = countedIn(event).find((one) => getId(one) === id)
    return counted ? { ...counted, count: (row?.count ?? 0) + counted.count } : row
  },
}

/** One less for the status that a parcel leaves, one more for the status that it gets. */
const countedIn = (event: DeliveryEvent): StatusCount[] => {
  const { from = null, to = null } = toStatusChange(event) ?? {}
  const { deliveryType } = event.data
  const left = from && { deliveryType, status: from, count: -1 }
  const come = to && { deliveryType, status: to, count: 1 }
  return [left, come].filter((one) => one !== null)
}
