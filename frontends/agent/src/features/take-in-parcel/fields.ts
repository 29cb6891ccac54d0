import { type CounterParcelForm, contentsForm, counterParcelForm } from '@tuma/contracts/api'
import * as z from '@tuma/kit/schema'
import type { Destination } from './destinations.ts'

const { sender, receiver } = counterParcelForm.shape
const isDoor = (key: string): boolean => key.startsWith('door ')

/** What an agent fills in: `to` is the key of a `Destination`, and only a door has an address. */
export const newParcelFields = z
  .object({
    sender,
    receiver,
    to: z.string().check(z.minLength(1)),
    address: z.string(),
    moreDetails: z.string(),
    ...contentsForm,
    /** Read or typed whole; empty where the parcel has none. */
    sticker: z.string(),
  })
  .check(
    z.refine(({ to, address }) => !isDoor(to) || address.trim() !== '', {
      path: ['address'],
      error: 'Pickup address is required.',
      when: () => true, // the other errors are shown together with this one
    }),
  )
export type NewParcelFields = z.input<typeof newParcelFields>

export const emptyParcel: NewParcelFields = {
  sender: { name: '', phone: '' },
  receiver: { name: '', phone: '' },
  to: '',
  address: '',
  moreDetails: '',
  parcelDescription: '',
  sticker: '',
}

export type Pay = CounterParcelForm['pay']

/** The form as the contract wants it. @param usualDetails for a door where the agent typed no details */
export function toCounterParcel(
  { to: _, address, moreDetails, sticker, ...typed }: NewParcelFields,
  destination: Destination,
  pay: Pay,
  usualDetails: string,
): CounterParcelForm {
  const to: CounterParcelForm['to'] =
    destination.kind === 'shop'
      ? { shop: { location: destination.place, address: destination.shop } }
      : {
          door: {
            place: destination.place,
            tier: destination.tier,
            address,
            moreDetails: moreDetails.trim() === '' ? usualDetails : moreDetails,
          },
        }
  return { ...typed, to, deliveryFee: destination.price, pay, ...(sticker === '' ? {} : { sticker }) }
}

const shown = ['sender.phone', 'sender.name', 'receiver.phone', 'receiver.name', 'parcelDescription'] as const
export type FieldName = (typeof shown)[number] | 'to' | 'address' | 'moreDetails'

/** The field of the form for an input that the server names; null where the form has none. */
export function toFieldName(refused: string): FieldName | null {
  if (refused === 'to.door.address') return 'address'
  if (refused === 'to.door.moreDetails') return 'moreDetails'
  if (/^to(\.|$)/.test(refused)) return 'to'
  return shown.find((name) => name === refused) ?? null
}
