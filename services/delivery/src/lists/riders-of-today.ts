import type { Collection } from '@tuma/platform/ports'
import type { DeliveryRow } from '../domain/delivery-views.ts'
import type { RiderRow } from '../domain/network/rider.ts'

type RiderOf = (riderId: string) => Promise<RiderRow | null>

/**
 * A row has its rider as they were when they got the parcel. Whoever was corrected since is shown as corrected, or a wrong
 * number is called for as long as the parcel is under way; whoever was removed stays as the row has them.
 */
export const withRiderOfToday = async (getRider: RiderOf, row: DeliveryRow): Promise<DeliveryRow> => {
  const today = row.rider && (await getRider(row.rider._id))
  return today ? { ...row, rider: today } : row
}

/** The deliveries with their riders of today. */
export const withRidersOfToday = (
  deliveries: Collection<DeliveryRow>,
  riders: Pick<Collection<RiderRow>, 'get'>,
): Collection<DeliveryRow> => ({
  ...deliveries,
  async get(id) {
    const row = await deliveries.get(id)
    return row && withRiderOfToday((riderId) => riders.get(riderId), row)
  },
  async find(options) {
    const { documents, next } = await deliveries.find(options)
    const getRider = askedOnce((riderId) => riders.get(riderId))
    return { documents: await Promise.all(documents.map((row) => withRiderOfToday(getRider, row))), next }
  },
})

/** A page has many parcels of few riders. */
const askedOnce = (ask: RiderOf): RiderOf => {
  const answers = new Map<string, ReturnType<RiderOf>>()
  return (riderId) => {
    const answer = answers.get(riderId) ?? ask(riderId)
    answers.set(riderId, answer)
    return answer
  }
}
