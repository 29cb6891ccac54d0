import { type NextStep, placeKey, type Shop } from '@tuma/contracts/vocabulary'
import { type Ends, getPickupShop, sameShop } from './delivery.ts'

type IsShopFor = (ends: Ends, shop: Shop) => boolean

export const isSendingShop: IsShopFor = ({ senderShop }, shop) => sameShop(shop, senderShop)

/** The pickup shop receives a dukani parcel. The sender's shop and every shop in the place receive a doorstep parcel. */
export const isReceivingShop: IsShopFor = (ends, shop) => {
  const pickupShop = getPickupShop(ends)
  if (pickupShop) return sameShop(shop, pickupShop)
  return isSendingShop(ends, shop) || placeKey(shop.location) === placeKey(ends.receiverPlace)
}

/** Which shop's agents take each step. Decisions and rows both use this table. */
export const isShopForStep: Record<NextStep, IsShopFor> = {
  drop: isSendingShop,
  assignRider: isSendingShop,
  putInTransit: isSendingShop,
  markDelivered: isReceivingShop,
  confirmReceipt: isReceivingShop,
  assignPicker: isReceivingShop,
}
