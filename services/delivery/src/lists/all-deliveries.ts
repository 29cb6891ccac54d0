import {
  type DeliveryStatus,
  type DeliveryType,
  deliveryStatuses,
  deliveryTypes,
  type EatDay,
  getEatDay,
  haveWords,
  type Need,
  type NeedByRest,
  needsSince,
  type Outcome,
  paymentMethods,
  Refused,
  type Shop,
  shopKey,
  statusesIn,
  wordsAsked,
} from '@tuma/contracts/vocabulary'
import type { ReadModels } from '@tuma/platform/event-sourcing'
import { everyDocument, type Where, type Within } from '@tuma/platform/ports'
import { isWaitedFor } from '../domain/collecting.ts'
import { type StatusCount, statusCountsView } from '../domain/count-views.ts'
import { type DeliveryRow, deliveriesView } from '../domain/delivery-views.ts'
import { ridersView } from '../domain/network/rider.ts'
import { isRidden, stillToRide } from '../domain/ridden-view.ts'
import { needsAttention, toWaitAge, whereNeeded } from '../domain/trouble/attention.ts'
import { listed, type PageWanted, type Sieve, sifted } from './newest-first.ts'
import type { Promises } from './promises.ts'
import { withRidersOfToday } from './riders-of-today.ts'

type AllWanted = PageWanted & {
  readonly status: DeliveryStatus | null
  readonly deliveryType: DeliveryType | null
  readonly search: string | null
  readonly from: EatDay | null
  readonly to: EatDay | null
  readonly needs: Need | null
  readonly outcome: Outcome | null
  readonly held: boolean
  /** One of `waitAges`; `shop` says where. */
  readonly waits: number | null
  readonly shop: Shop | null
  /** Those that this rider has now. */
  readonly rider: string | null
  /** ISO. */
  readonly now: string
}
type PaidWanted = PageWanted & { readonly shop: Shop | null; readonly search: string | null }

/** The lists of admins: all deliveries that exist, of all senders. */
export const openAllDeliveries = async ({ readModel }: ReadModels, promises: Pick<Promises, 'late' | 'allLate'>) => {
  const deliveries = withRidersOfToday(await readModel(deliveriesView), await readModel(ridersView))
  const statusCounts = await readModel(statusCountsView)

  return {
    all({ search, from, to, ...wanted }: AllWanted) {
      const { status, deliveryType, needs, now, limit, cursor } = wanted
      const page = { limit, cursor }
      const within = { ...toRange(from, to), words: wordsAsked(search ?? '') }
      const isAsked = (row: DeliveryRow) => isWanted(row, wanted)
      if (needs === 'late') {
        return promises.late({ ...page, now, keeps: (row) => isAsked(row) && isWithin(row, within) })
      }
      if (needs !== null) return listed(deliveries, toSieves(needs, now, within, isAsked), page)
      const beside = whereBeside(wanted)
      if (beside) return listed(deliveries, [{ where: beside, ...within, keeps: isAsked }], page)
      // Names every value if the admin chose none, so that one index serves all choices.
      const kind = { deliveryType: deliveryType ?? deliveryTypes, status: status ?? deliveryStatuses }
      const where: Where = deliveryType === null && status === null ? {} : kind
      return listed(deliveries, [{ where, ...within }], page)
    },

    /** How many there are and what they owe, counted up to a limit. */
    async needing(needs: Need, now: string) {
      const everyRow = () => true
      const found =
        needs === 'late'
          ? [await promises.allLate({ now, keeps: everyRow })]
          : await Promise.all(toSieves(needs, now, {}, everyRow).map((sieve) => sifted(deliveries, sieve)))
      const rows = found.flatMap((one) => one.rows)
      const amount = rows.reduce((sum, { totalAmount }) => sum + totalAmount, 0)
      return { count: rows.length, more: found.some(({ more }) => more), amount }
    },

    /** Parcels that their receivers must still collect with a code. */
    async *waitedFor() {
      const where: Where = { deliveryType: [...deliveryTypes], status: statusesIn('onTheWay', 'arrived') }
      for await (const row of everyDocument(deliveries, { where })) if (isWaitedFor(row)) yield row
    },

    async counts() {
      const { documents: counts } = await statusCounts.find({ limit: deliveryTypes.length * deliveryStatuses.length })
      const byStatus = Object.fromEntries(
        deliveryStatuses.map((status) => [status, addUp(counts.filter((one) => one.status === status))]),
      ) as Record<DeliveryStatus, number>
      return { total: addUp(counts), byStatus }
    },

    async paid({ shop, search, ...page }: PaidWanted) {
      const sent: Where = shop ? { senderShop: shopKey(shop) } : {}
      const filter = { where: { ...sent, paidBy: paymentMethods }, words: wordsAsked(search ?? '') }
      const { rows, ...others } = await listed(deliveries, [filter], page)
      return { rows: rows.map((delivery) => ({ delivery, paymentId: delivery.paymentId })), ...others }
    },
  }
}
export type AllDeliveries = Awaited<ReturnType<typeof openAllDeliveries>>

