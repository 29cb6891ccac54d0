import type { Delivery, SavedPerson, User } from '@tuma/contracts/api'
import { displayPhone, getContents, type PricingTier } from '@tuma/contracts/vocabulary'
import { keepDraft, readDraft } from '@tuma/kit/ui'
import { getDraft } from './form-variant.ts'

type DoorstepReceiver = {
  name: string
  phone: string
  pickupLocation: string
  pickupAddress: string
  moreDetails: string
}
type DukaniReceiver = { name: string; phone: string; location: string; pickupAgent: string }

/** Whom an account has sent to before, as a form wants them: where they got it the other way, the place is left to choose. */
export const atDoor = ({ deliveryType, ...person }: SavedPerson): DoorstepReceiver => ({
  name: person.name,
  phone: displayPhone(person.phone),
  pickupLocation: deliveryType === 'doorstep' ? person.location : '',
  pickupAddress: person.pickupAddress ?? '',
  moreDetails: person.moreDetails ?? '',
})
export const atShop = ({ deliveryType, ...person }: SavedPerson): DukaniReceiver => ({
  name: person.name,
  phone: displayPhone(person.phone),
  location: deliveryType === 'parcelDukani' ? person.location : '',
  pickupAgent: person.pickupAgent ?? '',
})

/** The same parcel once more, as its form's draft. A client's dukani parcel goes out under their username. */
const getAgain = (parcel: Delivery) => {
  const { sender, receiver, deliveryType } = parcel
  const draft = {
    sender: {
      name: sender.name,
      phone: displayPhone(sender.phone),
      location: sender.location,
      dropoffAgent: sender.dropoffAgent,
    },
    ...getContents(parcel),
  }
  const to = { name: receiver.name, phone: displayPhone(receiver.phone) }
  if (deliveryType === 'parcelDukani')
    return { ...draft, receiver: { ...to, location: receiver.location, pickupAgent: receiver.pickupAgent ?? '' } }
  const { location: pickupLocation, pickupAddress, moreDetails } = receiver
  return {
    ...draft,
    receiver: { ...to, pickupLocation, pickupAddress: pickupAddress ?? '', moreDetails: moreDetails ?? '' },
    deliveryType: parcel.pricingTier ?? ('same-day' satisfies PricingTier),
    paymentMethod: parcel.paymentMethod,
    ...(parcel.paymentMethod === 'payOnDelivery' ? { productPrice: parcel.productPrice } : {}),
  }
}

const kinds = { doorstep: 'doorstep', parcelDukani: 'dukani' } as const

/** Into a draft of its own: what was typed for another parcel stays. */
export function keepAgain(parcel: Delivery, user: User): void {
  const draft = getAgain(parcel)
  const sender = parcel.deliveryType === 'parcelDukani' ? { ...draft.sender, name: user.username } : draft.sender
  keepDraft(getDraft(kinds[parcel.deliveryType], user, true), { ...draft, sender })
}

/** Does not fill in earlier details once the person has typed. */
export const hasDraft = (draft: string): boolean => Object.keys(readDraft(draft)).length > 0
