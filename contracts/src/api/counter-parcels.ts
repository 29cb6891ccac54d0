import * as z from 'zod/mini'
import { pricingTiers } from '../vocabulary/index.ts'
import { bookingAsked, bookingRefusals, payByPrompt, payByTill } from './bookings.ts'
import { call } from './call.ts'
import { contentsForm } from './contents.ts'
import { delivery } from './delivery-shapes.ts'
import { id, line, name, paragraph, phone, shillings, typedId } from './fields.ts'
import { stickerRefusals } from './stickers.ts'

const agents = ['agent'] as const

/** Where the parcel goes: to a shop, or to a door. */
const destination = z.union([
  z.object({ shop: z.object({ location: line("Receiver's location"), address: line('Pickup agent') }) }),
  z.object({
    door: z.object({
      place: line("Receiver's location"),
      tier: z.enum(pricingTiers),
      address: line('Pickup address', 200),
      /** The web app sends "Call on arrival" unless the agent types something else. */
      moreDetails: paragraph('More details', 500),
    }),
  }),
])

/**
 * How a parcel is paid that an agent takes in for a customer: in cash to the agent, by M-Pesa, or by its receiver (to a
 * door only), with the price of the product if the receiver pays for that too. The fee is the server's.
 */
export const counterPayment = z.union([
  z.object({ how: z.literal('cash') }),
  payByPrompt,
  payByTill,
  z.object({ how: z.literal('on_delivery'), productPrice: shillings('Product price') }),
])

/** A customer at the counter has no account here; one name is enough. The sender's shop is the agent's own. */
export const counterParcelForm = z.object({
  sender: z.object({ name: name("Customer's name"), phone: phone("Customer's phone") }),
  receiver: z.object({ name: name("Receiver's name"), phone: phone("Receiver's phone") }),
  to: destination,
  ...contentsForm,
  /** The fee that the agent told the customer; another price now is refused as `fee_changed`. */
  deliveryFee: shillings('Delivery fee'),
  pay: counterPayment,
  /** A free sticker on the parcel, as typed or scanned: it becomes the tracking id. */
  sticker: z.optional(typedId),
})
export type CounterParcelForm = z.input<typeof counterParcelForm>

/** A receiver that this customer sent to before, with everything that a new parcel for them needs. */
const sentBefore = z.object({
  receiver: z.object({ name: z.string(), phone: z.string() }),
  to: z.union([
    z.object({ shop: z.object({ location: z.string(), address: z.string() }) }),
    z.object({
      door: z.object({
        place: z.string(),
        tier: z.enum(pricingTiers),
        address: z.string(),
        moreDetails: z.string(),
      }),
    }),
  ]),
  parcelDescription: z.string(),
})

export const knownCustomer = z.object({
  /** As their newest parcel from this shop names them; null where they have sent none from here. */
  name: z.nullable(z.string()),
  /** At most six, those of the newest parcels first, each receiver once. */
  receivers: z.array(sentBefore),
})
export type KnownCustomer = z.infer<typeof knownCustomer>

/** What the shop's agents have taken in on this day in Nairobi, without cancelled parcels; money is whole shillings. */
export const counterDay = z.object({ parcels: z.number(), cash: z.number(), mpesa: z.number() })
export type CounterDay = z.infer<typeof counterDay>

/** Parcels of customers who stand at the counter, taken in by an agent at their own shop. */
export const counterParcels = {
  /** By the customer's whole phone. Senders from other shops are not known; 60 unknown phones an hour an agent. */
  known: call({ who: agents, audited: 'personal-data' })
    .route({ method: 'GET', path: '/agent/customers/known', tags: ['agent'] })
    .input(z.object({ phone: phone("Customer's phone") }))
    .output(knownCustomer),
  /**
   * 201: the parcel is booked, paid and taken in. 202: a prompt is on its way, or M-Pesa has not told of the receipt yet;
   * the booking waits, and the server books the parcel when the money is there. The same Idempotency-Key answers with
   * the same parcel or booking.
   */
  takeIn: call(
    agents,
    ...(['not_found', 'unknown_place', 'unknown_shop', 'fee_changed', 'to_a_shop'] as const),
    ...stickerRefusals,
    ...bookingRefusals,
  )
    .route({
      method: 'POST',
      path: '/agent/counter-parcels',
      successStatus: 201,
      outputStructure: 'detailed',
      tags: ['agent'],
    })
    .input(counterParcelForm)
    .output(
      z.union([
        z.object({ status: z.literal(201), body: delivery }),
        z.object({ status: z.literal(202), body: bookingAsked }),
      ]),
    ),
  /**
   * Cancels a parcel that was taken in at this counter, until `VOID_MINUTES` after, while it has not moved on. Cash that
   * was taken for it goes back to the customer out of the drawer of the agent who took it.
   */
  void: call(agents, 'not_found', 'too_late_to_void', 'parcel_cancelled')
    .route({ method: 'POST', path: '/agent/counter-parcels/{id}/void', tags: ['agent'] })
    .input(z.object({ id, reason: line('Reason', 200) }))
    .output(z.object({ trackingId: z.string(), cashBack: z.number() })),
  /** What this shop has taken in today. */
  today: call(agents)
    .route({ method: 'GET', path: '/agent/counter-parcels/today', tags: ['agent'] })
    .output(counterDay),
}