const addUp = (counts: readonly StatusCount[]): number => counts.reduce((sum, { count }) => sum + count, 0)

const toRange = (from: EatDay | null, to: EatDay | null): Within => {
  if (from === null && to === null) return {}
  const begin = from === null ? {} : { from: midnight(from, 'from') }
  const end = to === null ? {} : { to: new Date(Date.parse(midnight(to, 'to')) + dayMs).toISOString() }
  return { between: { ...begin, ...end } }
}

type Beside = Pick<AllWanted, 'status' | 'deliveryType' | 'outcome' | 'held' | 'waits' | 'shop' | 'rider' | 'now'>

/** The rarest condition, so that an index finds the rows; null if only kind and status are asked for. */
const whereBeside = ({ outcome, held, waits, shop, rider }: Beside): Where | null => {
  // Parcels under way to a door are few, so the rider is checked row by row.
  if (rider !== null) return { deliveryType: 'doorstep', status: stillToRide }
  if (waits !== null || shop !== null) {
    const at: Where = shop ? { receivingShop: shopKey(shop) } : { deliveryType: 'parcelDukani' }
    return { ...at, status: 'delivered' }
  }
  if (outcome !== null) return { outcome }
  return held ? { trouble: 'held' } : null
}

const isWanted = (
  row: DeliveryRow,
  { status, deliveryType, outcome, held, waits, shop, rider, now }: Beside,
): boolean => {
  if (rider !== null && !isRidden(row, rider)) return false
  if ((status ?? row.status) !== row.status || (deliveryType ?? row.deliveryType) !== row.deliveryType) return false
  if ((outcome ?? row.outcome) !== row.outcome || (held && row.trouble !== 'held')) return false
  if (waits === null) return shop === null || row.waiting !== null
  return row.waiting !== null && toWaitAge(row.waiting.since, now) === waits
}

/** The same test as the store applies for `within`. */
const isWithin = ({ createdAt, words }: DeliveryRow, { between = {}, words: asked = [] }: Within): boolean => {
  const { from = '', to } = between
  return createdAt >= from && (to === undefined || createdAt < to) && haveWords(words, asked)
}

/** A parcel that was requested later can't have waited that long. */
const toSieves = (
  need: NeedByRest,
  now: string,
  { between, ...within }: Within,
  isAsked: (row: DeliveryRow) => boolean,
): Sieve<DeliveryRow>[] => {
  const since = needsSince(need, now)
  const to = between?.to !== undefined && between.to < since ? between.to : since
  return whereNeeded[need].map((where) => ({
    where,
    ...within,
    between: { ...between, to },
    keeps: (row) => isAsked(row) && needsAttention(need, row, since),
  }))
}

const dayMs = 24 * 60 * 60 * 1000

/** The start of a day in Nairobi. */
const midnight = (day: EatDay, field: string): string => {
  const begin = new Date(`${day}T00:00:00+03:00`)
  const exists = !Number.isNaN(begin.getTime()) && getEatDay(begin.toISOString()) === day
  if (!exists) throw new Refused('bad_input', { field })
  return begin.toISOString()
}
