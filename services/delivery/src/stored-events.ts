import {
  bookingEnds,
  bookingPays,
  counterHows,
  deletionReasons,
  deliveryStatuses,
  deliveryTypes,
  heldReasons,
  holdCodes,
  languages,
  partyRoles,
  paymentMethods,
  pricingTiers,
  promiseBases,
  type RefusalCode,
  refusals,
  returnReasons,
  takenHows,
} from '@tuma/contracts/vocabulary'
import { personal, type StoredEventTypes, stored } from '@tuma/platform/event-sourcing'
import * as z from 'zod/mini'
import type { BookingEvent } from './domain/bookings/booking.ts'
import { codeAskers } from './domain/collection-code.ts'
import type { DeliveryEvent } from './domain/delivery.ts'
import type { LocationEvent } from './domain/network/location.ts'
import type { PlaceCodeEvent } from './domain/network/place-codes.ts'
import type { PriceEvent } from './domain/network/price.ts'
import type { RiderEvent } from './domain/network/rider.ts'
import { placers } from './domain/network/shop.ts'
import type { ErasureEvent } from './domain/people/erasure.ts'
import type { KnownPeopleEvent } from './domain/people/known-people.ts'
import type { PhoneErasureEvent } from './domain/people/phone-erasure.ts'
import type { ReachChanged } from './domain/people/reach.ts'
import type { TakingsSummed } from './domain/takings.ts'
import { holdCauses, holdReleases } from './domain/trouble/holds.ts'

/** Every event that is stored in the streams of this service. */
export type StoredDomainEvent =
  | DeliveryEvent
  | BookingEvent
  | ReachChanged
  | ErasureEvent
  | PhoneErasureEvent
  | KnownPeopleEvent
  | LocationEvent
  | PlaceCodeEvent
  | PriceEvent
  | RiderEvent
  | TakingsSummed

const text = z.string()
const orNull = z.nullable(z.string())
const shillings = z.int()
const contact = { name: text, phone: text }
const shop = z.object({ location: text, address: text })
const about = { deliveryId: text, deliveryType: z.enum(deliveryTypes) }
const status = z.enum(deliveryStatuses)
const heldBecause = z.nullable(z.enum(heldReasons))
const code = z.enum(holdCodes)
const hold = { ...about, code, holds: z.array(code), at: text }
const leg = z.optional(z.literal('back'))
const movedAt = { ...about, from: status, leg, waits: z.optional(z.object({ since: text, until: text })) }
const doneAt = z.optional(text)
const moved = stored(z.object({ ...movedAt, passing: z.optional(z.literal(true)), shop: z.optional(shop), doneAt }))
const gone = {
  ...about,
  from: status,
  trackingId: text,
  paymentId: orNull,
  freed: z.boolean(),
  sender: z.nullable(personal(contact)),
  senderShop: shop,
  receiver: z.nullable(personal(contact)),
  said: z.optional(personal({ note: text })),
}
const ofPhone = { key: text, at: text }
const getCode = { ...about, generation: z.int() }

const ofBooking = { bookingId: text, at: text }
const refusalCode = z.enum(Object.keys(refusals) as [RefusalCode, ...RefusalCode[]])
const funds = { paymentId: text, cents: z.int(), how: z.enum(bookingPays), receipt: text }
const keptRow = z.object({
  ...{ row: z.int(), kind: z.enum(deliveryTypes), place: text, pickupAgent: orNull },
  ...{ tier: z.nullable(z.enum(pricingTiers)), method: z.literal('payNow'), productPrice: shillings, fee: shillings },
  formHash: z.optional(text),
  kept: personal({ ...contact, pickupAddress: orNull, moreDetails: orNull, parcelDescription: text }),
})
const bookedRow = z.object({ row: z.int(), deliveryId: text, trackingId: text })

const formOfBooking = { total: shillings, quotedAt: text, senderShop: shop, sender: personal(contact) }

