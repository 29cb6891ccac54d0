import type { Services } from '../dependencies.ts'
import { unlessAway } from './unless-away.ts'

type DeliveryId = string | null | undefined

/**
 * The parcels with these ids, with the names that people use. `parcel` is null for a deleted one; it is missing without
 * an id, and while delivery is away.
 */
export const getParcels = async (delivery: Services['delivery'], ids: readonly DeliveryId[]) => {
  const deliveryIds = [...new Set(ids.flatMap((id) => id ?? []))]
  const found = deliveryIds.length > 0 ? await unlessAway(delivery.named({ deliveryIds })) : []
  const named = new Map(found?.map(({ deliveryId: id, ...parcel }) => [id, { id, ...parcel }]))
  return (id: DeliveryId) => (id && found ? { parcel: named.get(id) ?? null } : {})
}
