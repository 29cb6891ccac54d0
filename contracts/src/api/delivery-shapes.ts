import * as z from 'zod/mini'
import {
  counterHows,
  deliveryStatuses,
  deliveryTypes,
  evidenceStates,
  holdCodes,
  nextSteps,
  outcomes,
  partyRoles,
  paymentMethods,
  pricingTiers,
  responsibleParties,
} from '../vocabulary/index.ts'
import { contents } from './contents.ts'
import { publicShop } from './locations.ts'

/**
 * Sender and receiver as services answer them, each fact once. Doorstep fills `pickupAddress` and `moreDetails`, dukani
 * `pickupAgent`.
 */
export const ends = {
  sender: z.object({
    name: z.string(),
    userName: z.nullable(z.string()),
    phone: z.string(),
    location: z.string(),
    dropoffAgent: z.string(),
  }),
  receiver: z.object({
    name: z.string(),
    phone: z.string(),
    location: z.string(),
    pickupAddress: z.nullable(z.string()),
    moreDetails: z.nullable(z.string()),
    pickupAgent: z.nullable(z.string()),
  }),
}

/**
 * The API answers both spellings because callers use either: `phone` and `phoneNumber`, `location` and `fromLocation`.
 */
const sender = z.extend(ends.sender, { phoneNumber: z.string(), fromLocation: z.string() })

/** Doorstep fills pickupLocation and the product too. */
const receiver = z.extend(ends.receiver, {
  phoneNumber: z.string(),
  pickupLocation: z.nullable(z.string()),
  productPaid: z.nullable(z.enum(['yes', 'no'])),
  productPrice: z.nullable(z.number()),
})

/**
 * The person who collected a dukani parcel. In full for the receiving shop and admins: others see a masked phone and no
 * id.
 */
const picker = z.object({
  pickerName: z.string(),
  pickerPhone: z.string(),
  pickerNationalId: z.nullable(z.string()),
  /** The receiving shop has seen the id and written it down. */
  pickerIdSeen: z.boolean(),
})

/**
 * The parcel waits at a shop to be collected: since when, and the day in Nairobi on which it goes back at the earliest
 * (null when unknown). `asked`: its sender must decide what happens to it, and may let it wait longer if `mayWait` is
 * true, until `longerUntil` (only in the detail of one parcel and in the caller's own list).
 */
export const waiting = z.optional(
  z.object({
    since: z.string(),
    until: z.nullable(z.string()),
    asked: z.boolean(),
    mayWait: z.boolean(),
    longerUntil: z.optional(z.string()),
  }),
)

