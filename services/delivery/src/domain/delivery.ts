import {
  type Contents,
  type CounterHow,
  type DeletionReason,
  type DeliveryStatus,
  type DeliveryType,
  type HeldMessages,
  type HoldCode,
  type Language,
  type Leg,
  normalisePhone,
  type Outcome,
  type PaymentMethod,
  type PricingTier,
  type Shillings,
  type Shop,
  shopKey,
} from '@tuma/contracts/vocabulary'
import { type DomainEvent, erased } from '@tuma/platform/domain'
import { type Collection, type CollectionEvent, collectionAfter, firstCode } from './collection-code.ts'
import { accountPerson } from './people/erasure.ts'
import { type ReceiverPhoneChanged, withPhone } from './people/receiver-phone.ts'
import type { PhotoEvent } from './photos.ts'
import type { PromiseMade } from './promise.ts'
import type { DueTaken } from './taking.ts'
import type { HoldReleased, ParcelHeld } from './trouble/holds.ts'
import { type Wait, type Waiting, type WaitingEvent, waitingAfter, waitingFrom } from './trouble/waiting.ts'
import type { ReturnStarted, WayEvent } from './trouble/way-back.ts'

export type About = { readonly deliveryId: string; readonly deliveryType: DeliveryType }
export const about = ({ deliveryId, deliveryType }: About): About => ({ deliveryId, deliveryType })
export type Person = { readonly personId: string; readonly name: string; readonly phone: string }

/** Sealed with the sender's key: the description says what they own. */
type Words = Pick<Contents, 'parcelDescription'>
type Clear = About & Omit<Contents, keyof Words>

export type DeliveryRequested = DomainEvent<
  'DeliveryRequested',
  Clear & {
    readonly trackingId: string
    /** The signed-in user who sent it. */
    readonly ownerId: string | null
    /** Keyed hash of the request: the same request gets the same answer again, another one is refused. */
    readonly requestHash: string
    readonly sender: Person & Words & { readonly userName: string | null }
    readonly senderShop: Shop
    /** Doorstep only: pickupAddress and moreDetails. */
    readonly receiver: Person & { readonly pickupAddress: string | null; readonly moreDetails: string | null }
    readonly receiverPlace: string
    /** Dukani only: the shop at the receiver's place. */
    readonly pickupAgent: string | null
    /** Doorstep only. */
    readonly tier: PricingTier | null
    readonly paymentMethod: PaymentMethod
    /** Empty and null for pay on delivery. */
    readonly paymentReference: string
    readonly paymentId: string | null
    readonly productPrice: Shillings
    readonly fee: Shillings
    readonly totalAmount: Shillings
    /** Why the SMS about the parcel are held; missing where they are not. */
    readonly held?: HeldMessages | undefined
    /** The sender's language; missing where the sender chose none. */
    readonly language?: Language | undefined
    /** The agent who took it in for a customer at the counter; missing: it was sent in. */
    readonly counter?: { readonly agentId: string; readonly how: CounterHow; readonly voidUntil: string } | undefined
  }
>
export type DeliveryPaid = DomainEvent<'DeliveryPaid', About & { readonly fee: Shillings; readonly paidAt: string }>

/** The status that a parcel gets by each step of an agent. */
export const statusAfter = {
  ParcelDroppedOff: 'uncollected',
  ParcelPutInTransit: 'inTransit',
  ParcelDelivered: 'delivered',
  ParcelCollected: 'collected',
} as const satisfies Record<string, DeliveryStatus>

type Move = keyof typeof statusAfter
/**
 * `passing`: the parcel gets its next status in the same append. `leg`: on its way back. `waits`: since and until when
 * it waits at a shop. `shop`: the shop that scanned it in. `doneAt` (ISO): when the agent's device did it, if it told us
 * later.
 */
type Moved = About & {
  readonly from: DeliveryStatus
  readonly passing?: true | undefined
  readonly leg?: 'back' | undefined
  readonly waits?: Wait | undefined
  readonly shop?: Shop | undefined
  readonly doneAt?: string | undefined
}
export type ParcelMoved = { [Type in Move]: DomainEvent<Type, Moved> }[Move]

