import { type DeliveryStatus, placeKey, type ReceivingGroup, type Shop, shopKey } from '@tuma/contracts/vocabulary'
import type { Collection, Where } from '@tuma/platform/ports'
import type { DeliveryRow } from '../domain/delivery-views.ts'
import { counted } from './newest-first.ts'

/**
 * Where the rows of a group are. `near` includes what the shop's own riders bring to its place, which `isSentElsewhere`
 * removes.
 */
export const whereOfGroup: Record<ReceivingGroup, (shop: Shop) => Where> = {
  shop: (shop) => ({ receivingShop: shopKey(shop), wayEnd: 'shop' }),
  riders: (shop) => ({ sendingShop: shopKey(shop), wayEnd: 'door' }),
  near: ({ location }) => ({ doorstepPlace: placeKey(location) }),
}

/** A shop's own parcels within its place are few among those of all shops, so they are left out row by row. */
export const isSentElsewhere =
  (shop: Shop) =>
  ({ sendingShop }: DeliveryRow): boolean =>
    sendingShop !== shopKey(shop)

/** Counts the rows of `near` at these statuses from stored counts alone. */
export const countNear = async (
  deliveries: Collection<DeliveryRow>,
  shop: Shop,
  status: readonly DeliveryStatus[],
): Promise<number> => {
  const all = { ...whereOfGroup.near(shop), status: [...status] }
  const own = { ...all, sendingShop: shopKey(shop) }
  return (await counted(deliveries, [{ where: all }])) - (await counted(deliveries, [{ where: own }]))
}
