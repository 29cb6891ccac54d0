import { type Shop, type Standing, shopKey, standing } from '@tuma/contracts/vocabulary'
import { type Collection, createCursors, everyDocument, type Where } from '@tuma/platform/ports'
import * as z from 'zod/mini'
import type { DeliveryRow } from '../domain/delivery-views.ts'
import { counted, type PageWanted } from './newest-first.ts'

type OfShop = PageWanted & { readonly shop: Shop }
type ShelfParcel = { readonly row: DeliveryRow; readonly arrivedAt: string }

const places = createCursors(z.tuple([z.string(), z.string()]))

/**
 * The parcels on a shop's shelf, for their receivers or on the way back to their senders. A shelf holds few, so all are
 * read.
 */
export const shelfLists = (deliveries: Collection<DeliveryRow>) => ({
  /** The parcel that has been there longest comes first. @throws BadCursor */
  async listShelf({ shop, limit, cursor }: OfShop) {
    const last = cursor === null ? null : places.read(cursor)
    const all: ShelfParcel[] = []
    for await (const row of everyDocument(deliveries, { where: arrivedAt(shop) }))
      if (isOnShelf[standing(row)]) all.push({ row, arrivedAt: getArrival(row) })
    const left = all.sort(oldestFirst).filter((one) => last === null || comesAfter(toPlace(one), last))
    const rows = left.slice(0, limit)
    const end = rows.at(-1)
    return { rows, total: all.length, next: end && left.length > limit ? places.write(toPlace(end)) : null }
  },

  /** Counts them without reading each. */
  async countShelf(shop: Shop): Promise<number> {
    const where = arrivedAt(shop)
    const lost = counted(deliveries, [{ where: { ...where, trouble: 'lost' } }])
    return (await counted(deliveries, [{ where }])) - (await lost)
  },
})

/** A rider's parcel is at a shop only after its return. */
const arrivedAt = (shop: Shop): Where => ({ receivingShop: shopKey(shop), wayEnd: 'shop', status: 'delivered' })

const isOnShelf: Record<Standing, boolean> = {
  toReceiver: false,
  waiting: true,
  handedOver: false,
  toSender: false,
  waitingForSender: true,
  returned: false,
  lost: false,
  cancelled: false,
}

const getArrival = ({ waiting, history, updatedAt }: DeliveryRow): string =>
  waiting?.since ?? history.findLast(({ status }) => status === 'delivered')?.at ?? updatedAt

type Place = [arrivedAt: string, id: string]
const toPlace = ({ row, arrivedAt }: ShelfParcel): Place => [arrivedAt, row._id]
const comesAfter = ([at, id]: Place, [lastAt, lastId]: Place): boolean => at > lastAt || (at === lastAt && id > lastId)
const oldestFirst = (one: ShelfParcel, other: ShelfParcel): number =>
  comesAfter(toPlace(one), toPlace(other)) ? 1 : -1