/** A delivery in full: for its owner, the agents of both shops and admins. Money is whole shillings. */
export const delivery = z.object({
  _id: z.string(),
  trackingId: z.string(),
  deliveryType: z.enum(deliveryTypes),
  pricingTier: z.nullable(z.enum(pricingTiers)),
  status: z.enum(deliveryStatuses),
  paid: z.boolean(),
  paymentMethod: z.enum(paymentMethods),
  /** Empty for pay on delivery. */
  paymentReferenceId: z.string(),
  ...contents,
  deliveryFee: z.number(),
  productPrice: z.number(),
  totalAmount: z.number(),
  sender,
  receiver,
  rider: z.nullable(z.object({ _id: z.string(), name: z.string(), phone: z.string() })),
  picker: z.nullable(picker),
  /** Revision of the row; a step that sends an older one is refused as `stale`. */
  revision: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Why it takes no step until the office has looked at it; missing when it is not on hold. */
  held: z.optional(z.array(z.enum(holdCodes))),
  /**
   * Texts that were written with its holds: `note` only for agents of its shops and admins, `toSender` also for its
   * sender.
   */
  remarks: z.optional(
    z.array(
      z.object({
        code: z.enum(holdCodes),
        note: z.optional(z.string()),
        toSender: z.optional(z.string()),
        at: z.string(),
      }),
    ),
  ),
  /** `back` when the parcel returns to its sender; missing on its way out. */
  leg: z.optional(z.literal('back')),
  /** How it ended, beside its status; missing for a parcel on its usual way. */
  outcome: z.optional(z.enum(outcomes)),
  waiting,
  /** Photos that staff have taken of it: `GET /deliveries/{id}/photos/{photoId}`. */
  photos: z.optional(z.array(z.object({ id: z.string(), at: z.string() }))),
  /**
   * An agent took it in for a customer, and how it was paid. `voidUntil` (ISO): until then agents of its shop may cancel
   * it; only for them, and while they may. Missing for every other parcel.
   */
  counter: z.optional(z.object({ how: z.enum(counterHows), voidUntil: z.optional(z.string()) })),
  /** A shop has it, though the status of a parcel to a door does not say so. */
  seen: z.optional(z.literal(true)),
  /**
   * For agents and admins only: the last four of the newest sticker on it; missing where that is its tracking id, or
   * there is none.
   */
  sticker: z.optional(z.string()),
  /**
   * The ends that SMS cannot reach: a landline, or, for staff only, a phone whose SMS expired twice. Missing when SMS
   * reach both.
   */
  cantBeTold: z.optional(z.array(z.enum(partyRoles))),
  /** For admins only: who must act on it next, since when, and at which shop; missing once it has ended. */
  turn: z.optional(
    z.object({
      whose: z.enum(responsibleParties),
      since: z.string(),
      shop: z.optional(z.object({ location: z.string(), address: z.string() })),
      /** For a held or lost parcel: when it last moved. */
      movedAt: z.optional(z.string()),
    }),
  ),
  /**
   * For agents and admins only: the instant by which it must arrive; compare it with the answer's `x-server-time`.
   * Missing when nothing was promised, once it has arrived or goes back, and while it is held or lost.
   */
  dueAt: z.optional(z.string()),
  /**
   * For agents only: the next step, null when there is no next step, and whether it is their step or the other shop's.
   * A step that is not `mine` is refused, and so is one that is `heldBy` something; not every hold stops every step.
   */
  nextStep: z.optional(
    z.object({
      step: z.nullable(z.enum(nextSteps)),
      mine: z.boolean(),
      heldBy: z.optional(z.enum(holdCodes)),
    }),
  ),
})
export type Delivery = z.infer<typeof delivery>

/** Oldest first: what happened and when; `leg` is set on the way back. */
const history = z.array(
  z.object({ status: z.enum(deliveryStatuses), at: z.string(), leg: z.optional(z.literal('back')) }),
)

/** One delivery by itself; the answer to a step has no history. */
export const deliveryDetail = z.extend(delivery, {
  history: z.optional(history),
  /**
   * What M-Pesa says of its payment; missing when nothing was paid by M-Pesa beforehand, or when payment did not
   * answer.
   */
  evidence: z.optional(z.enum(evidenceStates)),
})
export type DeliveryDetail = z.infer<typeof deliveryDetail>

const trackedParty = z.object({
  name: z.string(),
  phone: z.string(),
  location: z.string(),
  /** The shop at that place where it is handed in or collected; missing for a door. */
  shop: z.optional(z.string()),
})

/**
 * What every holder of the tracking id may see: first name and initial, masked phone, no address, no id, and no price
 * but the amount due.
 */
export const trackedDelivery = z.object({
  /** Only for callers who may see the delivery in full: it links to the detail. */
  _id: z.optional(z.string()),
  trackingId: z.string(),
  deliveryType: z.enum(deliveryTypes),
  /** The promised tier of a parcel to a door. */
  pricingTier: z.optional(z.enum(pricingTiers)),
  status: z.enum(deliveryStatuses),
  sender: trackedParty,
  receiver: trackedParty,
  history,
  /**
   * The shop where the parcel must be handed in, is now, or will be collected; missing when it goes to a door, and
   * while the shop cannot be visited.
   */
  shop: z.optional(z.object({ name: z.string(), place: z.string(), about: z.optional(publicShop) })),
  /** Whole shillings that the receiver pays at hand-over; missing when nothing is due, or nothing is due any longer. */
  due: z.optional(z.number()),
  /** A rider was chosen for it; missing when none was, and for a parcel to a shop. */
  rider: z.optional(z.literal(true)),
  /** As in the full delivery. */
  seen: z.optional(z.literal(true)),
  /**
   * The parcel is on hold and continues when the hold is released; missing otherwise. The reason for the hold is not
   * shown.
   */
  held: z.optional(z.literal(true)),
  /** As in the full delivery. */
  leg: z.optional(z.literal('back')),
  outcome: z.optional(z.enum(outcomes)),
  /** While it waits at a shop to be collected: the day in Nairobi on which it goes back at the earliest. */
  waitsUntil: z.optional(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type TrackedDelivery = z.infer<typeof trackedDelivery>
