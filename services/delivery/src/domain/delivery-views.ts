import {
  type Contents,
  type CounterHow,
  type DeliveryStatus,
  type DeliveryType,
  getContents,
  type HoldCode,
  isUnderWay,
  type Leg,
  notHandedIn,
  type Outcome,
  type PartyRole,
  type PaymentMethod,
  type PricingTier,
  placeKey,
  type Shop,
  shopKey,
  type Trouble,
  toWayEnd,
  type WayEnd,
  wordsOf,
  wordsOfPhone,
  wordsOfTrackingId,
} from '@tuma/contracts/vocabulary'
import { erased, type Recorded, type RowOf, type ShapeOf, text, textOrNull, type View } from '@tuma/platform/domain'
import type { Asker } from './asker.ts'
import {
  type DeliveryEvent,
  type DeliveryRequested,
  erasedPicker,
  erasedReceiver,
  erasedSender,
  firstStatus,
  getPickupShop,
  isErased,
  type ParcelSeen,
  type Person,
  type PickerAssigned,
  type RiderAssigned,
  statusAfter,
} from './delivery.ts'
import { findUnreachable, type ReachChanged, reachAfter } from './people/reach.ts'
import type { ReceiverPhoneChanged } from './people/receiver-phone.ts'
import type { PhotoEvent } from './photos.ts'
import { type PromiseMade, promiseState } from './promise.ts'
import { getTrouble } from './trouble/attention.ts'
import type { HoldReleased, ParcelHeld } from './trouble/holds.ts'
import { beginsToWait, type SenderAsked, type Wait, type WaitingEvent, type WaitProlonged } from './trouble/waiting.ts'
import type { WayEvent } from './trouble/way-back.ts'

const contents = { parcelDescription: 'text' } as const satisfies ShapeOf<Contents>

const shape = {
  _id: 'text',
  trackingId: 'text',
  ownerId: 'text or null',
  deliveryType: text<DeliveryType>(),
  pricingTier: textOrNull<PricingTier>(),
  status: text<DeliveryStatus>(),
  paid: 'boolean',
  paymentMethod: text<PaymentMethod>(),
  paymentReferenceId: 'text',
  ...contents,
  deliveryFee: 'number',
  productPrice: 'number',
  totalAmount: 'number',
  sender: {
    name: 'text',
    userName: 'text or null',
    phone: 'text',
    location: 'text',
    dropoffAgent: 'text',
  },
  receiver: {
    name: 'text',
    phone: 'text',
    location: 'text',
    pickupAddress: 'text or null',
    moreDetails: 'text or null',
    pickupAgent: 'text or null',
  },
  rider: { orNull: { _id: 'text', name: 'text', phone: 'text' } },
  picker: { orNull: { pickerName: 'text', pickerPhone: 'text', pickerNationalId: 'text' } },
  /** Collected with its code, so no record of who came is needed. */
  withCode: 'boolean',
  /** `leg`: the leg on which the parcel got this status; null on its way out. */
  history: { each: { status: text<DeliveryStatus>(), at: 'text', leg: textOrNull<'back'>() } },
  leg: text<Leg>(),
  outcome: textOrNull<Outcome>(),
  /**
   * While the parcel waits for its receiver: since when, and what its sender was asked. `until`: the earliest day on
   * which it goes back; null for older arrivals without a date. `asked`: its sender was asked to decide and may let it
   * wait longer (`mayWait`).
   */
  waiting: { orNull: { since: 'text', until: 'text or null', asked: 'boolean', mayWait: 'boolean' } },
  trouble: textOrNull<Trouble>(),
  /** Since when the parcel has had this trouble. */
  troubleSince: 'text or null',
  /**
   * The words written with its current holds: `note` for colleagues, `toSender` for its sender; empty where nothing was
   * written.
   */
  remarks: { each: { code: text<HoldCode>(), note: 'text', toSender: 'text', at: 'text' } },
  /** People whose SMS expired repeatedly. */
  notReached: { each: text<PartyRole>() },
  /** The person who must come for the parcel, if SMS can't reach them; null if SMS can, and once the parcel has ended. */
  untold: textOrNull<PartyRole>(),
  photos: { each: { id: 'text', at: 'text' } },
  /** The holds of its events. A parcel that was handed over keeps this list, but nothing holds it. */
  holds: { each: text<HoldCode>() },
  /** ISO: by when it must arrive. Null where no deadline was promised, and once the promise has ended. */
  promisedBy: 'text or null',
  revision: 'number',
  createdAt: 'text',
  updatedAt: 'text',
  /** The shop where it was handed in, on both legs. */
  senderShop: 'text',
  /** The shop that sends it on its current leg. */
  sendingShop: 'text',
  /**
   * Dukani: the pickup shop. Doorstep: the sender's shop, unless that is in the doorstep's place. On the way back: the
   * shop where it was handed in.
   */
  receivingShop: 'text or null',
  /** Doorstep only: agents in this place see the parcel coming. */
  doorstepPlace: 'text or null',
  /** Whether its current leg ends at a shop or at a door. */
  wayEnd: text<WayEnd>(),
  /** Search words from the tracking id and from the names and phones of sender and receiver. */
  words: { each: 'text' },
  paymentId: 'text or null',
  /** Null until it is paid. */
  paidBy: textOrNull<PaymentMethod>(),
  /** How an agent took it in for a customer at the counter; null where it was sent in. */
  counter: { orNull: { agentId: 'text', how: text<CounterHow>(), voidUntil: 'text' } },
  /** The shop where it is sent from has said that it has it, also where its status does not tell. */
  seen: 'boolean',
  /** The sender has an account, or there is more proof of their payment than a pasted message. */
  knownSender: 'boolean',
} as const

