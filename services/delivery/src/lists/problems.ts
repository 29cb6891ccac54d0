import { addDays, getEatDay, type Need, needs, type Shop, waitAges } from '@tuma/contracts/vocabulary'
import type { ReadModels } from '@tuma/platform/event-sourcing'
import { everyDocument } from '@tuma/platform/ports'
import { type DeliveryRow, deliveriesView } from '../domain/delivery-views.ts'
import { handedOverView } from '../domain/handed-over-view.ts'
import { toEnds } from '../domain/next-step.ts'
import { toWaitAge } from '../domain/trouble/attention.ts'
import { missedCodesView } from '../domain/trouble/missed-codes-view.ts'
import type { AllDeliveries } from './all-deliveries.ts'

const hourMs = 3_600_000
/** Of days in which hand-overs are counted. */
const countedDays = 30

/** What an admin should look at: how many of each kind, where parcels wait and how long, and where codes are guessed. */
export const openProblems = async ({ readModel }: ReadModels, { needing }: Pick<AllDeliveries, 'needing'>) => {
  const deliveries = await readModel(deliveriesView)
  const missedCodes = await readModel(missedCodesView)
  const handedOver = await readModel(handedOverView)

  const readCounts = async (now: string) => {
    const counted = await Promise.all(
      needs.map(async (need) => {
        const { count, more } = await needing(need, now)
        return [need, { count, more }] as const
      }),
    )
    return Object.fromEntries(counted) as Record<Need, { count: number; more: boolean }>
  }

  const waitingByShop = async (now: string) => {
    const byShop = new Map<string, { readonly shop: Shop; readonly ages: number[] }>()
    const waiting = everyDocument(deliveries, { where: { deliveryType: 'parcelDukani', status: 'delivered' } })
    for await (const row of waiting) {
      if (!row.waiting) continue
      const shop = shopWhereItLies(row)
      const key = JSON.stringify(shop)
      const { ages } = byShop.get(key) ?? { ages: waitAges.map(() => 0) }
      const age = waitAges.indexOf(toWaitAge(row.waiting.since, now))
      ages[age] = (ages[age] ?? 0) + 1
      byShop.set(key, { shop, ages })
    }
    const oldestFirst = (one: { ages: number[] }, other: { ages: number[] }) => {
      const [a, b] = [one.ages.toReversed(), other.ages.toReversed()]
      const apart = a.findIndex((count, at) => count !== b[at])
      return (b[apart] ?? 0) - (a[apart] ?? 0)
    }
    return [...byShop.values()].sort(oldestFirst)
  }

  /** At whose counter wrong codes were tried in the last hour. */
  const guessing = async (now: string) => {
    const from = new Date(Date.parse(now) - hourMs).toISOString()
    const misses = await Array.fromAsync(everyDocument(missedCodes, { between: { from } }))
    return byAgent(misses).map(([agentId, missed]) => ({
      agentId,
      misses: missed.length,
      parcels: [...new Set(missed.map(({ deliveryId }) => deliveryId))],
    }))
  }

  /** How many parcels each agent has handed over recently, with the code and on their own word. */
  const handingOver = async (now: string) => {
    const from = addDays(getEatDay(now), 1 - countedDays)
    const days = await Array.fromAsync(everyDocument(handedOver, { between: { from } }))
    return byAgent(days).map(([agentId, counted]) => ({
      agentId,
      withCode: counted.reduce((sum, { withCode }) => sum + withCode, 0),
      withoutCode: counted.reduce((sum, { withoutCode }) => sum + withoutCode, 0),
    }))
  }

  return async (now: string) => {
    const [counts, waiting, codes, byHand] = await Promise.all([
      readCounts(now),
      waitingByShop(now),
      guessing(now),
      handingOver(now),
    ])
    return { counts, waiting, codes, handedOver: byHand }
  }
}
export type Problems = Awaited<ReturnType<typeof openProblems>>

/** Rows without an agent are left out. */
const byAgent = <Row extends { readonly agentId: string | null }>(rows: readonly Row[]): [string, Row[]][] =>
  Object.entries(Object.groupBy(rows, ({ agentId }) => agentId ?? '')).flatMap(([agentId, those = []]) =>
    agentId === '' ? [] : [[agentId, those]],
  )

const shopWhereItLies = (row: DeliveryRow): Shop => {
  const { receiverPlace, pickupAgent } = toEnds(row)
  return { location: receiverPlace, address: pickupAgent ?? '' }
}
