import * as z from 'zod/mini'
import { deletedParcel } from '../api/admin-deliveries.ts'
import { rider } from '../api/agent.ts'
import { contents } from '../api/contents.ts'
import { tabCounts } from '../api/counter.ts'
import { delivery, ends, waiting } from '../api/delivery-shapes.ts'
import { refusalCode } from '../api/fields.ts'
import { aboutShop, adminLocation, publicLocation } from '../api/locations.ts'
import {
  deletionReasons,
  deliveryStatuses,
  deliveryTypes,
  heldReasons,
  holdCodes,
  holdsByHand,
  maxAlso,
  needs,
  outcomes,
  ownGroups,
  ownTroubles,
  partyRoles,
  paymentMethods,
  photoTypes,
  pressedStatuses,
  pricingTiers,
  receivingGroups,
  scanVerdicts,
  settableStatuses,
  takenWords,
  waitDecisions,
} from '../vocabulary/index.ts'
import { behindCalls } from './behind.ts'
import { bookingCalls, counterDestination } from './bookings.ts'
import { actor, commandContext, shop, viewer } from './command-context.ts'
import { counted } from './counted.ts'
import { by, history } from './history.ts'
import { bffCall, callFrom, type InternalContract } from './internal-call.ts'
import { knownPeopleCalls } from './known-people.ts'
import { parkedCalls } from './parked.ts'
import { phoneErasureCalls } from './phone-erasure.ts'
import { placeCodeCalls } from './place-codes.ts'

/**
 * A delivery as the API answers it, without its second spellings, and the fields from which the bff decides who sees
 * how much.
 */
export const deliveryRecord = z.extend(delivery, {
  ...ends,
  ownerId: z.nullable(z.string()),
  history: z.array(z.object({ status: z.enum(deliveryStatuses), at: z.string(), leg: z.optional(z.literal('back')) })),
})
export type DeliveryRecord = z.infer<typeof deliveryRecord>

const sender = z.object({ name: z.string(), phone: z.string(), location: z.string(), dropoffAgent: z.string() })
const payment = { paymentMethod: z.enum(paymentMethods), paymentReference: z.string() }
const requested = z.object({
  deliveryId: z.string(),
  trackingId: z.string(),
  totalAmount: z.number(),
  /** The same parcel was requested before: nothing was added. */
  repeated: z.boolean(),
  /** SMS about it are sent when it is handed in or gets a rider. */
  smsAtHandIn: z.optional(z.literal(true)),
})
const position = { lat: z.number(), lng: z.number() }
const heldBecause = z.nullable(z.enum(heldReasons))
/** The SMS about the request that wait until an admin sends them or a shop has the parcel; missing when none wait. */
const held = z.optional(z.object({ sender: heldBecause, receiver: heldBecause }))
const page = { limit: z.number(), cursor: z.nullable(z.string()) }
const rows = z.object({ rows: z.array(deliveryRecord), next: z.nullable(z.string()), ...counted })
const upTo1000 = z.object({ count: z.number(), more: z.boolean() })
const status = z.nullable(z.enum(deliveryStatuses))
const answered = z.object({ delivery: deliveryRecord })

/** The agent's answer on the due amount: `promptId` with a prompt, `receipt` and `payer` with a payment to the till. */
const taken = z.object({
  how: z.enum(takenWords),
  promptId: z.optional(z.string()),
  receipt: z.optional(z.string()),
  /** A word of the payer's name, or their phone or its end. */
  payer: z.optional(z.string()),
})
export type TakenWords = z.infer<typeof taken>