/** A delivery, each fact once, with the keys for lists and counts. */
export type DeliveryRow = RowOf<typeof shape>

export const deliveriesView: View<DeliveryEvent | ReachChanged, DeliveryRow> = {
  whenDamaged: 'leavesOut',
  collection: {
    name: 'deliveries-v10',
    shape,
    fields: {
      trackingId: 'text',
      ownerId: 'text',
      deliveryType: 'text',
      status: 'text',
      trouble: 'text',
      untold: 'text',
      outcome: 'text',
      senderShop: 'text',
      sendingShop: 'text',
      receivingShop: 'text',
      doorstepPlace: 'text',
      wayEnd: 'text',
      paidBy: 'text',
      createdAt: 'text',
    },
    indexes: [
      ['ownerId', 'deliveryType'],
      ['ownerId', 'wayEnd', 'status'],
      ['sendingShop'],
      ['sendingShop', 'status'],
      ['sendingShop', 'wayEnd', 'status'],
      ['receivingShop', 'status'],
      ['receivingShop', 'wayEnd', 'status'],
      ['doorstepPlace', 'status'],
      ['deliveryType', 'status'],
      ['trouble'],
      ['untold'],
      ['outcome'],
      ['paidBy'],
      ['paidBy', 'senderShop'],
    ],
    // The first index that has all fields of a query serves its count: narrow ones come first.
    counted: [
      ['sendingShop', 'wayEnd', 'status'],
      ['receivingShop', 'wayEnd', 'status'],
      ['doorstepPlace', 'status'],
      ['sendingShop', 'receivingShop', 'status'],
      ['sendingShop', 'doorstepPlace', 'status'],
      ['deliveryType', 'status'],
      ['paidBy', 'senderShop'],
      ['ownerId', 'deliveryType', 'status'],
    ],
    words: 'words',
    unique: ['trackingId'],
    sortBy: 'createdAt',
  },
  getIds: ({ data }) => [data.deliveryId],
  project: (row, event) => {
    const changed = event.type === 'ReachChanged' ? reachedIn(row, event) : projected(row, event)
    if (!changed) return null
    const promisedBy = promiseState(changed) === 'ended' ? null : changed.promisedBy
    const next = { ...changed, promisedBy, untold: untoldIn(changed) }
    const trouble = getTrouble(next)
    return trouble === next.trouble ? next : { ...next, trouble, troubleSince: trouble && event.metadata.at }
  },
}

