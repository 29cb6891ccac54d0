import * as z from 'zod/mini'
import { askingStates, bookingPays, bookingStates, deliveryTypes } from '../vocabulary/index.ts'
import { call } from './call.ts'
import { delivery } from './delivery-shapes.ts'
import { id, phone } from './fields.ts'
import { tillReceipt } from './till-receipt.ts'

const agents = ['agent'] as const

/** M-Pesa asks this phone for the money; without it, the customer's. */
export const payByPrompt = z.object({ how: z.literal('prompt'), phone: z.optional(phone("Payer's phone")) })
/** The customer has paid to the till: the receipt, with a word of the payer's name, or their phone or its end. */
export const payByTill = z.object({ how: z.literal('till'), ...tillReceipt.shape })

/** What refuses a prompt or a receipt. */
export const bookingRefusals = ['prompts_off', 'prompt_open', 'payment_used', 'payer_differs', 'booking_ended'] as const

/** `promptId`: watch it by `/api/events?promptId=`; null where the customer has paid to the till. */
export const bookingAsked = z.object({ bookingId: z.string(), promptId: z.nullable(z.string()) })
export type BookingAsked = z.infer<typeof bookingAsked>

const person = z.object({ name: z.string(), phone: z.string() })

/** A parcel that is asked for and waits for its money; whole shillings. */
export const booking = z.object({
  bookingId: z.string(),
  state: z.enum(bookingStates),
  openedAt: z.string(),
  deliveryType: z.enum(deliveryTypes),
  /** Null once they are forgotten: when the parcel is booked, or some days after another end. */
  sender: z.nullable(person),
  receiver: z.nullable(person),
  to: z.object({ place: z.string(), shop: z.nullable(z.string()) }),
  total: z.number(),
  /** What has come in so far. */
  paid: z.number(),
  /** The last request for money; null before the first. */
  asked: z.nullable(
    z.object({
      how: z.enum(bookingPays),
      state: z.enum(askingStates),
      promptId: z.nullable(z.string()),
      phone: z.nullable(z.string()),
      /** Why it was not paid. */
      code: z.optional(z.string()),
      message: z.optional(z.string()),
      at: z.string(),
    }),
  ),
  /** The parcel, once it is booked. */
  parcel: z.nullable(z.object({ id: z.string(), trackingId: z.string() })),
  /** Why no parcel was booked though the money came: the office pays it back. */
  failed: z.optional(z.object({ code: z.string(), message: z.string() })),
})
export type Booking = z.infer<typeof booking>

/** Parcels at the counter that wait for M-Pesa, of the agent's own shop; another shop's are `not_found`. */
export const bookings = {
  /** Those that wait, and those of today, newest first. */
  list: call({ who: agents, audited: 'personal-data' })
    .route({ method: 'GET', path: '/agent/bookings', tags: ['agent'] })
    .output(z.array(booking)),
  get: call({ who: agents, audited: 'personal-data' }, 'not_found')
    .route({ method: 'GET', path: '/agent/bookings/{id}', tags: ['agent'] })
    .input(z.object({ id }))
    .output(booking),
  /**
   * Goes on with a booking that waits: `pay` asks again, asks another phone, takes a receipt, or books the parcel for
   * cash (201), after which M-Pesa's money is not used for it. `cancel` ends it. 200: the booking as it is now.
   */
  change: call(agents, ...(['not_found', 'unknown_place', 'unknown_shop', 'fee_changed'] as const), ...bookingRefusals)
    .route({ method: 'POST', path: '/agent/bookings/{id}', outputStructure: 'detailed', tags: ['agent'] })
    .input(
      z
        .object({
          id,
          pay: z.optional(z.union([z.object({ how: z.literal('cash') }), payByPrompt, payByTill])),
          cancel: z.optional(z.literal(true)),
        })
        .check(
          z.refine(({ pay, cancel }) => (pay === undefined) !== (cancel === undefined), {
            error: 'Say how it is paid, or cancel it.',
            path: ['pay'],
          }),
        ),
    )
    .output(
      z.union([
        z.object({ status: z.literal(200), body: booking }),
        z.object({ status: z.literal(201), body: delivery }),
        z.object({ status: z.literal(202), body: bookingAsked }),
      ]),
    ),
}