export type RiderAssigned = DomainEvent<'RiderAssigned', About & { readonly riderId: string; readonly rider: Person }>
export type PickerAssigned = DomainEvent<
  'PickerAssigned',
  About & { readonly picker: Person & { readonly nationalId: string } }
>
/** By an admin, outside the steps of the agents. */
export type StatusOverridden = DomainEvent<
  'StatusOverridden',
  About & Pick<Moved, 'from' | 'leg' | 'waits'> & { readonly to: DeliveryStatus }
>
/** Owned deliveries only, once: the sender has earned points. */
export type DeliveryCompleted = DomainEvent<
  'DeliveryCompleted',
  About & { readonly ownerId: string; readonly points: number }
>

/** By an admin. The event repeats the keys of lists, counts and people's rows, so that they can drop the parcel. */
export type DeliveryDeleted = DomainEvent<
  'DeliveryDeleted',
  About & {
    readonly from: DeliveryStatus
    readonly trackingId: string
    readonly paymentId: string | null
    /** The parcel was not handed over yet, so its payment may pay for another request. */
    readonly freed: boolean
    /** Null if the person was erased before. */
    readonly sender: Person | null
    readonly senderShop: Shop
    readonly receiver: Person | null
    /** Missing where the admin gave none. */
    readonly reason?: DeletionReason | undefined
    /** In the admin's words; sealed with the key of the parcel's sender, or of its receiver if the sender was erased. */
    readonly said?: { readonly personId: string; readonly note: string } | undefined
  }
>

/**
 * The parcel is at this shop, which has it from then on, until it moves. Its status stays: a door parcel at the shop
 * where its sender hands it in, a held one at its last shop, any parcel at another shop. `doneAt`: as for moves.
 */
export type ParcelSeen = DomainEvent<
  'ParcelSeen',
  About & { readonly shop: Shop; readonly at: string; readonly doneAt?: string | undefined }
>

/** By an agent, where it was handed in. As `DeliveryDeleted`, it repeats the keys of lists, counts and people's rows. */
export type ParcelCancelled = DomainEvent<
  'ParcelCancelled',
  Omit<DeliveryDeleted['data'], 'reason'> & {
    readonly because: 'counter'
    /** Who gave the cash back, out of the drawer into which it was taken; null where no cash was taken. */
    readonly agentId: string | null
    readonly cashBack: Shillings
    readonly at: string
  }
>

/**
 * Their account was deleted, an admin erased them, or they have sent nothing for a long time. The event names them once
 * more, under the key that is destroyed next, because people's rows are found by name and phone.
 */
export type SenderErased = DomainEvent<
  'SenderErased',
  About & {
    readonly trackingId: string
    readonly sender: Person
    readonly senderShop: Shop
    /** Missing where the event of the account's erasure carries it. */
    readonly paymentId?: string | null | undefined
  }
>
/** As `SenderErased`. */
export type ReceiverErased = DomainEvent<
  'ReceiverErased',
  About & { readonly trackingId: string; readonly receiver: Person; readonly senderShop: Shop }
>
/** Who came for the parcel is no longer needed. The parcel may have been deleted before. */
export type PickerErased = DomainEvent<'PickerErased', About & { readonly personId: string }>

export type DeliveryEvent =
  | DeliveryRequested
  | DeliveryPaid
  | PromiseMade
  | ParcelMoved
  | RiderAssigned
  | PickerAssigned
  | StatusOverridden
  | DeliveryCompleted
  | DeliveryDeleted
  | ParcelSeen
  | ParcelCancelled
  | SenderErased
  | ReceiverErased
  | PickerErased
  | ParcelHeld
  | HoldReleased
  | DueTaken
  | CollectionEvent
  | WaitingEvent
  | WayEvent
  | PhotoEvent
  | ReceiverPhoneChanged

/** A rider fetches a doorstep parcel from its sender's shop; a dukani parcel must be dropped at it first. */
export const firstStatus = { doorstep: 'uncollected', parcelDukani: 'dropping' } as const satisfies Record<
  DeliveryType,
  DeliveryStatus
>

/**
 * The status before and after an event; null is outside the network. The result is null for an event that changes no
 * status.
 */
