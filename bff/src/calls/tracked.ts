import type { TrackedDelivery } from '@tuma/contracts/api'
import type { DeliveryRecord } from '@tuma/contracts/services'
import { displayPhone, maskPhone, publicName } from '@tuma/contracts/vocabulary'

type Party = { readonly name: string; readonly phone: string; readonly location: string }

/** A sender or receiver as those who may see the delivery know them, or as anybody with the tracking id does. */
export const shownParty = ({ name, phone, location }: Party, inFull: boolean): Party => ({
  name: inFull ? name : publicName(name),
  phone: inFull ? displayPhone(phone) : maskPhone(phone),
  location,
})

export const tracked = (delivery: DeliveryRecord, inFull: boolean): TrackedDelivery => ({
  ...(inFull ? { _id: delivery._id } : {}),
  trackingId: delivery.trackingId,
  deliveryType: delivery.deliveryType,
  status: delivery.status,
  sender: shownParty(delivery.sender, inFull),
  receiver: shownParty(delivery.receiver, inFull),
  history: delivery.history,
  createdAt: delivery.createdAt,
  updatedAt: delivery.updatedAt,
})