const bookingTypes: StoredEventTypes<BookingEvent> = {
  BookingOpened: stored(
    z.object({
      ...{ ...ofBooking, by: z.enum(['agent', 'sender']), count: z.int(), requestHash: text, reference: text },
      ...{ ...formOfBooking, agentId: z.optional(text), payer: z.optional(text), ownerId: z.optional(text) },
      account: z.optional(personal({ username: text })),
      language: z.optional(z.enum(languages)),
    }),
  ),
  BookingFormChanged: stored(z.object({ ...ofBooking, ...formOfBooking, rows: z.array(keptRow) })),
  BookingRowsKept: stored(z.object({ ...ofBooking, rows: z.array(keptRow) })),
  BookingPaymentAsked: stored(
    z.object({
      ...{ ...ofBooking, asking: text, how: z.enum(bookingPays), agentId: z.optional(text) },
      said: personal({ phone: orNull, receipt: orNull, payer: orNull }),
    }),
  ),
  BookingPrompted: stored(z.object({ ...ofBooking, asking: text, promptId: text })),
  BookingPaymentArrived: stored(z.object({ ...ofBooking, asking: text })),
  BookingPaymentRefused: stored(z.object({ ...ofBooking, asking: text, code: text })),
  BookingPaidInPart: stored(z.object({ ...ofBooking, ...funds, missing: shillings })),
  BookingFunded: stored(z.object({ ...ofBooking, ...funds })),
  RowsBooked: stored(z.object({ ...ofBooking, rows: z.array(bookedRow) })),
  RowFailed: stored(z.object({ ...ofBooking, row: z.int(), code: refusalCode })),
  BookingEnded: stored(
    z.object({
      ...{ ...ofBooking, why: z.enum(bookingEnds) },
      cash: z.optional(z.object({ agentId: text, deliveryId: text })),
    }),
  ),
  BookingErased: stored(z.object(ofBooking)),
}

