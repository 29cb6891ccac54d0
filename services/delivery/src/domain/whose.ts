import { type NextStep, placeKey, type Shop } from '@tuma/contracts/vocabulary'
import { type Ends, getPickupShop, sameShop } from './delivery.ts'

type Whose = (ends: Ends, shop: Shop) => boolean

export const sendsIt: Whose = ({ senderShop }, shop) => sameShop(shop, senderShop)

/** The pickup shop receives a dukani parcel. The sender's shop and every shop in the place receive a doorstep parcel. */
export const receivesIt: Whose = (ends, shop) => {
  const pickupShop = getPickupShop(ends)
  if (pickupShop) return sameShop(shop, pickupShop)
  return sendsIt(ends, shop) || placeKey(shop.location) === placeKey(ends.receiverPlace)
}

/** Which shop's agents take each step. Decisions and rows both use this table. */
export const whoseStep: Record<NextStep, Whose> = {
  drop: sendsIt,
  assignRider: sendsIt,
  putInTransit: sendsIt,
  markDelivered: receivesIt,
  confirmReceipt: receivesIt,
  assignPicker: receivesIt,
}
