import { type OwnGroup, type Shop, shopKey, statusesIn, toOwnGroup } from '@tuma/contracts/vocabulary'
import type { Collection } from '@tuma/platform/ports'
import type { DeliveryRow } from '../domain/delivery-views.ts'
import { holding } from '../domain/trouble/holds.ts'
import { maxCounted } from './newest-first.ts'

const shownRows = 3
const shownOfShop = 2
const shownShops = 5
const maxLabels = 100

const onItsWay = statusesIn('awaited', 'handedIn', 'onTheWay')
/**
 * A sender's parcels that have not ended. On its way back a parcel ends at a shop too; one that has arrived at a door is
 * handed over.
 */
export const whereOpen = (ownerId: string) => [
  { ownerId, wayEnd: 'shop', status: [...onItsWay, ...statusesIn('arrived')] },
  { ownerId, wayEnd: 'door', status: onItsWay },
]

export const getGroup = (row: DeliveryRow): OwnGroup | null =>
  toOwnGroup({ ...row, held: holding(row), rider: row.rider, seen: row.seen })

/** What a sender has to do, from the parcels that have not ended: those that have are not read. */
export const ownToday = (deliveries: Collection<DeliveryRow>) => ({
  async ownToday(ownerId: string) {
    const pages = await Promise.all(whereOpen(ownerId).map((where) => deliveries.find({ where, limit: maxCounted })))
    const more = pages.some(({ next }) => next !== null)
    const rows = pages.flatMap(({ documents }) => documents).sort(byNewest)
    const of = (group: OwnGroup) => rows.filter((row) => getGroup(row) === group)
    const shown = (all: readonly DeliveryRow[]) => ({ count: all.length, more, rows: all.slice(0, shownRows) })
    const toBring = of('toBring')
    return {
      total: await deliveries.count({ ownerId }),
      toBring: { count: toBring.length, more, shops: byShop(toBring) },
      underWay: shown(of('underWay')),
      trouble: shown(of('trouble').sort(byUrgency)),
    }
  },
})

const byNewest = (one: DeliveryRow, other: DeliveryRow): number => other.createdAt.localeCompare(one.createdAt)

/** The shops with the most parcels to bring first. */
const byShop = (rows: readonly DeliveryRow[]) =>
  [...Map.groupBy(rows, ({ sender }) => shopKey(getShop(sender))).values()]
    .sort((one, other) => other.length - one.length)
    .slice(0, shownShops)
    .flatMap((own) => {
      const [first] = own
      if (!first) return []
      const deliveryIds = own.slice(0, maxLabels).map(({ _id }) => _id)
      return [{ shop: getShop(first.sender), count: own.length, deliveryIds, rows: own.slice(0, shownOfShop) }]
    })

const getShop = ({ location, dropoffAgent }: DeliveryRow['sender']): Shop => ({ location, address: dropoffAgent })

/** An open decision first, the earliest day first; then what is missing, on hold, on its way back. */
const byUrgency = (one: DeliveryRow, other: DeliveryRow): number => rank(one).localeCompare(rank(other))
const ranks = { lost: 'b', held: 'c', back: 'd' } as const
const rank = ({ waiting, trouble }: DeliveryRow): string =>
  waiting?.asked ? `a ${waiting.until ?? ''}` : trouble === null ? 'e' : ranks[trouble]
