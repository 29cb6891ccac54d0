import type { Services } from '../dependencies.ts'
import { unlessAway } from './unless-away.ts'

type DeliveryId = string | null | undefined

/**
 * The parcels with these ids as people call them, each to be asked for by its id: `parcel` is null of one that is deleted,
 * missing of none, and where nobody can say now.
 */
export const getParcels = async (delivery: Services['delivery'], ids: readonly DeliveryId[]) => {
  const deliveryIds = [...new Set(ids.flatMap((id) => id ?? []))]
  const found = deliveryIds.length > 0 ? await unlessAway(delivery.named({ deliveryIds })) : []
  const named = new Map(found?.map(({ deliveryId: id, ...parcel }) => [id, { id, ...parcel }]))
  return (id: DeliveryId) => (id && found ? { parcel: named.get(id) ?? null } : {})
}
