import { deliveryEvents } from '@tuma/contracts/events'
import { type Announcement, announce, type Recorded } from '@tuma/platform/event-sourcing'
import type { BookingEvent } from './domain/bookings/booking.ts'
import {
  type About,
  type ParcelCancelled,
  type ParcelSeen,
  type StatusOverridden,
  statusAfter,
} from './domain/delivery.ts'
import type { PlaceCodeEvent } from './domain/network/place-codes.ts'
import type { ShopEvent } from './domain/network/shop.ts'
import type { PhoneErasureEvent } from './domain/people/phone-erasure.ts'
import type { ReachChanged } from './domain/people/reach.ts'
import type { ReceiverPhoneChanged } from './domain/people/receiver-phone.ts'
import type { PhotoEvent } from './domain/photos.ts'
import type { PromiseMade } from './domain/promise.ts'
import type { StickerAdded } from './domain/stickers/adding.ts'
import type { RollMade } from './domain/stickers/rolls.ts'
import type { StickerBound } from './domain/stickers/sticker.ts'
import type { TakingsSummed } from './domain/takings.ts'
import type { HoldReleased, ParcelHeld } from './domain/trouble/holds.ts'
import type { WaitingEvent } from './domain/trouble/waiting.ts'
import type { WayEvent } from './domain/trouble/way-back.ts'
import type { StoredDomainEvent } from './stored-events.ts'

/** What other services may know: ids, money, status and time. Names of people stay in this service. */
export const announced = (event: Recorded<StoredDomainEvent>): Announcement | null => {
  const { at } = event.metadata
  switch (event.type) {
    case 'DeliveryRequested':
      return announce(deliveryEvents.requested, { ...event.data, requestedAt: at })
    case 'DeliveryPaid':
      return announce(deliveryEvents.paid, { ...event.data, paidAt: at })
    case 'ParcelDroppedOff':
    case 'ParcelPutInTransit':
    case 'ParcelDelivered':
    case 'ParcelCollected':
      return moved({ ...event.data, to: statusAfter[event.type], at })
    case 'StatusOverridden':
      return moved({ ...event.data, at })
    case 'DeliveryDeleted':
      return announce(deliveryEvents.deleted, { ...event.data, at })
    case 'DeliveryCompleted':
      return announce(deliveryEvents.completed, { ...event.data, at })
    case 'RiderAssigned':
      return announce(deliveryEvents.assigned, { ...event.data, to: 'rider', at })
    case 'PickerAssigned':
      return announce(deliveryEvents.assigned, { ...event.data, to: 'picker', at })
    case 'CollectionCodeIssued':
      return announce(deliveryEvents.codeIssued, event.data)
    case 'CollectedWithoutCode':
      return announce(deliveryEvents.collectedWithoutCode, { ...event.data, at })
    case 'CollectionCodeMissed':
    case 'CollectedWithCode':
      return null
    case 'ParcelHeld':
    case 'HoldReleased':
      return heldAt(event.data)
    case 'DueTaken':
      return announce(deliveryEvents.taken, { ...event.data, paymentIds: [...event.data.paymentIds], at })
    case 'AccountParcelsEnded':
      return announce(deliveryEvents.accountParcelsEnded, { ...event.data, paymentIds: [...event.data.paymentIds], at })
    case 'SenderErased': {
      const { deliveryId, paymentId } = event.data
      // The account's own erasure event reports these together, once the account's key is destroyed.
      return paymentId === undefined ? null : erasedAt(deliveryId, 'sender', paymentId, at)
    }
    case 'ReceiverErased':
      return erasedAt(event.data.deliveryId, 'receiver', null, at)
    case 'PickerErased':
    case 'ErasureDue':
    case 'PersonForgotten':
    case 'PeopleForgotten':
    case 'LocationAdded':
    case 'PickupPointsAdded':
    case 'DukaniPriceSet':
    case 'ShopRetired':
    case 'PriceSet':
    case 'PriceRemoved':
    case 'RiderAdded':
    case 'RiderCorrected':
    case 'RiderRemoved':
      return null
    default:
      return announcedOfItsWay(event, at)
  }
}

const erasedAt = (
  deliveryId: string,
  role: 'sender' | 'receiver',
  paymentId: string | null,
  at: string,
): Announcement => announce(deliveryEvents.personErased, { deliveryId, role, paymentId, at })

type OfItsWay =
  | BookingEvent
  | ParcelCancelled
  | ParcelSeen
  | PromiseMade
  | WaitingEvent
  | WayEvent
  | PhotoEvent
  | PhoneErasureEvent
  | PlaceCodeEvent
  | ReachChanged
  | ReceiverPhoneChanged
  | RollMade
  | ShopEvent
  | StickerAdded
  | StickerBound
  | TakingsSummed

/** @param at when the event was recorded: never earlier than the event before it, even if the clock was set back */
const announcedOfItsWay = ({ type, data }: OfItsWay, at: string): Announcement | null => {
  switch (type) {
    case 'ReceiverReminded':
      return announce(deliveryEvents.receiverReminded, data)
    case 'SenderAsked':
      return announce(deliveryEvents.senderAsked, data)
    case 'WaitProlonged':
      return announce(deliveryEvents.waitProlonged, data)
    case 'ReturnStarted':
      return announce(deliveryEvents.returnStarted, { ...data, at })
    case 'ParcelReturned':
      return announce(deliveryEvents.returned, data)
    case 'ParcelLost':
    case 'ParcelFound':
      return announce(deliveryEvents.lost, { ...data, lost: type === 'ParcelLost' })
    case 'ReceiverPhoneChanged': {
      const { deliveryId, deliveryType, generation, at } = data
      return announce(deliveryEvents.receiverPhoneChanged, { deliveryId, deliveryType, generation, at })
    }
    case 'ParcelCancelled':
      return announce(deliveryEvents.cancelled, { ...data, at })
    case 'TakingsSummed':
      return announce(deliveryEvents.takingsSummed, { ...data, takings: [...data.takings] })
    case 'ParcelSeen':
    case 'StickerAdded':
    case 'StickerBound':
    case 'RollMade':
    case 'PromiseMade':
    case 'PhotoAdded':
    case 'PhotoForgotten':
    case 'ReachChanged':
    case 'PhoneErasureDue':
    case 'PhonePaidOut':
    case 'PhoneErasureCancelled':
    case 'PhoneErased':
    case 'PlaceCodeSet':
    case 'ShopDescribed':
    case 'PositionSet':
    case 'ShopClosedToday':
    case 'ShopOpenAfterAll':
    case 'BookingOpened':
    case 'BookingRowsKept':
    case 'BookingFormChanged':
    case 'BookingPaymentAsked':
    case 'BookingPrompted':
    case 'BookingPaymentArrived':
    case 'BookingPaymentRefused':
    case 'BookingPaidInPart':
    case 'BookingFunded':
    case 'RowsBooked':
    case 'RowFailed':
    case 'BookingEnded':
    case 'BookingErased':
      return null
  }
}

const heldAt = ({ deliveryId, deliveryType, holds, at }: ParcelHeld['data'] | HoldReleased['data']): Announcement =>
  announce(deliveryEvents.held, { deliveryId, deliveryType, holds: [...holds], at })

type Moved = About & Pick<StatusOverridden['data'], 'from' | 'to' | 'leg'> & { readonly at: string }

/** Listeners treat `statusChanged` as a step towards the receiver, so the way back has an event of its own. */
const moved = ({ leg, ...data }: Moved): Announcement =>
  announce(leg === 'back' ? deliveryEvents.movedBack : deliveryEvents.statusChanged, data)