export const toStatusChange = ({
  type,
  data,
}: DeliveryEvent): { readonly from: DeliveryStatus | null; readonly to: DeliveryStatus | null } | null => {
  switch (type) {
    case 'DeliveryRequested':
      return { from: null, to: firstStatus[data.deliveryType] }
    case 'ParcelDroppedOff':
    case 'ParcelPutInTransit':
    case 'ParcelDelivered':
    case 'ParcelCollected':
      return { from: data.from, to: statusAfter[type] }
    case 'StatusOverridden':
      return { from: data.from, to: data.to }
    case 'DeliveryDeleted':
    case 'ParcelCancelled':
      return { from: data.from, to: null }
    case 'ReturnStarted':
      return data.from === data.to ? null : { from: data.from, to: data.to }
    case 'ParcelReturned':
      return { from: data.from, to: 'collected' }
    case 'DeliveryPaid':
    case 'PromiseMade':
    case 'ParcelSeen':
    case 'RiderAssigned':
    case 'PickerAssigned':
    case 'DeliveryCompleted':
    case 'SenderErased':
    case 'ReceiverErased':
    case 'PickerErased':
    case 'ParcelHeld':
    case 'HoldReleased':
    case 'DueTaken':
    case 'CollectionCodeIssued':
    case 'CollectionCodeMissed':
    case 'CollectedWithCode':
    case 'CollectedWithoutCode':
    case 'ReceiverReminded':
    case 'SenderAsked':
    case 'WaitProlonged':
    case 'ParcelLost':
    case 'ParcelFound':
    case 'PhotoAdded':
    case 'PhotoForgotten':
    case 'ReceiverPhoneChanged':
      return null
  }
}

export type Parcel = DeliveryRequested['data'] & {
  readonly status: DeliveryStatus
  /** Stays true: a parcel whose status was set back has still been in our hands. */
  readonly handedOver: boolean
  readonly paid: boolean
  readonly completed: boolean
  readonly riderId: string | null
  readonly picker: PickerAssigned['data']['picker'] | null
  readonly collection: Collection
  /** Why it takes no step, besides its status. */
  readonly holds: readonly HoldCode[]
  readonly leg: Leg
  /** The status with which it turned round; null on its way out, and once an admin has set another status. */
  readonly turnedAt: DeliveryStatus | null
  readonly outcome: Outcome | null
  /** While the parcel waits at a shop for its receiver. */
  readonly waiting: Waiting | null
  readonly photos: readonly string[]
  /** When the receiver's phone was changed. */
  readonly phoneChangedAt: readonly string[]
  /** The deadline (ISO) of its newest promise. */
  readonly promisedBy: string | null
  /** The shop where it is sent from has said that it has it, also where its status does not tell. */
  readonly seen: boolean
  /** The shop that has said so last since the parcel moved. */
  readonly seenAt: Shop | null
}

/** A deleted parcel, and the people in it who are neither erased nor have an account. */
export type DeletedParcel = Pick<
  DeliveryDeleted['data'],
  'deliveryId' | 'deliveryType' | 'trackingId' | 'senderShop' | 'paymentId'
> & { readonly guests: readonly Guest[] }
type Guest = { readonly role: 'sender' | 'receiver'; readonly phone: string }

export type Delivery = {
  /** The revision of the last event; -1 before the first. */
  readonly revision: number
  readonly parcel: Parcel | null
  /** A parcel was handed over and then deleted: its payment stays used. */
  readonly spent: boolean
  /** The last parcel was cancelled, and no other was requested since. */
  readonly cancelled: boolean
  /** Earlier parcels of this stream, oldest first. */
  readonly deleted: readonly DeletedParcel[]
  /** How many pickers are erased: their keys are destroyed, and the next picker needs a new key. */
  readonly pickersErased: number
  /** The time of the last hold or release of each code, also of an earlier parcel of this stream. */
  readonly holdsAsOf: Readonly<Partial<Record<HoldCode, string>>>
}

export const nothingRequested: Delivery = {
  revision: -1,
  parcel: null,
  spent: false,
  cancelled: false,
  deleted: [],
  pickersErased: 0,
  holdsAsOf: {},
}