/** Internal contract of delivery: parcels, places, shops, riders. Phones are 254…, money whole shillings. */
export const deliveryContract = {
  /** @refuses names_incomplete, unknown_place, unknown_shop, fee_changed, payment_*, key_reused, away */
  requestDoorstep: callFrom('bff', 'launcher')
    .input(
      z.object({
        asked: commandContext,
        sender,
        receiver: z.object({
          name: z.string(),
          phone: z.string(),
          pickupLocation: z.string(),
          pickupAddress: z.string(),
          moreDetails: z.string(),
        }),
        ...contents,
        tier: z.nullable(z.enum(pricingTiers)),
        deliveryFee: z.nullable(z.number()),
        productPrice: z.number(),
        held,
        ...payment,
      }),
    )
    .output(requested),
  /** Pay Now only. @refuses as requestDoorstep */
  requestDukani: callFrom('bff', 'launcher')
    .input(
      z.object({
        asked: commandContext,
        sender,
        receiver: z.object({ name: z.string(), phone: z.string(), location: z.string(), pickupAgent: z.string() }),
        ...contents,
        deliveryFee: z.nullable(z.number()),
        held,
        paymentReference: z.string(),
      }),
    )
    .output(requested),
  /**
   * By an agent, for a customer at the counter of the agent's own shop: requested, paid or to be paid by the receiver,
   * and taken in, at once. Repeated by its command id. @refuses not_found (the agent has no shop), unknown_place,
   * unknown_shop, fee_changed, to_a_shop
   */
  takeInAtCounter: bffCall
    .input(
      z.object({
        asked: commandContext,
        sender: z.object({ name: z.string(), phone: z.string() }),
        receiver: z.object({ name: z.string(), phone: z.string() }),
        to: counterDestination,
        ...contents,
        deliveryFee: z.number(),
        pay: z.object({ how: z.enum(['cash', 'on_delivery']), productPrice: z.number() }),
      }),
    )
    .output(answered),
  /** By an agent of the shop that took it in. @refuses not_found, too_late_to_void, parcel_cancelled */
  voidCounterParcel: bffCall
    .input(z.object({ asked: commandContext, deliveryId: z.string(), reason: z.string() }))
    .output(z.object({ trackingId: z.string(), cashBack: z.number() })),
  /** The newest parcels that this phone (254…) sent from the shop, newest first, each receiver once. */
  sentFromShop: bffCall.input(z.object({ shop, phone: z.string(), limit: z.number() })).output(z.array(deliveryRecord)),
  /** What the shop took in at its counter on that day in Nairobi, without cancelled parcels. Shillings. */
  counterDay: bffCall
    .input(z.object({ shop, day: z.string() }))
    .output(z.object({ parcels: z.number(), cash: z.number(), mpesa: z.number() })),
  /**
   * A step by an agent. A step that was already taken succeeds and writes nothing. An agent of another shop gets
   * not_found. `taken`: with `delivered` of a parcel that is paid on delivery; without it the agent has the cash, and
   * with `not_paid` the parcel stays, on hold. @refuses not_found, parcel_held (details: code), step_not_allowed,
   * rider_needed, stale (details: revision), nothing_due, not_paid_yet, payment_short (details: missing), payment_used,
   * payer_differs, too_many, with_rider
   */
  move: callFrom('bff', 'launcher')
    .input(
      z.object({
        asked: commandContext,
        deliveryId: z.string(),
        to: z.enum(pressedStatuses),
        revision: z.nullable(z.number()),
        taken: z.optional(taken),
        /** Part of one step for many parcels: a parcel that a rider carries must be marked as delivered by itself. */
        together: z.optional(z.boolean()),
      }),
    )
    .output(answered),
  /**
   * By an agent: the parcels with these codes are at the agent's shop. Answers each code by itself, in the order of
   * `codes`: what follows, and what was recorded (with `look` nothing is). `doneAt` (ISO): when the agent's device did
   * it. Repeated by its command id. A parcel of another shop is told only by `trackingId` and `shop`.
   * @refuses not_allowed, not_found (the agent has no shop), bad_input (`doneAt` is older than 72 hours or ahead)
   */
  scanIn: bffCall
    .input(
      z.object({
        asked: commandContext,
        codes: z.array(z.object({ code: z.string(), doneAt: z.nullable(z.string()) })),
        look: z.boolean(),
      }),
    )
    .output(
      z.array(
        z.object({
          code: z.string(),
          verdict: z.enum(scanVerdicts),
          trackingId: z.nullable(z.string()),
          delivery: z.optional(deliveryRecord),
          shop: z.optional(shop),
          /** ISO: a rider must have it by then. */
          until: z.optional(z.string()),
          rider: z.optional(z.string()),
          /** Why it is on hold. */
          hold: z.optional(z.enum(holdCodes)),
        }),
      ),
    ),
  /**
   * The amount to take when the parcel is handed over, and from whom, for the agent who may hand it over now. @refuses
   * not_found, not_allowed, parcel_held, step_not_allowed, nothing_due
   */
  due: bffCall.input(z.object({ viewer: actor, deliveryId: z.string() })).output(
    z.object({
      due: z.number(),
      trackingId: z.string(),
      receiver: z.object({ name: z.string(), phone: z.string() }),
    }),
  ),
  /**
   * A person showed the code from their SMS: the parcel is collected, and from a rider delivered as well. `also`: other
   * parcels at the same shop for the same phone, each with its own result: the code of any one opens them all. A wrong
   * code counts as a miss for each of them. @refuses not_found, parcel_held, step_not_allowed, collection_code_wrong
   * (details: left), collection_code_locked, too_many, stale, and for the due amount as `move`; money_unsaid when
   * `taken` is missing
   */
  collect: bffCall
    .input(
      z.object({
        asked: commandContext,
        deliveryId: z.string(),
        code: z.string(),
        also: z.array(z.string()).check(z.maxLength(maxAlso)),
        revision: z.nullable(z.number()),
        taken: z.optional(taken),
      }),
    )
    .output(
      z.extend(answered, {
        others: z.array(z.object({ deliveryId: z.string(), outcome: z.union([z.literal('collected'), refusalCode]) })),
      }),
    ),
  /**
   * Sends the receiver another code, three a day for each `by`. `follower` knows the tracking id and may be a stranger:
   * the previous code works for another hour, unless it is locked. `party` sees the parcel in full: the previous code
   * stops working. @refuses not_found, step_not_allowed, too_many
   */
  issueCode: bffCall
    .input(z.object({ asked: commandContext, deliveryId: z.string(), by: z.enum(['follower', 'party']) }))
    .output(z.object({})),
  /**
   * For the message to the person who may collect it: its receiver, or on its way back its sender (`leg`). Null while
   * the parcel cannot be collected. `phone` (254…) is the one that the message would go to; left out, it is not
   * compared.
   * @refuses away while the rows still show another phone than the one that the code is for
   */
  collectionCode: callFrom('notification')
    .input(z.object({ deliveryId: z.string(), phone: z.optional(z.string()) }))
    .output(z.object({ code: z.nullable(z.string()), leg: z.optional(z.literal('back')) })),
  /**
   * Gives the receiver another phone (254…) and a code of the next generation; both phones get an SMS. By the sender
   * with their account, or an admin with a `reason`. @refuses not_found, step_not_allowed, too_many
   */
  changeReceiverPhone: bffCall
    .input(
      z.object({ asked: commandContext, deliveryId: z.string(), phone: z.string(), reason: z.nullable(z.string()) }),
    )
    .output(answered),
  /** The phone (254…) before that generation of its code, for the message to it; null once it is erased. */
  formerPhone: callFrom('notification')
    .input(z.object({ deliveryId: z.string(), generation: z.number() }))
    .output(z.object({ phone: z.nullable(z.string()) })),
  /**
   * By an admin, when codes may have leaked: each parcel that waits to be collected gets a new code, with an SMS.
   * `raised`: how many.
   */
  raiseCodes: bffCall.input(z.object({ asked: commandContext })).output(z.object({ raised: z.number() })),
  /**
   * The decision on a parcel that is not collected, by its sender or an admin: `back` while it waits, `wait` once its
   * sender was asked. @refuses not_found, step_not_allowed, waited_longest, parcel_held
   */
  decideWait: bffCall
    .input(z.object({ asked: commandContext, deliveryId: z.string(), decision: z.enum(waitDecisions) }))
    .output(answered),
  /**
   * As `decideWait`, by the holder of the link in the sender's SMS; with `decision` null it only checks the key.
   * @refuses not_found (wrong key, or nothing to decide), and as `decideWait`
   */
  decideWaitByKey: bffCall
    .input(
      z.object({
        asked: commandContext,
        trackingId: z.string(),
        key: z.string(),
        decision: z.nullable(z.enum(waitDecisions)),
      }),
    )
    .output(
      z.object({
        waiting: z.nullable(
          z.object({ until: z.nullable(z.string()), mayWait: z.boolean(), longerUntil: z.optional(z.string()) }),
        ),
      }),
    ),
  /** Only for the message to its sender: the key for that one decision; null while no decision is open. */
  decisionKey: callFrom('notification')
    .input(z.object({ deliveryId: z.string() }))
    .output(z.object({ key: z.nullable(z.string()) })),
  /**
   * By an agent of its shops, or an admin: the parcel takes no step until the hold is released. @refuses not_found,
   * step_not_allowed
   */
  putOnHold: bffCall
    .input(
      z.object({
        asked: commandContext,
        deliveryId: z.string(),
        code: z.enum(holdsByHand),
        note: z.string(),
        toSender: z.string(),
      }),
    )
    .output(answered),
  /** @refuses not_found */
  liftHold: bffCall
    .input(z.object({ asked: commandContext, deliveryId: z.string(), code: z.enum(holdsByHand) }))
    .output(answered),
  /**
   * As `putOnHold`, with a photo of what is wrong (`photo`: the file in base64). Stored without the metadata that
   * cameras write.
   * @refuses not_found, step_not_allowed, photo_unknown, photos_enough
   */
  addPhoto: bffCall
    .input(z.object({ asked: commandContext, deliveryId: z.string(), photo: z.string() }))
    .output(answered),
  /** For viewers who may see the parcel in full. @refuses not_found */
  photo: bffCall
    .input(z.object({ viewer: actor, deliveryId: z.string(), photoId: z.string() }))
    .output(z.object({ type: z.enum(photoTypes), photo: z.string() })),
  /**
   * What an admin should look at; the caller adds people's names. `codes`: agents whose counter had wrong codes in the
   * last hour, and for which parcels. `handedOver`: hand-overs of each agent in the last 30 days, with the parcel's
   * code and without.
   */
  problems: bffCall.output(
    z.object({
      counts: z.record(z.enum(needs), z.object({ count: z.number(), more: z.boolean() })),
      waiting: z.array(z.object({ shop, ages: z.array(z.number()) })),
      codes: z.array(z.object({ agentId: z.string(), misses: z.number(), parcels: z.array(z.string()) })),
      handedOver: z.array(z.object({ agentId: z.string(), withCode: z.number(), withoutCode: z.number() })),
    }),
  ),
  /**
   * By an admin: returns the parcel to its sender from where it is. @refuses not_found, step_not_allowed, parcel_held
   */
  sendBack: bffCall.input(z.object({ asked: commandContext, deliveryId: z.string() })).output(answered),
  /** By an admin: marks the parcel as lost, or as found. @refuses not_found, step_not_allowed */
  reportLost: bffCall
    .input(z.object({ asked: commandContext, deliveryId: z.string(), lost: z.boolean() }))
    .output(answered),
  /** @refuses not_found, parcel_held, step_not_allowed, unknown_rider */
  assignRider: callFrom('bff', 'launcher')
    .input(
      z.object({
        asked: commandContext,
        deliveryId: z.string(),
        riderId: z.string(),
        revision: z.nullable(z.number()),
      }),
    )
    .output(answered),
  /** @refuses not_found, parcel_held, step_not_allowed, picker_differs */
  assignPicker: callFrom('bff', 'launcher')
    .input(
      z.object({
        asked: commandContext,
        deliveryId: z.string(),
        name: z.string(),
        phone: z.string(),
        nationalId: z.string(),
        revision: z.nullable(z.number()),
      }),
    )
    .output(answered),

  /**
   * An admin's override, to any of these from any status; the same status writes nothing. A `trackingId` in the input
   * must be the parcel's. The first `delivered` pays what is paid on delivery. @refuses not_found, tracking_differs
   */
  overrideStatus: callFrom('bff', 'launcher')
    .input(
      z.object({
        asked: commandContext,
        deliveryId: z.string(),
        status: z.enum(settableStatuses),
        trackingId: z.nullable(z.string()),
      }),
    )
    .output(answered),
  /**
   * By an admin: the parcel leaves lists, counts and tracking; history and revenue stay. Deleted before hand-over
   * (dropping, or doorstep uncollected without a rider), its payment is free for another request. `note`: the admin's
   * words. @refuses not_found
   */
  deleteDelivery: bffCall
    .input(
      z.object({
        asked: commandContext,
        deliveryId: z.string(),
        reason: z.optional(z.nullable(z.enum(deletionReasons))),
        note: z.optional(z.string()),
      }),
    )
    .output(z.object({})),
  /** A deleted parcel, by its complete tracking id; null when no deleted parcel has it. `note` can be erased. */
  deleted: bffCall.input(z.object({ trackingId: z.string() })).output(z.nullable(z.extend(deletedParcel, { by }))),
  /** By notification: whether SMS reach the phone of the parcel's sender or receiver. */
  noteReach: callFrom('notification')
    .input(z.object({ asked: commandContext, deliveryId: z.string(), role: z.enum(partyRoles), reached: z.boolean() }))
    .output(z.object({})),

  /** Null when the delivery does not exist, or when `viewer` may not see it. `paymentId` as in `track`. */
  get: bffCall
    .input(z.object({ viewer: actor, deliveryId: z.string() }))
    .output(z.nullable(z.extend(deliveryRecord, { paymentId: z.optional(z.nullable(z.string())) }))),
  /** What people call these parcels, for an admin; one that is deleted is left out. */
  named: bffCall
    .input(z.object({ deliveryIds: z.array(z.string()).check(z.maxLength(500)) }))
    .output(z.array(z.object({ deliveryId: z.string(), trackingId: z.string(), deliveryType: z.enum(deliveryTypes) }))),
  /**
   * These of an account's own parcels, with what its statement says of each; others, and deleted ones, are left out.
   * `receiver`: the name, or null where it is erased. Whole shillings.
   */
  ofStatement: bffCall
    .input(z.object({ ownerId: z.string(), deliveryIds: z.array(z.string()).check(z.maxLength(500)) }))
    .output(
      z.array(
        z.object({
          ...{ deliveryId: z.string(), trackingId: z.string(), deliveryType: z.enum(deliveryTypes) },
          ...{ receiver: z.nullable(z.string()), productPrice: z.number(), deliveryFee: z.number() },
        }),
      ),
    ),
  /**
   * Which of `viewers`, in their order, may see it, or could until it was deleted: their open screens must be told. For
   * a caller that received its event from the topic: answers once the read models show all stored events, so that a
   * notified viewer then reads the new state. No name or phone goes in or out. @refuses away
   */
  concernedAmong: bffCall
    .input(z.object({ deliveryId: z.string(), viewers: z.array(viewer) }))
    .output(z.object({ concerned: z.array(z.boolean()) })),
  /**
   * A caller who knows the tracking id finds the parcel; `inFull` says whether `viewer` may see all of it. `paymentId`
   * is null when nothing was paid beforehand.
   */
  track: bffCall.input(z.object({ viewer: actor, trackingId: z.string() })).output(
    z.nullable(
      z.object({
        delivery: deliveryRecord,
        inFull: z.boolean(),
        paymentId: z.nullable(z.string()),
        /** The description of the shop to visit now; missing when there is no such shop or it has given none. */
        shop: z.optional(aboutShop),
      }),
    ),
  ),
  /**
   * `search`: a part of a tracking id or of a phone, or beginnings of words of a name; `by` searches only phones, or
   * all but phones.
   */
  owned: bffCall
    .input(
      z.object({
        viewer: actor,
        ownerId: z.string(),
        deliveryType: z.enum(deliveryTypes),
        status: z.optional(status),
        search: z.optional(z.nullable(z.string())),
        by: z.optional(z.nullable(z.enum(['trackingId', 'phone']))),
        trouble: z.optional(z.nullable(z.enum(ownTroubles))),
        group: z.optional(z.nullable(z.enum(ownGroups))),
        ...page,
      }),
    )
    .output(rows),
  /**
   * What an account has to do today: parcels to bring, by shop; under way; in trouble, those first that their sender
   * must decide about. Some rows of each, and how many there are, up to 1,000. `total`: all that it ever sent.
   */
  ownToday: bffCall.input(z.object({ viewer: actor, ownerId: z.string() })).output(
    z.object({
      total: z.number(),
      toBring: z.extend(upTo1000, {
        shops: z.array(
          z.object({ shop, count: z.number(), deliveryIds: z.array(z.string()), rows: z.array(deliveryRecord) }),
        ),
      }),
      underWay: z.extend(upTo1000, { rows: z.array(deliveryRecord) }),
      trouble: z.extend(upTo1000, { rows: z.array(deliveryRecord) }),
    }),
  ),
  countOwned: bffCall.input(z.object({ ownerId: z.string(), status })).output(z.object({ count: z.number() })),
  /** Sent from the shop, any status; `uncollected` includes parcels that are being sorted. */
  sending: bffCall.input(z.object({ shop, status, ...page })).output(rows),
  /**
   * Dukani to the shop, doorstep to its location or sent from it: in transit, delivered or collected. `by`: only one
   * group of them.
   */
  receiving: bffCall
    .input(z.object({ shop, status, by: z.optional(z.nullable(z.enum(receivingGroups))), ...page }))
    .output(rows),
  /**
   * Sent from the shop or meant for it, at any status, each once. `search` as in `contacts`, or groups of the tracking
   * id; for sent parcels also beginnings of words of the receiver's place and shop.
   */
  ofShop: bffCall
    .input(z.object({ shop, search: z.nullable(z.string()), ...page }))
    .output(z.object({ rows: z.array(deliveryRecord), next: z.nullable(z.string()) })),
  /**
   * How many rows `sending` and `receiving` have by status, `uncollected` as there; `all`: everything that was sent.
   */
  tabCounts: bffCall.input(z.object({ shop })).output(tabCounts),
  /**
   * Parcels at the shop that wait for the person who collects them, or for their sender: the longest waiting first,
   * with their arrival.
   */
  lying: bffCall.input(z.object({ shop, ...page })).output(
    z.object({
      rows: z.array(z.object({ delivery: deliveryRecord, arrivedAt: z.string() })),
      next: z.nullable(z.string()),
      ...counted,
    }),
  ),
  /** Parcels with a deadline on which the shop must act, the earliest deadline first. */
  toDo: bffCall.input(z.object({ shop, ...page })).output(rows),
  /** All parcels of the shop, each once, by status. */
  countsOfShop: bffCall.input(z.object({ shop })).output(z.record(z.enum(deliveryStatuses), z.number())),

  /** All deliveries that are not deleted. `search`: a tracking id or its beginning, or a phone. Days are Nairobi's. */
  all: bffCall
    .input(
      z.object({
        status,
        deliveryType: z.nullable(z.enum(deliveryTypes)),
        search: z.nullable(z.string()),
        from: z.nullable(z.string()),
        to: z.nullable(z.string()),
        needs: z.optional(z.nullable(z.enum(needs))),
        outcome: z.optional(z.nullable(z.enum(outcomes))),
        held: z.optional(z.boolean()),
        /** One of `waitAges`. */
        waits: z.optional(z.nullable(z.number())),
        /** Where it waits. */
        shop: z.optional(z.nullable(shop)),
        /** Which rider has them now, as `underway` of `riders` counts. */
        rider: z.optional(z.nullable(z.string())),
        ...page,
      }),
    )
    .output(rows),
  /** How many need the office's attention, and the amount to pay for them; `more`: there are more than were counted. */
  needing: bffCall
    .input(z.object({ needs: z.enum(needs) }))
    .output(z.object({ count: z.number(), more: z.boolean(), amount: z.number() })),
  counts: callFrom('bff', 'launcher').output(
    z.object({ total: z.number(), byStatus: z.record(z.enum(deliveryStatuses), z.number()) }),
  ),
  /** Every event of a delivery, also of a deleted one, oldest first; null when it never existed. */
  history: bffCall.input(z.object({ deliveryId: z.string() })).output(history),
  /** Senders of a shop's parcels by name, phone and kind, those with the newest parcel first. */
  customers: bffCall.input(z.object({ shop, search: z.nullable(z.string()), ...page })).output(
    z.object({
      rows: z.array(
        z.object({
          name: z.string(),
          phone: z.string(),
          trackingId: z.string(),
          deliveryType: z.enum(deliveryTypes),
          totalDeliveries: z.number(),
        }),
      ),
      next: z.nullable(z.string()),
      ...counted,
    }),
  ),
  /** Paid and sent from the shop; null: from any shop. `paymentId` is null when cash was paid on delivery. */
  paid: bffCall.input(z.object({ shop: z.nullable(shop), search: z.nullable(z.string()), ...page })).output(
    z.object({
      rows: z.array(z.object({ delivery: deliveryRecord, paymentId: z.nullable(z.string()) })),
      next: z.nullable(z.string()),
      ...counted,
    }),
  ),
  /**
   * Senders and receivers, each phone once for each kind, the most recent first. Phones are 254…. `search`: beginnings
   * of words of the name, a phone, its beginning or its last four digits.
   */
  contacts: bffCall
    .input(
      z.object({
        search: z.nullable(z.string()),
        type: z.optional(z.nullable(z.enum(['Sender', 'Receiver']))),
        ...page,
      }),
    )
    .output(
      z.object({
        rows: z.array(z.object({ phone: z.string(), name: z.string(), type: z.enum(['Sender', 'Receiver']) })),
        next: z.nullable(z.string()),
        ...counted,
      }),
    ),

  prices: bffCall.output(z.array(publicLocation)),
  /** Every fee, in shillings, that a parcel has cost at any moment since this instant; each once. */
  feesSince: bffCall.input(z.object({ since: z.string() })).output(z.array(z.number())),
  shops: bffCall.output(z.array(adminLocation)),
  riders: bffCall.output(z.array(rider)),
  /** Adds the new pickup points when the location exists already. `price`: fee of a dukani parcel received there. */
  addLocation: callFrom('bff', 'launcher')
    .input(
      z.object({
        asked: commandContext,
        locationName: z.string(),
        pickupPoints: z.array(z.string()),
        price: z.nullable(z.number()),
      }),
    )
    .output(z.object({ locationId: z.string() })),
  /** The fee of a dukani parcel that is received at the location. @refuses not_found */
  setDukaniPrice: bffCall
    .input(z.object({ asked: commandContext, locationId: z.string(), price: z.number() }))
    .output(z.object({})),
  /**
   * Afterwards no sender can choose the shop. `agents`: how many work there, which identity knows. @refuses not_found,
   * shop_in_use (details: agents, parcels)
   */
  retireShop: bffCall
    .input(z.object({ asked: commandContext, locationId: z.string(), pickupPoint: z.string(), agents: z.number() }))
    .output(z.object({})),
  /** By admins: a shop's whole description. `closedToday`: null does not change it. @refuses not_found */
  describeShop: callFrom('bff', 'launcher')
    .input(
      z.object({
        asked: commandContext,
        locationId: z.string(),
        pickupPoint: z.string(),
        ...z.omit(aboutShop, { closedToday: true, position: true, phone: true }).shape,
        /** 254…. Null removes it; left out, it does not change. */
        phone: z.optional(z.nullable(z.string())),
        closedToday: z.nullable(z.boolean()),
      }),
    )
    .output(z.object({})),
  /** By an agent, of their own shop. @refuses not_found, bad_input (not in Kenya) */
  setOwnShopPosition: bffCall.input(z.object({ asked: commandContext, ...position })).output(z.object({})),
  /** By admins. @refuses not_found, bad_input (not in Kenya) */
  setShopPosition: callFrom('bff', 'launcher')
    .input(z.object({ asked: commandContext, locationId: z.string(), pickupPoint: z.string(), ...position }))
    .output(z.object({})),
  /** By an agent, of their own shop. @refuses not_found */
  closeShopToday: bffCall.input(z.object({ asked: commandContext, closed: z.boolean() })).output(z.object({})),
  /** Sets the price of a doorstep destination in one tier; previous prices are stored with their time. */
  setPrice: callFrom('bff', 'launcher')
    .input(z.object({ asked: commandContext, place: z.string(), tier: z.enum(pricingTiers), price: z.number() }))
    .output(z.object({ priceId: z.string() })),
  /** @refuses not_found */
  removePrice: bffCall.input(z.object({ asked: commandContext, priceId: z.string() })).output(z.object({})),
  /** The parcels of the rider keep the rider's name. @refuses not_found */
  removeRider: bffCall.input(z.object({ asked: commandContext, riderId: z.string() })).output(z.object({})),
  /** The rider's parcels show the new name and phone too. @refuses not_found */
  correctRider: bffCall
    .input(z.object({ asked: commandContext, riderId: z.string(), name: z.string(), phone: z.string() }))
    .output(z.object({})),
  addRider: callFrom('bff', 'launcher')
    .input(z.object({ asked: commandContext, name: z.string(), phone: z.string() }))
    .output(z.object({ riderId: z.string() })),

  /**
   * Names and phones for messages about a delivery: notification asks for them here, so that they are never on a topic.
   */
  parties: callFrom('notification')
    .input(z.object({ deliveryId: z.string() }))
    .output(
      z.nullable(
        z.object({
          trackingId: z.string(),
          /** The account that sent it; null when it was sent without one. */
          ownerId: z.nullable(z.string()),
          deliveryType: z.enum(deliveryTypes),
          /** Staff have moved it or handed it over, so it is a real parcel. */
          handled: z.boolean(),
          /** Its sender has an account, or there is more evidence of their payment than a pasted message. */
          knownSender: z.boolean(),
          /** True while the parcel is on hold; missing otherwise. */
          held: z.optional(z.literal(true)),
          /**
           * Whole shillings that were paid beforehand; missing when nothing was, and while that payment is in doubt.
           */
          paid: z.optional(z.number()),
          /** With the shop where it was handed in, where it is also collected on its way back. */
          sender: z.object({
            name: z.string(),
            phone: z.string(),
            location: z.string(),
            dropoffAgent: z.string(),
            /** That shop's description, before staff have the parcel; missing when the shop has given none. */
            shop: z.optional(aboutShop),
          }),
          receiver: z.object({ name: z.string(), phone: z.string() }),
          receiverPlace: z.string(),
          pickupAgent: z.nullable(z.string()),
          /** Whole shillings to pay at hand-over; missing when nothing is due. */
          due: z.optional(z.number()),
          leg: z.optional(z.literal('back')),
          /** It was cancelled: all messages but that one no longer apply. Missing otherwise. */
          cancelled: z.optional(z.literal(true)),
          waiting,
          /** The description of the shop where it is collected on this leg; missing when the shop has given none. */
          shop: z.optional(aboutShop),
        }),
      ),
    ),

  /** The payee id in revenue for a parcel that was sent with this phone (254…) and without an account. */
  owedTo: bffCall.input(z.object({ phone: z.string() })).output(z.object({ owedTo: z.string() })),
  ...placeCodeCalls,
  ...phoneErasureCalls,
  ...bookingCalls,
  ...knownPeopleCalls,
  ...parkedCalls,
  ...behindCalls,
} satisfies InternalContract
