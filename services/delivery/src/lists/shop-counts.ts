import { type DeliveryStatus, deliveryStatuses, type Shop, shopKey, statusesIn } from '@tuma/contracts/vocabulary'
import type { Collection, Where } from '@tuma/platform/ports'
import { comesTo, type DeliveryRow } from '../domain/delivery-views.ts'
import { counted } from './newest-first.ts'
import { countNear, whereOfGroup } from './receiving-groups.ts'
import { asSent, onTheWay } from './shop-lists.ts'

/** Still at the shop that takes the parcel in, or awaited there. */
const notSentYet = statusesIn('awaited', 'handedIn')
const underWay = [...notSentYet, ...statusesIn('onTheWay')]

/** How many parcels a shop has, as its agents see them. */
export const countsOfShops = (deliveries: Collection<DeliveryRow>) => {
  const count = (filters: readonly Where[]) =>
    counted(
      deliveries,
      filters.map((where) => ({ where })),
    )

  /**
   * The number of parcels in all lists of a shop: sent from it, or on their way to it; a parcel that is both counts
   * once.
   */
  const countOfShop = async (shop: Shop, status: DeliveryStatus): Promise<number> => {
    const sent = { sendingShop: shopKey(shop), status }
    const coming = onTheWay.includes(status) ? comesTo(shop) : []
    const both = await count(coming.map((key) => ({ ...sent, ...key })))
    return (await count([sent, ...coming.map((key) => ({ ...key, status }))])) - both
  }

  return {
    async countsOfShop(shop: Shop): Promise<Record<DeliveryStatus, number>> {
      const counts = await Promise.all(
        deliveryStatuses.map(async (status) => [status, await countOfShop(shop, status)] as const),
      )
      return Object.fromEntries(counts) as Record<DeliveryStatus, number>
    },

    /** Parcels that the shop must still move or hand over, including those on their way to it; each once. */
    async countStandingAt(shop: Shop): Promise<number> {
      const key = shopKey(shop)
      const [sent, coming] = [
        { sendingShop: key, status: notSentYet },
        { receivingShop: key, status: underWay },
      ]
      const waiting = { receivingShop: key, wayEnd: 'shop', status: 'delivered' }
      const both = await count([{ sendingShop: key, receivingShop: key, status: notSentYet }])
      return (await count([sent, coming, waiting])) - both
    },

    /** How many rows `sending` and `receiving` have. */
    async tabCounts(shop: Shop) {
      const sent = (status: DeliveryStatus | null) => count([{ sendingShop: shopKey(shop), ...asSent(status) }])
      const inGroups = async (status: DeliveryStatus) => ({
        shop: await count([{ ...whereOfGroup.shop(shop), status }]),
        riders: await count([{ ...whereOfGroup.riders(shop), status }]),
        near: await countNear(deliveries, shop, [status]),
      })
      const coming = (status: DeliveryStatus) => count(comesTo(shop).map((key) => ({ ...key, status })))
      return {
        sending: {
          dropping: await sent('dropping'),
          uncollected: await sent('uncollected'),
          inTransit: await sent('inTransit'),
          all: await sent(null),
        },
        receiving: {
          inTransit: await coming('inTransit'),
          inTransitBy: await inGroups('inTransit'),
          delivered: await coming('delivered'),
          deliveredBy: await inGroups('delivered'),
          collected: await coming('collected'),
        },
      }
    },
  }
}
