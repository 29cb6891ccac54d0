import * as z from 'zod/mini'
import { contents } from '../api/contents.ts'
import { askingStates, bookingPays, bookingStates, deliveryTypes, pricingTiers } from '../vocabulary/index.ts'
import { actor, commandContext, shop } from './command-context.ts'
import { bffCall } from './internal-call.ts'

const person = z.object({ name: z.string(), phone: z.string() })

/** Where a parcel from the counter goes. */
export const counterDestination = z.union([
  z.object({ shop }),
  z.object({
    door: z.object({ place: z.string(), tier: z.enum(pricingTiers), address: z.string(), moreDetails: z.string() }),
  }),
])

/** `phone`: of the prompt. `receipt` and `payer`: of a payment to the till. */
const pay = z.object({
  how: z.enum(bookingPays),
  phone: z.nullable(z.string()),
  receipt: z.nullable(z.string()),
  payer: z.nullable(z.string()),
})

const booking = z.object({
  bookingId: z.string(),
  state: z.enum(bookingStates),
  openedAt: z.string(),
  deliveryType: z.enum(deliveryTypes),
  sender: z.nullable(person),
  receiver: z.nullable(person),
  to: z.object({ place: z.string(), shop: z.nullable(z.string()) }),
  total: z.number(),
  paid: z.number(),
  /** `code`: why it was refused. */
  asked: z.nullable(
    z.object({
      how: z.enum(bookingPays),
      state: z.enum(askingStates),
      promptId: z.nullable(z.string()),
      phone: z.nullable(z.string()),
      code: z.nullable(z.string()),
      at: z.string(),
    }),
  ),
  parcel: z.nullable(z.object({ id: z.string(), trackingId: z.string() })),
  failedBy: z.nullable(z.string()),
})
export type BookingRecord = z.infer<typeof booking>

/**
 * A parcel that a sender filled in before they paid. `receiver`: null once the booking has no people any more; `failedBy`:
 * why the parcel could not be booked.
 */
const senderBooking = z.object({
  bookingId: z.string(),
  state: z.enum(bookingStates),
  reference: z.string(),
  receiver: z.nullable(z.string()),
  to: z.object({ place: z.string(), shop: z.nullable(z.string()) }),
  promptId: z.nullable(z.string()),
  /** Shillings that are still to be paid, once a part of them has come; 0 otherwise. */
  missing: z.number(),
  parcel: z.nullable(z.object({ id: z.string(), trackingId: z.string() })),
  failedBy: z.nullable(z.string()),
})
export type SenderBookingRecord = z.infer<typeof senderBooking>

/** Bookings: parcels that are asked for and wait for their money. Phones are 254…, money whole shillings. */
export const bookingCalls = {
  /**
   * By an agent for a customer at the counter: stores the booking, and then asks for the money. Repeated by its command
   * id. @refuses not_found (the agent has no shop), unknown_place, unknown_shop, fee_changed, prompts_off, prompt_open,
   * payment_used, payer_differs, too_many, sticker_unknown, sticker_used, away
   */
  openBooking: bffCall
    .input(
      z.object({
        asked: commandContext,
        sender: person,
        receiver: person,
        to: counterDestination,
        ...contents,
        deliveryFee: z.number(),
        pay,
        /** The sticker on the parcel, as typed or scanned: it becomes the tracking id. */
        sticker: z.optional(z.string()),
      }),
    )
    .output(booking),
  /** Those of the shop that wait, and those that were opened on that day in Nairobi, newest first. */
  bookingsOfShop: bffCall.input(z.object({ shop, day: z.string() })).output(z.array(booking)),
  /** Null for another shop than its own. */
  bookingAt: bffCall.input(z.object({ shop, bookingId: z.string() })).output(z.nullable(booking)),
  /** Whether a prompt is for a booking of this shop. */
  hasBookingOfPrompt: bffCall.input(z.object({ shop, promptId: z.string() })).output(z.object({ found: z.boolean() })),
  /**
   * By an agent of its shop: asks for the money again, or takes a receipt. @refuses not_found, booking_ended, and as
   * openBooking
   */
  payBooking: bffCall.input(z.object({ asked: commandContext, bookingId: z.string(), pay })).output(booking),
  /**
   * By an agent of its shop, who has the cash: ends the booking and books its parcel. @refuses not_found, booking_ended,
   * unknown_place, unknown_shop, fee_changed
   */
  bookForCash: bffCall.input(z.object({ asked: commandContext, bookingId: z.string() })).output(booking),
  /**
   * By a sender who pays now: stores the parcel, and then has M-Pesa ask `phone` for its fee. The money books the parcel
   * without a further step. One payer has one booking a reference: asked again, it takes the form as it is now.
   * `formHash`: of the same form where it is sent by itself. @refuses names_incomplete, unknown_place, unknown_shop,
   * fee_changed, prompts_off, prompt_open, too_many, away
   */
  bookByPrompt: bffCall
    .input(
      z.object({
        asked: commandContext,
        reference: z.string(),
        payerName: z.string(),
        phone: z.string(),
        sender: person,
        senderShop: shop,
        receiver: person,
        to: z.union([
          z.object({ shop }),
          z.object({
            door: z.object({
              place: z.string(),
              tier: z.nullable(z.enum(pricingTiers)),
              address: z.string(),
              moreDetails: z.string(),
            }),
          }),
        ]),
        ...contents,
        deliveryFee: z.nullable(z.number()),
        formHash: z.string(),
      }),
    )
    .output(senderBooking),
  /** The sender's booking that this prompt is for; null where it is for none. The bff has asked payment whose it is. */
  senderBookingOfPrompt: bffCall.input(z.object({ promptId: z.string() })).output(z.nullable(senderBooking)),
  /** Of this payer, as account and as visitor, without those that are booked; newest first, at most 20. */
  bookingsOfPayer: bffCall.input(z.object({ payer: actor })).output(z.array(senderBooking)),
  /** By an agent of its shop. @refuses not_found, booking_ended */
  cancelBooking: bffCall.input(z.object({ asked: commandContext, bookingId: z.string() })).output(booking),
}
