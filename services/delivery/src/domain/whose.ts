import { placeKey, type Shop } from '@tuma/contracts/vocabulary'
import { type Ends, pickupShopOf, sameShop } from './delivery.ts'

export type Whose = (ends: Ends, shop: Shop) => boolean

export const sendsIt: Whose = ({ senderShop }, shop) => sameShop(shop, senderShop)

/** A dukani parcel is received at its pickup shop; a doorstep parcel by its sender's shop or any at the place. */
export const receivesIt: Whose = (ends, shop) => {
  const pickupShop = pickupShopOf(ends)
  if (pickupShop) return sameShop(shop, pickupShop)
  return sendsIt(ends, shop) || placeKey(shop.location) === placeKey(ends.receiverPlace)
}
