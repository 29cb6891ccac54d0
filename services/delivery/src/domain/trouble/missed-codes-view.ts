import type { View } from '@tuma/platform/domain'
import type { DeliveryEvent } from '../delivery.ts'

/** Each wrong code that was tried at a counter. The rows show an agent who guesses codes of many parcels. */
export type MissedCodeRow = { readonly deliveryId: string; readonly agentId: string | null; readonly at: string }

export const missedCodesView: View<DeliveryEvent, MissedCodeRow> = {
  whenDamaged: 'leavesOut',
  collection: {
    name: 'missed-codes-v1',
    shape: { deliveryId: 'text', agentId: 'text or null', at: 'text' },
    fields: { at: 'text' },
    indexes: [],
    sortBy: 'at',
  },
  getIds: ({ type, data, revision }) => (type === 'CollectionCodeMissed' ? [`${data.deliveryId} ${revision}`] : []),
  project: (row, { type, data }) => {
    if (type !== 'CollectionCodeMissed') return row
    const { deliveryId, agentId, at } = data
    return { deliveryId, agentId, at }
  },
}