const reachedIn = (row: DeliveryRow | null, { data: { role, reached } }: Recorded<ReachChanged>): DeliveryRow | null =>
  row && { ...row, notReached: reachAfter(row.notReached, role, reached) }

const untoldIn = (row: DeliveryRow): PartyRole | null => {
  const role = row.leg === 'back' ? 'sender' : 'receiver'
  return isUnderWay(row) && findUnreachable(row).includes(role) ? role : null
}

const projected = (row: DeliveryRow | null, event: Recorded<DeliveryEvent>): DeliveryRow | null => {
  const { at } = event.metadata
  const taken = { revision: event.revision, updatedAt: at }
  switch (event.type) {
    case 'DeliveryRequested':
      return getRow(event)
    case 'DeliveryPaid':
      return row && { ...row, ...taken, paid: true, paidBy: row.paymentMethod }
    case 'ParcelDroppedOff':
    case 'ParcelPutInTransit':
    case 'ParcelDelivered':
    case 'ParcelCollected':
      return row && { ...row, ...taken, ...movedOn(row, statusAfter[event.type], at, event.data.waits) }
    case 'StatusOverridden':
      return row && { ...row, ...taken, ...movedOn(row, event.data.to, at, event.data.waits), ...untold }
    case 'RiderAssigned':
      return row && { ...row, ...taken, rider: getRider(event.data) }
    case 'PickerAssigned':
      return row && { ...row, ...taken, picker: toPicker(event.data) }
    case 'DeliveryCompleted':
      return row && { ...row, ...taken }
    case 'DeliveryDeleted':
    case 'ParcelCancelled':
      return null
    case 'SenderErased':
      return row && { ...row, ...taken, ...withoutSender(row) }
    case 'ReceiverErased':
      return row && { ...row, ...taken, ...withoutReceiver(row) }
    case 'PickerErased':
      return row && { ...row, ...taken, picker: row.picker && toPicker({ picker: erasedPicker }) }
    case 'ParcelHeld':
    case 'HoldReleased':
      return row && { ...row, ...taken, holds: event.data.holds, remarks: remarksAfter(row, event) }
    case 'DueTaken':
    case 'CollectionCodeIssued':
    case 'CollectionCodeMissed':
    case 'CollectedWithoutCode':
      return row && { ...row, ...taken }
    case 'CollectedWithCode':
      return row && { ...row, ...taken, withCode: true }
    default:
      return row && { ...row, ...taken, ...onItsWay(row, event) }
  }
}

const onItsWay = (
  row: DeliveryRow,
  event: Recorded<ParcelSeen | PromiseMade | WaitingEvent | WayEvent | PhotoEvent | ReceiverPhoneChanged>,
): Partial<DeliveryRow> => {
  const { at } = event.metadata
  switch (event.type) {
    case 'PromiseMade':
      return { promisedBy: event.data.by }
    case 'ParcelSeen':
      return { seen: row.seen || shopKey(event.data.shop) === row.senderShop }
    case 'ReceiverReminded':
      return {}
    case 'SenderAsked':
    case 'WaitProlonged':
      return { waiting: askedIn(row.waiting, event) }
    case 'ReturnStarted':
      return turnedRound(row, event.data.to, at)
    case 'ParcelReturned':
      return { ...movedOn(row, 'collected', at), outcome: 'returned' }
    case 'ParcelLost':
      return { outcome: 'lost' }
    case 'ParcelFound':
      return { outcome: null }
    case 'ReceiverPhoneChanged':
      return withPhone(row, event.data)
    case 'PhotoAdded':
      return { photos: [...row.photos, { id: event.data.photoId, at: event.data.at }] }
    case 'PhotoForgotten':
      return { photos: row.photos.filter(({ id }) => id !== event.data.photoId) }
  }
}