export const storedEvents: StoredEventTypes<StoredDomainEvent> = {
  ...bookingTypes,
  DeliveryRequested: stored(
    z.object({
      ...about,
      trackingId: text,
      ownerId: orNull,
      requestHash: text,
      sender: personal({ ...contact, userName: orNull, parcelDescription: text }),
      senderShop: shop,
      receiver: personal({ ...contact, pickupAddress: orNull, moreDetails: orNull }),
      receiverPlace: text,
      pickupAgent: orNull,
      tier: z.nullable(z.enum(pricingTiers)),
      paymentMethod: z.enum(paymentMethods),
      paymentReference: text,
      paymentId: orNull,
      productPrice: shillings,
      fee: shillings,
      totalAmount: shillings,
      held: z.optional(z.object({ sender: heldBecause, receiver: heldBecause })),
      language: z.optional(z.enum(languages)),
      counter: z.optional(z.object({ agentId: text, how: z.enum(counterHows), voidUntil: text })),
    }),
  ),
  DeliveryPaid: stored(z.object({ ...about, fee: shillings, paidAt: text })),
  PromiseMade: stored(z.object({ ...about, by: text, basis: z.enum(promiseBases) })),
  ParcelDroppedOff: moved,
  ParcelPutInTransit: moved,
  ParcelDelivered: moved,
  ParcelCollected: moved,
  RiderAssigned: stored(z.object({ ...about, riderId: text, rider: personal(contact) })),
  PickerAssigned: stored(z.object({ ...about, picker: personal({ ...contact, nationalId: text }) })),
  StatusOverridden: stored(z.object({ ...movedAt, to: status })),
  DeliveryCompleted: stored(z.object({ ...about, ownerId: text, points: shillings })),
  DeliveryDeleted: stored(z.object({ ...gone, reason: z.optional(z.enum(deletionReasons)) })),
  ParcelSeen: stored(z.object({ ...about, shop, at: text, doneAt })),
  ParcelCancelled: stored(
    z.object({ ...gone, because: z.enum(['counter']), agentId: orNull, cashBack: shillings, at: text }),
  ),

  ReachChanged: stored(z.object({ deliveryId: text, role: z.enum(partyRoles), reached: z.boolean(), at: text })),

  SenderErased: stored(
    z.object({
      ...about,
      trackingId: text,
      sender: personal(contact),
      senderShop: shop,
      paymentId: z.optional(orNull),
    }),
  ),
  ReceiverErased: stored(z.object({ ...about, trackingId: text, receiver: personal(contact), senderShop: shop })),
  PickerErased: stored(z.object({ ...about, personId: text })),

  ParcelHeld: stored(
    z.object({
      ...hold,
      because: z.optional(z.enum(holdCauses)),
      byHand: z.optional(z.literal(true)),
      said: z.optional(personal({ note: text, toSender: text })),
    }),
  ),
  CollectionCodeIssued: stored(z.object({ ...getCode, by: z.enum(codeAskers), formerUntil: orNull, leg, at: text })),
  CollectionCodeMissed: stored(z.object({ ...getCode, agentId: orNull, at: text })),
  CollectedWithCode: stored(z.object({ ...getCode, agentId: orNull })),
  CollectedWithoutCode: stored(z.object({ ...about, ownerId: orNull, agentId: orNull })),
  HoldReleased: stored(z.object({ ...hold, by: z.enum(holdReleases) })),

  DueTaken: stored(
    z.object({
      ...about,
      how: z.enum(takenHows),
      said: z.boolean(),
      agentId: orNull,
      fee: shillings,
      productPrice: shillings,
      paymentIds: z.array(text),
      owedTo: text,
      beforehand: z.optional(z.literal(true)),
      at: text,
    }),
  ),

  TakingsSummed: stored(
    z.object({ day: text, takings: z.array(z.object({ agentId: orNull, cents: z.int() })), at: text }),
  ),

  ReceiverReminded: stored(z.object({ ...about, day: z.int(), at: text })),
  SenderAsked: stored(
    z.object({ ...about, ownerId: orNull, day: z.int(), until: text, mayWait: z.boolean(), at: text }),
  ),
  WaitProlonged: stored(z.object({ ...about, times: z.int(), until: text, at: text })),
  ReturnStarted: stored(
    z.object({
      ...about,
      ownerId: orNull,
      from: status,
      to: status,
      why: z.enum(returnReasons),
      generation: z.int(),
      at: text,
    }),
  ),
  ParcelReturned: stored(z.object({ ...about, from: status, paymentId: orNull, agentId: orNull, at: text })),
  PhotoAdded: stored(z.object({ ...about, photoId: text, agentId: orNull, at: text })),
  PhotoForgotten: stored(z.object({ ...about, photoId: text, at: text })),
  ReceiverPhoneChanged: stored(
    z.object({
      ...about,
      trackingId: text,
      receiver: personal({ ...contact, newPhone: text }),
      generation: z.int(),
      said: z.optional(personal({ note: text })),
      at: text,
    }),
  ),
  ParcelLost: stored(z.object({ ...about, at: text })),
  ParcelFound: stored(z.object({ ...about, at: text })),

  ErasureDue: stored(z.object({ accountId: text, dueBy: text })),
  AccountParcelsEnded: stored(z.object({ accountId: text, paymentIds: z.array(text) })),

  PhoneErasureDue: stored(
    z.object({
      ...ofPhone,
      person: personal({ phone: text }),
      deliveryIds: z.array(text),
      unpaid: z.array(text),
      dueBy: text,
    }),
  ),
  PhonePaidOut: stored(z.object({ ...ofPhone, deliveryIds: z.array(text) })),
  PhoneErasureCancelled: stored(z.object(ofPhone)),
  PhoneErased: stored(z.object({ ...ofPhone, deliveryIds: z.array(text) })),

  PersonForgotten: stored(z.object({ accountId: text, personId: text, at: text })),
  PeopleForgotten: stored(z.object({ accountId: text, at: text })),

  LocationAdded: stored(z.object({ locationId: text, locationName: text, pickupPoints: z.array(text) })),
  PickupPointsAdded: stored(z.object({ locationId: text, pickupPoints: z.array(text) })),
  DukaniPriceSet: stored(z.object({ locationId: text, price: shillings })),
  ShopRetired: stored(z.object({ locationId: text, pickupPoint: text })),
  ShopDescribed: stored(
    z.object({
      locationId: text,
      pickupPoint: text,
      landmark: orNull,
      hours: z.nullable(z.array(z.nullable(z.object({ opens: text, closes: text })))),
      closedDays: z.array(text),
      // In clear, as all that is public of a shop.
      phone: z.optional(text),
    }),
  ),
  PositionSet: stored(
    z.object({ locationId: text, pickupPoint: text, lat: z.number(), lng: z.number(), by: z.enum(placers) }),
  ),
  ShopClosedToday: stored(z.object({ locationId: text, pickupPoint: text, day: text })),
  ShopOpenAfterAll: stored(z.object({ locationId: text, pickupPoint: text, day: text })),

  PlaceCodeSet: stored(z.object({ placeId: text, place: text, code: text })),

  PriceSet: stored(z.object({ priceId: text, place: text, tier: z.enum(pricingTiers), price: shillings })),
  PriceRemoved: stored(z.object({ priceId: text })),

  RiderAdded: stored(z.object({ riderId: text, rider: personal(contact) })),
  RiderCorrected: stored(z.object({ riderId: text, rider: personal(contact) })),
  RiderRemoved: stored(z.object({ riderId: text })),
}
