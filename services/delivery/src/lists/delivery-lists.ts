import {
  type DeliveryStatus,
  type DeliveryType,
  type OwnGroup,
  type OwnTrouble,
  trackingIdIn,
} from '@tuma/contracts/vocabulary'
import type { ReadModels } from '@tuma/platform/event-sourcing'
import { DocumentsDamaged } from '@tuma/platform/ports'
import { type DeliveryRow, deliveriesView } from '../domain/delivery-views.ts'
import { ridersView } from '../domain/network/rider.ts'
import { counterLists } from './counter-lists.ts'
import { listed, type PageWanted } from './newest-first.ts'
import { shelfLists } from './on-shelf.ts'
import { isLookedFor, isTroubled, type OwnWanted, whereTroubled } from './own-parcels.ts'
import { getGroup, ownToday, whereOpen } from './own-today.ts'
import { withRidersOfToday } from './riders-of-today.ts'
import { countsOfShops } from './shop-counts.ts'
import { shopLists } from './shop-lists.ts'

type OfOwner = {
  readonly ownerId: string
  readonly deliveryType: DeliveryType
  readonly status?: DeliveryStatus | null | undefined
  readonly search?: string | null | undefined
  readonly by?: OwnWanted['by'] | undefined
  readonly trouble?: OwnTrouble | null | undefined
  readonly group?: OwnGroup | null | undefined
}

/** @param findBySticker the parcel to which a sticker is bound */
export const openDeliveryLists = async (
  { readModel }: ReadModels,
  findBySticker: (trackingId: string) => Promise<string | null>,
) => {
  const deliveries = withRidersOfToday(await readModel(deliveriesView), await readModel(ridersView))

  /** A freed payment may have booked another parcel under the same id, which does not have the sticker. */
  const ofSticker = async (trackingId: string): Promise<DeliveryRow | null> => {
    const deliveryId = await findBySticker(trackingId)
    const row = deliveryId === null ? null : await deliveries.get(deliveryId)
    return row?.stickers.includes(trackingId) ? row : null
  }

  return {
    get: (deliveryId: string) => deliveries.get(deliveryId),

    /**
     * By its tracking id or one of its stickers. @throws DocumentsDamaged: a damaged row is not the same as no parcel
     */
    async tracked(typed: string): Promise<DeliveryRow | null> {
      const trackingId = trackingIdIn(typed)
      if (!trackingId) return null
      const { documents, leftOut } = await deliveries.find({ where: { trackingId }, limit: 1 })
      if (leftOut !== undefined) throw new DocumentsDamaged(deliveriesView.collection.name)
      return documents[0] ?? (await ofSticker(trackingId))
    },

    owned: ({
      status = null,
      search,
      by = null,
      trouble,
      group,
      ownerId,
      deliveryType,
      ...page
    }: PageWanted & OfOwner) => {
      const where = { ownerId, deliveryType, ...(trouble ? whereTroubled[trouble] : {}) }
      if (status === null && !search && !trouble && !group) return listed(deliveries, [{ where }], page)
      const fits = isLookedFor({ status, search: search ?? '', by })
      const keeps = (row: DeliveryRow) => fits(row) && (!trouble || isTroubled(trouble, row))
      if (!group) return listed(deliveries, [{ where, keeps }], page)
      const isOfGroup = (row: DeliveryRow) => row.deliveryType === deliveryType && getGroup(row) === group && keeps(row)
      return listed(
        deliveries,
        whereOpen(ownerId).map((open) => ({ where: open, keeps: isOfGroup })),
        page,
      )
    },

    countOwned: ({ ownerId, status }: { ownerId: string; status: DeliveryStatus | null }) =>
      deliveries.count({ ownerId, ...(status === null ? {} : { status }) }),

    ...ownToday(deliveries),
    ...shopLists(deliveries),
    ...counterLists(deliveries),
    ...shelfLists(deliveries),
    ...countsOfShops(deliveries),
  }
}
export type DeliveryLists = Awaited<ReturnType<typeof openDeliveryLists>>
