import { type Shop, shopKey } from '@tuma/contracts/vocabulary'
import type { ReadModels } from '@tuma/platform/event-sourcing'
import { type DeliveryRow, deliveriesView } from '../domain/delivery-views.ts'
import { ridersView } from '../domain/network/rider.ts'
import { type PromiseRow, promisesView } from '../domain/promises-view.ts'
import { maxCounted, type PageWanted } from './newest-first.ts'
import { withRidersOfToday } from './riders-of-today.ts'

type OfShop = PageWanted & { readonly shop: Shop }
/** @property now ISO @property keeps a further condition for a row */
type LateWanted = PageWanted & { readonly now: string; readonly keeps: (row: DeliveryRow) => boolean }

/** Parcels whose deadline counts, by deadline: the latest delay first. */
export const openPromises = async ({ readModel }: ReadModels) => {
  const promises = await readModel(promisesView)
  const deliveries = withRidersOfToday(await readModel(deliveriesView), await readModel(ridersView))

  const getRows = async (found: readonly PromiseRow[]): Promise<DeliveryRow[]> => {
    const rows = await Promise.all(found.map(({ deliveryId }) => deliveries.get(deliveryId)))
    return rows.filter((row) => row !== null)
  }
  const lateUntil = (now: string) => ({ where: { state: 'open' }, between: { to: now }, upwards: true })

  /** Looks at `maxCounted` at most. */
  const allLate = async ({ now, keeps }: Pick<LateWanted, 'now' | 'keeps'>) => {
    const { documents, next } = await promises.find({ ...lateUntil(now), limit: maxCounted })
    return { rows: (await getRows(documents)).filter(keeps), more: next !== null }
  }

  return {
    /** The parcels on which this shop must act. @throws BadCursor */
    async toDo({ shop, limit, cursor }: OfShop) {
      const where = { shop: shopKey(shop), state: 'open' }
      const { documents, next } = await promises.find({ where, limit, after: cursor, upwards: true })
      const { count: total, more } = await promises.countUpTo(maxCounted, where)
      return { rows: await getRows(documents), next, total, more }
    },

    allLate,

    /** A page of late parcels. @throws BadCursor */
    async late({ now, keeps, limit, cursor }: LateWanted) {
      const rows: DeliveryRow[] = []
      let next = cursor
      do {
        const page = await promises.find({ ...lateUntil(now), limit: limit - rows.length, after: next })
        rows.push(...(await getRows(page.documents)).filter(keeps))
        next = page.next
      } while (next !== null && rows.length < limit)
      const counted = await allLate({ now, keeps })
      return { rows, next, total: counted.rows.length, more: counted.more }
    },
  }
}
export type Promises = Awaited<ReturnType<typeof openPromises>>
