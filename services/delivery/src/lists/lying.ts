import { type Shop, type Standing, shopKey, standing } from '@tuma/contracts/vocabulary'
import { type Collection, cursorsOf, everyDocument, type Where } from '@tuma/platform/ports'
import * as z from 'zod/mini'
import type { DeliveryRow } from '../domain/delivery-views.ts'
import { counted, type PageWanted, sifted } from './newest-first.ts'

type OfShop = PageWanted & { readonly shop: Shop }
type Lying = { readonly row: DeliveryRow; readonly arrivedAt: string }

const places = cursorsOf(z.tuple([z.string(), z.string()]))

/** What lies at a shop for whoever gets it, or has it back. No more of it than stands on a shelf: it is read whole. */
export const lyingParcels = (deliveries: Collection<DeliveryRow>) => ({
  /** The longest there first. @throws BadCursor */
  async lying({ shop, limit, cursor }: OfShop) {
    const last = cursor === null ? null : places.read(cursor)
    const all: Lying[] = []
    for (const where of [collectedAt(shop), returnedTo(shop)])
      for await (const row of everyDocument(deliveries, { where }))
        if (lies[standing(row)]) all.push({ row, arrivedAt: arrivalOf(row) })
    const left = all.sort(oldestFirst).filter((one) => last === null || comesAfter(placeOf(one), last))
    const rows = left.slice(0, limit)
    const end = rows.at(-1)
    return { rows, total: all.length, next: end && left.length > limit ? places.write(placeOf(end)) : null }
  },

  /** How many there are, without looking at each. */
  async countLying(shop: Shop): Promise<number> {
    const there = collectedAt(shop)
    const returned = sifted(deliveries, { where: returnedTo(shop), keeps: (row) => lies[standing(row)] })
    const lost = counted(deliveries, [{ where: { ...there, trouble: 'lost' } }])
    return (await counted(deliveries, [{ where: there }])) - (await lost) + (await returned).rows.length
  },
})

const collectedAt = (shop: Shop): Where => ({
  receivingShop: shopKey(shop),
  deliveryType: 'parcelDukani',
  status: 'delivered',
})
/** A rider's parcel lies at a shop when it has come back alone. */
const returnedTo = (shop: Shop): Where => ({
  receivingShop: shopKey(shop),
  deliveryType: 'doorstep',
  status: 'delivered',
  trouble: ['back', 'held'],
})

const lies: Record<Standing, boolean> = {
  toReceiver: false,
  waiting: true,
  handedOver: false,
  toSender: false,
  waitingForSender: true,
  returned: false,
  lost: false,
}

const arrivalOf = ({ waiting, history, updatedAt }: DeliveryRow): string =>
  waiting?.since ?? history.findLast(({ status }) => status === 'delivered')?.at ?? updatedAt

type Place = [arrivedAt: string, id: string]
const placeOf = ({ row, arrivedAt }: Lying): Place => [arrivedAt, row._id]
const comesAfter = ([at, id]: Place, [lastAt, lastId]: Place): boolean => at > lastAt || (at === lastAt && id > lastId)
const oldestFirst = (one: Lying, other: Lying): number => (comesAfter(placeOf(one), placeOf(other)) ? 1 : -1)
