import { api, usePages, useQuery } from '@tuma/kit/runtime'

type Counts = { total: number; byStatus: { collected: number } }

/**
 * How many of a hundred parcels have reached who they were for: collected at a shop, or delivered to a door (a door step
 * is complete with `delivered`, whether or not an agent confirms receipt). Deleted parcels count nowhere; without parcels 0.
 */
export const completionRate = ({ total, byStatus }: Counts, deliveredToDoors: number): number =>
  total === 0 ? 0 : Math.round((100 * (byStatus.collected + deliveredToDoors)) / total)

/** Of all parcels. The counts know no type: how many door steps are delivered is the length of that list. */
export const useCompletionRate = (): number | undefined => {
  const { data: counts } = useQuery(api.adminDeliveries.counts.queryOptions())
  const { total } = usePages(api.adminDeliveries.list, { status: 'delivered', type: 'doorstep', limit: 1 })
  return counts === undefined || total === undefined ? undefined : completionRate(counts, total)
}