/** As if the sender of the request could never be read. */
const withoutSender = ({ trackingId, sender, receiver, remarks }: DeliveryRow) => {
  const { name, phone, userName, parcelDescription } = erasedSender
  return {
    parcelDescription,
    sender: { ...sender, name, userName, phone },
    remarks: remarks.map(withoutWords),
    photos: [],
    words: wordsOfParcel({ trackingId, sender: null, receiver }),
  }
}

const withoutWords = (remark: DeliveryRow['remarks'][number]) => ({ ...remark, note: erased, toSender: erased })

/** As if the receiver of the request could never be read. */
const withoutReceiver = ({ trackingId, deliveryType, sender, receiver, remarks }: DeliveryRow) => {
  const { name, phone, pickupAddress, moreDetails } = erasedReceiver
  const address = deliveryType === 'doorstep' ? { pickupAddress, moreDetails } : {}
  return {
    receiver: { ...receiver, name, phone, ...address },
    // Once the sender is erased, words are sealed with the receiver's key.
    remarks: isErased(sender) ? remarks.map(withoutWords) : remarks,
    words: wordsOfParcel({ trackingId, sender, receiver: null }),
  }
}

/** As if the request had been for this phone from the beginning. */
const withPhone = (
  { trackingId, sender, receiver, notReached }: DeliveryRow,
  { receiver: { newPhone: phone } }: ReceiverPhoneChanged['data'],
) => {
  const changed = { ...receiver, phone }
  return {
    receiver: changed,
    notReached: reachAfter(notReached, 'receiver', true),
    words: wordsOfParcel({ trackingId, sender, receiver: changed }),
  }
}

const remarksAfter = ({ remarks }: DeliveryRow, { type, data }: ParcelHeld | HoldReleased): DeliveryRow['remarks'] => {
  const others = remarks.filter(({ code }) => code !== data.code)
  if (type === 'HoldReleased' || !data.said) return others
  const { note, toSender } = data.said
  return [...others, { code: data.code, note, toSender, at: data.at }]
}

const movedOn = ({ history, deliveryType, leg }: DeliveryRow, status: DeliveryStatus, at: string, waits?: Wait) => ({
  status,
  history: [...history, { status, at, leg: leg === 'back' ? leg : null }],
  waiting: beginsToWait({ deliveryType, status, leg })
    ? { since: waits?.since ?? at, until: waits?.until ?? null, asked: false, mayWait: false }
    : null,
})

/** An admin set the status back, so the parcel is neither handed over nor lost. */
const untold = { picker: null, withCode: false, outcome: null }

const askedIn = (
  waiting: DeliveryRow['waiting'],
  { type, data }: Recorded<SenderAsked | WaitProlonged>,
): DeliveryRow['waiting'] => {
  if (!waiting) return null
  const { until } = data
  return { ...waiting, until, asked: type === 'SenderAsked', mayWait: type === 'SenderAsked' && data.mayWait }
}

/** The shops change roles: a shop that had the parcel in one of its lists has it in the other one now. */
const turnedRound = (row: DeliveryRow, to: DeliveryStatus, at: string) => {
  const leg = 'back' as const
  const { pickupAgent, location } = row.receiver
  const sendingShop = pickupAgent === null ? row.senderShop : shopKey({ location, address: pickupAgent })
  const shops = { sendingShop, receivingShop: row.senderShop, doorstepPlace: null }
  return { ...movedOn({ ...row, leg }, to, at), leg, picker: null, ...shops, wayEnd: toWayEnd({ ...row, leg }) }
}

