import type { BookingRow } from '../domain/bookings/booking.ts'
import type { previewRequest } from '../domain/request-decisions.ts'

/** The row of a booking of one parcel. @param personId whose key seals the receiver and the contents */
export const toRow = (previewed: ReturnType<typeof previewRequest>, personId: string): BookingRow => {
  const { deliveryType: kind, receiverPlace: place, pickupAgent, tier, productPrice, fee } = previewed
  const { name, phone, pickupAddress, moreDetails } = previewed.receiver
  const { parcelDescription } = previewed.sender
  return {
    ...{ row: 0, kind, place, pickupAgent, tier, method: 'payNow', productPrice, fee },
    kept: { personId, name, phone, pickupAddress, moreDetails, parcelDescription },
  }
}
