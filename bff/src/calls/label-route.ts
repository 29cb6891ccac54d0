import type { DeliveryRecord } from '@tuma/contracts/services'
import { displayPhone } from '@tuma/contracts/vocabulary'

/** The destination on a label: a shop or a door. */
export type LabelRoute = {
  readonly kind: 'DOOR STEP' | 'PARCEL DUKANI' | 'RETURN'
  readonly place: string
  readonly shop: string | null
  /** A rider at a door has only the label. A shop has the receiver's phone in its list, and calls from there. */
  readonly door: { readonly address: string; readonly details: string; readonly phone: string } | null
  readonly name: string
  readonly from: string
}

/** A parcel on its way back goes to its sender, at the shop where it was handed in. */
export const labelRoute = ({ leg, deliveryType, sender, receiver }: DeliveryRecord): LabelRoute => {
  const sendingShop = `${sender.location}, ${sender.dropoffAgent}`
  if (leg === 'back') {
    const { location: place, dropoffAgent: shop, name } = sender
    const from = [receiver.location, receiver.pickupAgent].filter(Boolean).join(', ')
    return { kind: 'RETURN', place, shop, door: null, name, from }
  }
  const { location: place, pickupAgent: shop, name } = receiver
  if (deliveryType === 'parcelDukani')
    return { kind: 'PARCEL DUKANI', place, shop, door: null, name, from: sendingShop }
  const { pickupAddress, moreDetails, phone } = receiver
  const door = { address: pickupAddress ?? '', details: moreDetails ?? '', phone: displayPhone(phone) }
  return { kind: 'DOOR STEP', place, shop: null, door, name, from: sendingShop }
}
