import {
  type DeliveryStatus,
  type DeliveryType,
  deliveryStatuses,
  deliveryTypes,
  type EatDay,
  eatDayOf,
  paymentMethods,
  Refused,
  type Shop,
  shopKey,
} from '@tuma/contracts/vocabulary'
import type { ReadModels } from '@tuma/platform/event-sourcing'
import type { Filter, Where, Within } from '@tuma/platform/ports'
import { type StatusCount, statusCountsView } from '../domain/count-views.ts'
import { deliveriesView } from '../domain/delivery-views.ts'
import { listed, type PageWanted } from './newest-first.ts'
import { phoneIn, trackingIdBeginnings } from './search.ts'

type AllWanted = PageWanted & {
  readonly status: DeliveryStatus | null
  readonly deliveryType: DeliveryType | null
  readonly search: string | null
  readonly from: EatDay | null
  readonly to: EatDay | null
}
type PaidWanted = PageWanted & { readonly shop: Shop | null; readonly search: string | null }

/** What admins look through: every delivery there is, whosever it is. */
export const openAllDeliveries = async ({ readModel }: ReadModels) => {
  const deliveries = await readModel(deliveriesView)
  const statusCounts = await readModel(statusCountsView)

  return {
    all({ status, deliveryType, search, from, to, ...page }: AllWanted) {
      const within = rangeOf(from, to)
      if (deliveryType === null && status === null && !search) return listed(deliveries, [within], page)
      // Every value is named where any will do: so one index serves whatever was chosen.
      const kind = { deliveryType: deliveryType ?? deliveryTypes, status: status ?? deliveryStatuses }
      return listed(deliveries, found(kind, search ?? '', within), page)
    },

    async counts() {
      const { documents: counts } = await statusCounts.find({ limit: deliveryTypes.length * deliveryStatuses.length })
      const byStatus = Object.fromEntries(
        deliveryStatuses.map((status) => [status, sumOf(counts.filter((one) => one.status === status))]),
      ) as Record<DeliveryStatus, number>
      return { total: sumOf(counts), byStatus }
    },

    async paid({ shop, search, ...page }: PaidWanted) {
      const sent: Where = shop ? { senderShop: shopKey(shop) } : {}
      const filters = tracked({ ...sent, paidBy: paymentMethods }, search ?? '', {})
      const { rows, ...others } = await listed(deliveries, filters, page)
      return { rows: rows.map((delivery) => ({ delivery, paymentId: delivery.paymentId })), ...others }
    },
  }
}
export type AllDeliveries = Awaited<ReturnType<typeof openAllDeliveries>>

const sumOf = (counts: readonly StatusCount[]): number => counts.reduce((sum, { count }) => sum + count, 0)

/** By the phone of its sender or receiver, else by its tracking id. */
const found = (where: Where, typed: string, within: Within): Filter[] => {
  const phone = phoneIn(typed)
  if (phone === null) return tracked(where, typed, within)
  const having = (key: Where): Filter => ({ where: { ...where, ...key }, ...within })
  return [having({ senderPhone: phone }), having({ receiverPhone: phone })]
}

const tracked = (where: Where, typed: string, within: Within): Filter[] =>
  trackingIdBeginnings(typed).map((text) =>
    text === 'TM' ? { where, ...within } : { where, ...within, startsWith: { field: 'trackingId', text } },
  )

const rangeOf = (from: EatDay | null, to: EatDay | null): Within => {
  if (from === null && to === null) return {}
  const begin = from === null ? {} : { from: midnight(from, 'from') }
  const end = to === null ? {} : { to: new Date(Date.parse(midnight(to, 'to')) + dayMs).toISOString() }
  return { between: { ...begin, ...end } }
}

const dayMs = 24 * 60 * 60 * 1000

/** When a day begins in Nairobi. */
const midnight = (day: EatDay, field: string): string => {
  const begin = new Date(`${day}T00:00:00+03:00`)
  const exists = !Number.isNaN(begin.getTime()) && eatDayOf(begin.toISOString()) === day
  if (!exists) throw new Refused('bad_input', { field })
  return begin.toISOString()
}
