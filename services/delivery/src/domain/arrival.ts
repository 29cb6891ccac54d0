import { type DeliveryStatus, pointsFor } from '@tuma/contracts/vocabulary'
import { about, type DeliveryEvent, type Parcel } from './delivery.ts'
import { dueTaken, type TakenBy } from './taking.ts'

/**
 * With the first `delivered` the fee is paid and the money that was due is recorded as taken. On the way back nothing
 * is paid or earned.
 */
export const paidAtArrival = (status: DeliveryStatus, parcel: Parcel, taken: TakenBy): DeliveryEvent[] => {
  if (status !== 'delivered' || parcel.paid || parcel.leg === 'back') return []
  const paid = { ...about(parcel), fee: parcel.fee, paidAt: taken.at }
  return [{ type: 'DeliveryPaid', data: paid }, ...dueTaken(parcel, taken)]
}

/** The sender earns points once in the life of a parcel. */
export const completedAt = (status: DeliveryStatus, parcel: Parcel): DeliveryEvent[] => {
  const { deliveryType, fee, ownerId, completed, leg } = parcel
  const points = pointsFor(fee)
  const completes = status === (deliveryType === 'doorstep' ? 'delivered' : 'collected')
  return completes && leg === 'out' && !completed && ownerId !== null && points > 0
    ? [{ type: 'DeliveryCompleted', data: { ...about(parcel), ownerId, points } }]
    : []
}
