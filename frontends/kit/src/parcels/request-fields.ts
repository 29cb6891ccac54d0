import { contentsForm, doorstepRequest, line, personName, phone, productPrice } from '@tuma/contracts/api'
import { hasTwoNames, pricingTiers, refusals, sameWords } from '@tuma/contracts/vocabulary'
import * as z from '@tuma/kit/schema'
import { parcelTexts } from './texts.ts'

/** At least two names; a client's own username will do too, as it does for the server. */
const senderName = (username: string | undefined) =>
  line("Sender's name").check(
    z.refine(
      (name) => hasTwoNames(name) || (username !== undefined && sameWords(name) === sameWords(username)),
      refusals.names_incomplete.message,
    ),
  )

const sender = (username: string | undefined) =>
  z.object({
    name: senderName(username),
    phone: phone("Sender's phone"),
    location: line("Sender's location"),
    dropoffAgent: line('Dropoff agent'),
  })

const { receiver, paymentMethod } = doorstepRequest.shape
const deliveryType = z.enum(pricingTiers)

/** What people fill in: the contract's rules without what the form adds by itself (payment reference, fee). */
export const doorstepFields = (username?: string) =>
  z
    .object({
      sender: sender(username),
      receiver,
      ...contentsForm,
      paymentMethod,
      productPrice: z.optional(productPrice),
      deliveryType,
    })
    .check(
      z.refine((typed) => typed.paymentMethod === 'payNow' || typed.productPrice !== undefined, {
        path: ['productPrice'],
        error: parcelTexts.en['product.required'],
      }),
    )
export type DoorstepFields = z.input<ReturnType<typeof doorstepFields>>

export const dukaniFields = (username?: string) =>
  z.object({
    sender: sender(username),
    receiver: z.object({
      name: personName("Receiver's name"),
      phone: phone("Receiver's phone"),
      location: line("Receiver's location"),
      pickupAgent: line('Pickup agent'),
    }),
    ...contentsForm,
  })
export type DukaniFields = z.input<ReturnType<typeof dukaniFields>>
