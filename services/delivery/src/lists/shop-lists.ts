import {
  type DeliveryStatus,
  deliveryStatuses,
  type ReceivingGroup,
  type Shop,
  shopKey,
  statusesIn,
  wordsAsked,
} from '@tuma/contracts/vocabulary'
import type { Collection, Where } from '@tuma/platform/ports'
import { comesTo, type DeliveryRow } from '../domain/delivery-views.ts'
import { type Destination, goingThere } from './destinations.ts'
import { listed, newestFirst, type PageWanted } from './newest-first.ts'
import { countNear, isSentElsewhere, whereOfGroup } from './receiving-groups.ts'

/** The receiving side sees a parcel once it is on its way there. */
export const onTheWay = statusesIn('onTheWay', 'arrived', 'handedOver')
/** Names every status, so that the index by status serves. */
const anyStatus: readonly DeliveryStatus[] = deliveryStatuses

/** For the sending shop, a parcel that is being sorted counts as dropped. */
export const asSent = (status: DeliveryStatus | null): Where => {
  if (status === null) return {}
  return status === 'uncollected' ? { status: statusesIn('handedIn') } : { status }
}

type OfShop = PageWanted & { readonly shop: Shop }
type Receiving = OfShop & {
  readonly status: DeliveryStatus | null
  readonly by?: ReceivingGroup | null | undefined
}
type LookedFor = OfShop & { readonly search: string | null; readonly destinations: readonly Destination[] }

/** The lists of a shop's agents. */
export const shopLists = (deliveries: Collection<DeliveryRow>) => ({
  sending: ({ shop, status, ...page }: OfShop & { readonly status: DeliveryStatus | null }) =>
    listed(deliveries, [{ where: { sendingShop: shopKey(shop), ...asSent(status) } }], page),

  async receiving({ shop, status, by = null, ...page }: Receiving) {
    const statuses = onTheWay.filter((one) => status === null || status === one)
    const wheres = by === null ? comesTo(shop) : [whereOfGroup[by](shop)]
    const filters = wheres.map((key) => ({ where: { ...key, status: statuses } }))
    if (by !== 'near') return listed(deliveries, filters, page)
    const others = filters.map((filter) => ({ ...filter, keeps: isSentElsewhere(shop) }))
    const total = await countNear(deliveries, shop, statuses)
    return { ...(await newestFirst(deliveries, others, page)), total, more: false }
  },

  /**
   * All parcels that the shop may see, at any status; one that it sends to itself appears once. A search by destination
   * finds what the shop sends, too.
   */
  ofShop({ shop, search, destinations, ...page }: LookedFor) {
    const words = wordsAsked(search ?? '')
    const ends: Where[] = [
      { sendingShop: shopKey(shop) },
      ...comesTo(shop).map((key) => ({ ...key, status: anyStatus })),
    ]
    const sentThere = goingThere(search ?? '', destinations).map(({ where, ...within }) => ({
      where: { sendingShop: shopKey(shop), ...where },
      ...within,
    }))
    const filters = [...ends.map((where) => ({ where, words })), ...sentThere]
    return newestFirst(deliveries, filters, page)
  },
})
