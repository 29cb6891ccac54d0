import {
  type DeliveryStatus,
  type DeliveryType,
  deliveryStatuses,
  parseTrackingId,
  type Shop,
  shopKey,
} from '@tuma/contracts/vocabulary'
import type { ReadModels } from '@tuma/platform/event-sourcing'
import type { Where } from '@tuma/platform/ports'
import { comesTo, type DeliveryRow, deliveriesView } from '../domain/delivery-views.ts'
import { counted, listed, type PageWanted } from './newest-first.ts'

/** A parcel shows up at the receiving side once it is on its way there. */
const onTheWay: readonly DeliveryStatus[] = ['inTransit', 'delivered', 'collected']

type OfShop = { readonly shop: Shop; readonly status: DeliveryStatus | null }
const withStatus = (status: DeliveryStatus | null): Where => (status === null ? {} : { status })

/** Who sends takes a parcel that is being sorted for one that was dropped. */
const asSent = (status: DeliveryStatus | null): Where =>
  status === 'uncollected' ? { status: ['uncollected', 'sorting'] } : withStatus(status)

export const openDeliveryLists = async ({ readModel }: ReadModels) => {
  const deliveries = await readModel(deliveriesView)

  const list = (filters: readonly Where[], page: PageWanted) =>
    listed(
      deliveries,
      filters.map((where) => ({ where })),
      page,
    )
  const count = (filters: readonly Where[]) =>
    counted(
      deliveries,
      filters.map((where) => ({ where })),
    )

  /** What a shop's lists show together: sent from it, or on its way to it; what is both counts once. */
  const countOfShop = async (shop: Shop, status: DeliveryStatus): Promise<number> => {
    const sent = { senderShop: shopKey(shop), status }
    const coming = onTheWay.includes(status) ? comesTo(shop) : []
    const both = await count(coming.map((key) => ({ ...sent, ...key })))
    return (await count([sent, ...coming.map((key) => ({ ...key, status }))])) - both
  }

  return {
    get: (deliveryId: string) => deliveries.get(deliveryId),

    async tracked(typed: string): Promise<DeliveryRow | null> {
      const trackingId = parseTrackingId(typed)
      if (!trackingId) return null
      const { documents } = await deliveries.find({ where: { trackingId }, limit: 1 })
      return documents[0] ?? null
    },

    owned: ({ ownerId, deliveryType, ...page }: PageWanted & { ownerId: string; deliveryType: DeliveryType }) =>
      list([{ ownerId, deliveryType }], page),

    countOwned: ({ ownerId, status }: { ownerId: string; status: DeliveryStatus | null }) =>
      deliveries.count({ ownerId, ...withStatus(status) }),

    sending: ({ shop, status, ...page }: PageWanted & OfShop) =>
      list([{ senderShop: shopKey(shop), ...asSent(status) }], page),

    receiving({ shop, status, ...page }: PageWanted & OfShop) {
      const statuses = onTheWay.filter((one) => status === null || status === one)
      return list(
        comesTo(shop).map((key) => ({ ...key, status: statuses })),
        page,
      )
    },

    async countsOfShop(shop: Shop): Promise<Record<DeliveryStatus, number>> {
      const counts = await Promise.all(
        deliveryStatuses.map(async (status) => [status, await countOfShop(shop, status)] as const),
      )
      return Object.fromEntries(counts) as Record<DeliveryStatus, number>
    },
  }
}
export type DeliveryLists = Awaited<ReturnType<typeof openDeliveryLists>>
