import { type DeliveryStatus, pointsFor } from '@tuma/contracts/vocabulary'
import type { DeliveryEvent, Parcel } from './delivery.ts'

export const about = ({ deliveryId, deliveryType }: Parcel) => ({ deliveryId, deliveryType })

/** What a parcel's arrival at a status brings with it, once in its life: the fee is paid, the sender earns points. */
export const becauseOf = (status: DeliveryStatus, parcel: Parcel, at: string): DeliveryEvent[] => {
  const { deliveryType, fee, ownerId, paid, completed } = parcel
  const events: DeliveryEvent[] = []
  if (status === 'delivered' && !paid)
    events.push({ type: 'DeliveryPaid', data: { ...about(parcel), fee, paidAt: at } })
  const points = pointsFor(fee)
  const completes = status === (deliveryType === 'doorstep' ? 'delivered' : 'collected')
  if (completes && !completed && ownerId !== null && points > 0) {
    events.push({ type: 'DeliveryCompleted', data: { ...about(parcel), ownerId, points } })
  }
  return events
}
