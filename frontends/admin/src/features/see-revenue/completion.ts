import { api, usePages, useQuery } from '@tuma/kit/runtime'

type Counts = { total: number; byStatus: { collected: number } }

/**
 * Percent of parcels that have reached their receiver: collected at a shop, or delivered to a door (a door step parcel is
 * complete with `delivered`, even if no agent confirms it). Deleted parcels are not counted; 0 without parcels.
 */
export const completionRate = ({ total, byStatus }: Counts, deliveredToDoors: number): number =>
  total === 0 ? 0 : Math.round((100 * (byStatus.collected + deliveredToDoors)) / total)

/** For all parcels. The counts have no delivery type, so the list of delivered door step parcels is counted. */
export const useCompletionRate = (): number | undefined => {
  const { data: counts } = useQuery(api.adminDeliveries.counts.queryOptions())
  const { total } = usePages(api.adminDeliveries.list, { status: 'delivered', type: 'doorstep', limit: 1 })
  return counts === undefined || total === undefined ? undefined : completionRate(counts, total)
}