const requested = (data: DeliveryRequested['data']): Parcel => ({
  ...data,
  ...{
    status: firstStatus[data.deliveryType],
    leg: 'out',
    turnedAt: null,
    outcome: null,
    waiting: null,
    collection: firstCode,
  },
  ...{
    handedOver: false,
    paid: false,
    completed: false,
    riderId: null,
    picker: null,
    holds: [],
    photos: [],
    phoneChangedAt: [],
  },
  ...{ promisedBy: null, seen: false, seenAt: null },
})

/** With the new status the parcel's wait begins or ends. */
const movedTo = (parcel: Parcel, status: DeliveryStatus, waits: Wait | undefined): Parcel => {
  const moved = { ...parcel, status, handedOver: true, seenAt: null }
  return { ...moved, waiting: waitingFrom(moved, waits) }
}

/** The return starts from any status. The receiver's code stops working. */
const turnedRound = (parcel: Parcel, { from, to, generation }: ReturnStarted['data']): Parcel => {
  const collection = { ...firstCode, generation }
  const seenAt = from === to ? parcel.seenAt : null
  return { ...parcel, leg: 'back', turnedAt: to, status: to, picker: null, collection, waiting: null, seenAt }
}

const changed = (parcel: Parcel | null, event: DeliveryEvent): Parcel | null => {
  switch (event.type) {
    case 'DeliveryRequested':
      return requested(event.data)
    case 'DeliveryPaid':
      return parcel && { ...parcel, paid: true }
    case 'ParcelDroppedOff':
    case 'ParcelPutInTransit':
    case 'ParcelDelivered':
    case 'ParcelCollected':
      return parcel && movedTo(parcel, statusAfter[event.type], event.data.waits)
    case 'RiderAssigned':
      return parcel && { ...parcel, riderId: event.data.riderId, handedOver: true }
    case 'PickerAssigned':
      return parcel && { ...parcel, picker: event.data.picker }
    case 'StatusOverridden':
      return (
        parcel && { ...movedTo(parcel, event.data.to, event.data.waits), picker: null, outcome: null, turnedAt: null }
      )
    case 'DeliveryCompleted':
      return parcel && { ...parcel, completed: true }
    case 'DeliveryDeleted':
    case 'ParcelCancelled':
      return null
    case 'SenderErased':
      return parcel && { ...parcel, sender: { ...erasedSender, personId: parcel.sender.personId } }
    case 'ReceiverErased':
      return parcel && { ...parcel, receiver: { ...erasedReceiver, personId: parcel.receiver.personId } }
    case 'PickerErased':
      return parcel && { ...parcel, picker: parcel.picker && { ...erasedPicker, personId: parcel.picker.personId } }
    case 'ParcelHeld':
    case 'HoldReleased':
      return parcel && { ...parcel, holds: event.data.holds }
    case 'DueTaken':
      return parcel
    case 'ReceiverPhoneChanged':
      return parcel && withPhone(parcel, event.data)
    case 'CollectionCodeIssued':
    case 'CollectionCodeMissed':
    case 'CollectedWithCode':
    case 'CollectedWithoutCode':
      return parcel && { ...parcel, collection: collectionAfter(parcel.collection, event) }
    default:
      return parcel && changedOnItsWay(parcel, event)
  }
}

const changedOnItsWay = (
  parcel: Parcel,
  event: PromiseMade | ParcelSeen | WaitingEvent | WayEvent | PhotoEvent,
): Parcel => {
  switch (event.type) {
    case 'PromiseMade':
      return { ...parcel, promisedBy: event.data.by }
    case 'ReceiverReminded':
    case 'SenderAsked':
    case 'WaitProlonged':
      return { ...parcel, waiting: waitingAfter(parcel.waiting, event) }
    case 'ReturnStarted':
      return turnedRound(parcel, event.data)
    case 'ParcelSeen':
      return seenIn(parcel, event.data)
    case 'ParcelReturned':
      return { ...parcel, status: 'collected', outcome: 'returned' }
    case 'ParcelLost':
      return { ...parcel, outcome: 'lost' }
    case 'ParcelFound':
      return { ...parcel, outcome: null }
    case 'PhotoAdded':
      return { ...parcel, photos: [...parcel.photos, event.data.photoId] }
    case 'PhotoForgotten':
      return { ...parcel, photos: parcel.photos.filter((one) => one !== event.data.photoId) }
  }
}

