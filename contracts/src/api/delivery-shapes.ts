import * as z from 'zod/mini'
import {
  deliveryStatuses,
  deliveryTypes,
  evidenceStates,
  holdCodes,
  nextSteps,
  outcomes,
  partyRoles,
  paymentMethods,
  pricingTiers,
  turns,
} from '../vocabulary/index.ts'
import { contents } from './contents.ts'
import { aboutShop } from './locations.ts'

/** Sender and receiver as services answer them: each fact once. Doorstep fills pickupAddress and moreDetails, dukani pickupAgent. */
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

/** The API answers both spellings, for callers know either: `phone` and `phoneNumber`, `location` and `fromLocation`. */
const sender = z.extend(ends.sender, { phoneNumber: z.string(), fromLocation: z.string() })

/** Doorstep fills pickupLocation and the product too. */
const receiver = z.extend(ends.receiver, {
  phoneNumber: z.string(),
  pickupLocation: z.nullable(z.string()),
  productPaid: z.nullable(z.enum(['yes', 'no'])),
  productPrice: z.nullable(z.number()),
})

/** Who collected a dukani parcel. In full for the receiving shop and admins: others see a masked phone and no id. */
const picker = z.object({
  pickerName: z.string(),
  pickerPhone: z.string(),
  pickerNationalId: z.nullable(z.string()),
  /** The receiving shop has seen it and written it down. */
  pickerIdSeen: z.boolean(),
})

/**
 * It lies at a shop for whoever gets it: since when, and the day in Nairobi on which it goes back at the earliest (null where
 * nobody knows). `asked`: its sender is to say what becomes of it, and may let it wait longer where `mayWait` says so, until
 * `longerUntil` (told of a parcel by itself, and of one's own).
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
  /** Of the row; a transition that carries an older one is refused as stale. */
  revision: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Why it takes no step until somebody has looked; missing where nothing holds it. */
  held: z.optional(z.array(z.enum(holdCodes))),
  /** What was written with its holds: `note` for the agents of its shops and admins alone, `toSender` also for its sender. */
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
  /** It goes to whoever sent it; missing on its way out. */
  leg: z.optional(z.literal('back')),
  /** What became of it beside its status; missing of any that goes its way. */
  outcome: z.optional(z.enum(outcomes)),
  waiting,
  /** What somebody of ours has shown of it: `GET /deliveries/{id}/photos/{photoId}`. */
  photos: z.optional(z.array(z.object({ id: z.string(), at: z.string() }))),
  /**
   * Whom SMS can't reach: a landline, or, for staff only, a phone whose SMS expired twice. Missing where SMS reach both.
   */
  cantBeTold: z.optional(z.array(z.enum(partyRoles))),
  /** For admins only: who is to do something with it next, since when, and at which shop; missing at its end. */
  turn: z.optional(
    z.object({
      whose: z.enum(turns),
      since: z.string(),
      shop: z.optional(z.object({ location: z.string(), address: z.string() })),
      /** Of what is held or lost: when it last moved, which is when it began to stand. */
      movedAt: z.optional(z.string()),
    }),
  ),
  /**
   * For agents and admins only: the instant by which it must arrive; compare it with the answer's `x-server-time`. Missing where
   * nothing was promised, once it has arrived or goes back, and while it is held or lost.
   */
  dueAt: z.optional(z.string()),
  /**
   * For agents only: what comes next, null where nothing does, and whether it is theirs to do or the other shop's. What
   * is not `mine` is refused, and so is what is `heldBy` something; not every hold is in the way of every step.
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

/** Oldest first: what happened and when; with `leg` on its way back. */
const history = z.array(
  z.object({ status: z.enum(deliveryStatuses), at: z.string(), leg: z.optional(z.literal('back')) }),
)

/** One by itself; a step that was made answers without its history. */
export const deliveryDetail = z.extend(delivery, {
  history: z.optional(history),
  /** What M-Pesa says of its payment; missing where nothing was paid by M-Pesa beforehand, or nobody can say. */
  evidence: z.optional(z.enum(evidenceStates)),
})
export type DeliveryDetail = z.infer<typeof deliveryDetail>

const trackedParty = z.object({
  name: z.string(),
  phone: z.string(),
  location: z.string(),
  /** Of that place: where it is handed in, and where it is collected; missing for a door. */
  shop: z.optional(z.string()),
})

/** What anybody with the tracking id may see: first name and initial, masked phone, no address, no id, no price but what is due. */
export const trackedDelivery = z.object({
  /** Only for who may see the delivery in full: it leads them to its detail. */
  _id: z.optional(z.string()),
  trackingId: z.string(),
  deliveryType: z.enum(deliveryTypes),
  /** Of one to a door: what was promised of it. */
  pricingTier: z.optional(z.enum(pricingTiers)),
  status: z.enum(deliveryStatuses),
  sender: trackedParty,
  receiver: trackedParty,
  history,
  /** Where it is to be brought, or lies, or is to be collected; missing where that is no shop, and while nobody can go there. */
  shop: z.optional(z.object({ name: z.string(), place: z.string(), about: z.optional(aboutShop) })),
  /** Whole shillings that the receiver pays at hand-over; missing where nothing is due, or no more. */
  due: z.optional(z.number()),
  /** A rider was chosen for it; missing of any other, and of one that goes to a shop. */
  rider: z.optional(z.literal(true)),
  /** Something holds it, and it goes on when that is cleared; missing where nothing does. What it is, is not told. */
  held: z.optional(z.literal(true)),
  /** As of a delivery in full. */
  leg: z.optional(z.literal('back')),
  outcome: z.optional(z.enum(outcomes)),
  /** While it lies at a shop for whoever gets it: the day in Nairobi on which it goes back at the earliest. */
  waitsUntil: z.optional(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type TrackedDelivery = z.infer<typeof trackedDelivery>
