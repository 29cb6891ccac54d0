import { doorstepRequest, dukaniRequest, line, personName, phone } from '@tuma/contracts/api'
import { pricingTiers } from '@tuma/contracts/vocabulary'
import * as z from '@tuma/kit/schema'
import { parcelTexts } from './texts.ts'

/** What people fill in: the contract's rules without what the form adds by itself (payment reference, fee). */
const senderNamed = <Name extends z.ZodMiniType<string, string>>(name: Name) =>
  z.object({
    name,
    phone: phone("Sender's phone"),
    location: line("Sender's location"),
    dropoffAgent: line('Dropoff agent'),
  })
const sender = senderNamed(personName("Sender's name"))

const { receiver, parcelDescription, paymentMethod, productPrice } = doorstepRequest.shape

export const doorstepFields = z
  .object({ sender, receiver, parcelDescription, paymentMethod, productPrice, deliveryType: z.enum(pricingTiers) })
  .check(
    z.refine((typed) => typed.paymentMethod === 'payNow' || typed.productPrice !== undefined, {
      path: ['productPrice'],
      error: parcelTexts.en['product.required'],
    }),
  )
export type DoorstepFields = z.input<typeof doorstepFields>

export const dukaniFields = z.object({
  sender,
  receiver: z.object({
    name: personName("Receiver's name"),
    phone: phone("Receiver's phone"),
    location: line("Receiver's location"),
    pickupAgent: line('Pickup agent'),
  }),
  parcelDescription: dukaniRequest.shape.parcelDescription,
})
export type DukaniFields = z.input<typeof dukaniFields>

/** The client's: whose name is their own username, which the server knows. */
export const clientDukaniFields = z.extend(dukaniFields, { sender: senderNamed(line("Sender's name")) })
