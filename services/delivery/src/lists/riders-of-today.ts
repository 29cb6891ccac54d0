import type { Collection } from '@tuma/platform/ports'
import type { DeliveryRow } from '../domain/delivery-views.ts'
import type { RiderRow } from '../domain/network/rider.ts'

type RiderOf = (riderId: string) => Promise<RiderRow | null>

/**
 * A row has the rider's name and phone from when they got the parcel. A corrected rider is shown with the correction,
 * or staff would call a wrong number; a removed rider stays as the row has them.
 */
export const withRiderOfToday = async (getRider: RiderOf, row: DeliveryRow): Promise<DeliveryRow> => {
  const today = row.rider && (await getRider(row.rider._id))
  return today ? { ...row, rider: today } : row
}

/** The deliveries with the current names and phones of their riders. */
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
    const { documents, ...page } = await deliveries.find(options)
    const getRider = askedOnce((riderId) => riders.get(riderId))
    return { ...page, documents: await Promise.all(documents.map((row) => withRiderOfToday(getRider, row))) }
  },
})

/** Many parcels of a page have the same rider, so each rider is read once. */
const askedOnce = (ask: RiderOf): RiderOf => {
  const answers = new Map<string, ReturnType<RiderOf>>()
  return (riderId) => {
    const answer = answers.get(riderId) ?? ask(riderId)
    answers.set(riderId, answer)
    return answer
  }
}