const seenIn = (parcel: Parcel, { shop }: ParcelSeen['data']): Parcel => {
  const isSender = sameShop(shop, parcel.senderShop)
  return { ...parcel, handedOver: true, seen: parcel.seen || isSender, seenAt: shop }
}

/** What readers see instead of an erased sender. */
export const erasedSender = { name: erased, phone: erased, userName: erased, parcelDescription: erased }

export const erasedReceiver = { name: erased, phone: erased, pickupAddress: erased, moreDetails: erased }
export const erasedPicker = { name: erased, phone: erased, nationalId: erased }

export const evolve = (
  { revision, parcel, spent, cancelled, deleted, pickersErased, holdsAsOf }: Delivery,
  event: DeliveryEvent,
): Delivery => ({
  revision: revision + 1,
  parcel: changed(parcel, event),
  spent: event.type === 'DeliveryDeleted' ? !event.data.freed : spent,
  cancelled: event.type === 'ParcelCancelled' || (cancelled && event.type !== 'DeliveryRequested'),
  deleted: deletedAfter(deleted, event),
  pickersErased: event.type === 'PickerErased' ? pickersErased + 1 : pickersErased,
  holdsAsOf:
    event.type === 'ParcelHeld' || event.type === 'HoldReleased'
      ? { ...holdsAsOf, [event.data.code]: event.data.at }
      : holdsAsOf,
})

const deletedAfter = (deleted: Delivery['deleted'], { type, data }: DeliveryEvent): Delivery['deleted'] => {
  if (type === 'DeliveryDeleted' || type === 'ParcelCancelled') return [...deleted, deletedFrom(data)]
  if (type !== 'SenderErased' && type !== 'ReceiverErased') return deleted
  const gone = type === 'SenderErased' ? 'sender' : 'receiver'
  const without = (one: DeletedParcel) => ({ ...one, guests: one.guests.filter(({ role }) => role !== gone) })
  return deleted.map((one) => (one.trackingId === data.trackingId ? without(one) : one))
}

const deletedFrom = (data: Omit<DeliveryDeleted['data'], 'reason'>): DeletedParcel => {
  const { deliveryId, deliveryType, trackingId, senderShop, paymentId } = data
  const guestIn = (role: Guest['role'], person: Person | null): Guest[] =>
    isGuest(person) ? [{ role, phone: person.phone }] : []
  const guests = [...guestIn('sender', data.sender), ...guestIn('receiver', data.receiver)]
  return { deliveryId, deliveryType, trackingId, senderShop, paymentId, guests }
}

/** A person of a parcel that was sent with an account is erased with that account. */
const isGuest = (person: Person | null): person is Person =>
  person !== null && !isErased(person) && !person.personId.startsWith(accountPerson(''))

/** An erased person has no phone. */
export const isErased = ({ phone }: Pick<Person, 'phone'>): boolean => normalisePhone(phone) === null

/**
 * The person whose key seals words and photos of a parcel: its sender, or its receiver once the sender is erased; null
 * once both are.
 */
export const sealedWith = ({ sender, receiver }: Pick<Parcel, 'sender' | 'receiver'>): string | null =>
  [sender, receiver].find((person) => !isErased(person))?.personId ?? null

/** The two ends that decide which shops a parcel belongs to: where it is sent from, and where it is collected. */
export type Ends = Pick<Parcel, 'senderShop' | 'receiverPlace' | 'pickupAgent'>

/** The shop where the parcel waits for its receiver; null for a doorstep parcel. */
export const getPickupShop = ({ receiverPlace, pickupAgent }: Pick<Ends, 'receiverPlace' | 'pickupAgent'>) =>
  pickupAgent === null ? null : { location: receiverPlace, address: pickupAgent }

/** On the way back the two shops change roles. A doorstep parcel then belongs to its sender's shop alone. */
export const endsOnLeg = (ends: Ends, leg: Leg): Ends => {
  if (leg === 'out') return ends
  const { location, address } = ends.senderShop
  return { senderShop: getPickupShop(ends) ?? ends.senderShop, receiverPlace: location, pickupAgent: address }
}

export const sameShop = (one: Shop, other: Shop): boolean => shopKey(one) === shopKey(other)