const getRow = ({ data, revision, metadata: { at } }: Recorded<DeliveryRequested>): DeliveryRow => {
  const status = firstStatus[data.deliveryType]
  return {
    _id: data.deliveryId,
    trackingId: data.trackingId,
    ownerId: data.ownerId,
    deliveryType: data.deliveryType,
    pricingTier: data.tier,
    status,
    paid: false,
    paymentMethod: data.paymentMethod,
    paymentReferenceId: data.paymentReference,
    ...getContents({ ...data, ...data.sender }),
    deliveryFee: data.fee,
    productPrice: data.productPrice,
    totalAmount: data.totalAmount,
    sender: getSender(data),
    receiver: getReceiver(data),
    rider: null,
    picker: null,
    withCode: false,
    history: [{ status, at, leg: null }],
    leg: 'out',
    outcome: null,
    waiting: null,
    trouble: null,
    troubleSince: null,
    notReached: [],
    untold: null,
    remarks: [],
    photos: [],
    holds: [],
    promisedBy: null,
    revision,
    createdAt: at,
    updatedAt: at,
    ...toKeys(data),
    words: wordsOfParcel(data),
    paymentId: data.paymentId,
    paidBy: null,
    counter: data.counter ?? null,
    seen: false,
    knownSender: data.held?.receiver !== notHandedIn,
  }
}

type Requested = DeliveryRequested['data']

const getSender = ({ sender: { name, userName, phone }, senderShop: { location, address } }: Requested) => ({
  name,
  userName,
  phone,
  location,
  dropoffAgent: address,
})

const getReceiver = (data: Requested): DeliveryRow['receiver'] => {
  const { receiver, receiverPlace: location, pickupAgent } = data
  const { name, phone, pickupAddress, moreDetails } = receiver
  const door =
    data.deliveryType === 'doorstep' ? { pickupAddress, moreDetails } : { pickupAddress: null, moreDetails: null }
  return { name, phone, location, ...door, pickupAgent }
}

const getRider = ({ riderId, rider: { name, phone } }: RiderAssigned['data']): DeliveryRow['rider'] => ({
  _id: riderId,
  name,
  phone,
})

const toPicker = ({
  picker,
}: {
  readonly picker: Omit<PickerAssigned['data']['picker'], 'personId'>
}): DeliveryRow['picker'] => ({
  pickerName: picker.name,
  pickerPhone: picker.phone,
  pickerNationalId: picker.nationalId,
})

/** These keys let an agent find a parcel by one key at most, so that no list or count has a parcel twice. */
const toKeys = (data: Requested): Pick<DeliveryRow, (typeof shopKeys)[number]> => {
  const senderShop = shopKey(data.senderShop)
  const sending = { senderShop, sendingShop: senderShop, wayEnd: toWayEnd(data) }
  const pickupShop = getPickupShop(data)
  if (pickupShop) return { ...sending, receivingShop: shopKey(pickupShop), doorstepPlace: null }
  const doorstepPlace = placeKey(data.receiverPlace)
  const coveredByPlace = placeKey(data.senderShop.location) === doorstepPlace
  return { ...sending, receivingShop: coveredByPlace ? null : senderShop, doorstepPlace }
}
const shopKeys = ['senderShop', 'sendingShop', 'receivingShop', 'doorstepPlace', 'wayEnd'] as const

type Named = Pick<Person, 'name' | 'phone'>
type Told = { readonly trackingId: string; readonly sender: Named | null; readonly receiver: Named | null }

/** A null person is erased, and no search finds the parcel by them. */
const wordsOfParcel = ({ trackingId, sender, receiver }: Told): string[] => {
  const people = [sender, receiver].filter((person) => person !== null && !isErased(person)) as Named[]
  const words = people.flatMap(({ name, phone }) => [...wordsOf(name), ...wordsOfPhone(phone)])
  return [...new Set([...wordsOfTrackingId(trackingId), ...words])]
}

/** The two reasons why a parcel is on its way to a shop's agent. */
export const comesTo = (shop: Shop): Readonly<Record<string, string>>[] => [
  { receivingShop: shopKey(shop) },
  { doorstepPlace: placeKey(shop.location) },
]

/** True for the owner, agents of either shop or in the doorstep's place, admins, and the system. */
export const maySee = ({ userId, role, shop }: Asker, row: DeliveryRow): boolean => {
  if (role === 'admin' || role === 'system') return true
  if (userId !== null && userId === row.ownerId) return true
  if (role !== 'agent' || !shop) return false
  const key = shopKey(shop)
  if (key === row.sendingShop || key === row.receivingShop) return true
  return placeKey(shop.location) === row.doorstepPlace
}
