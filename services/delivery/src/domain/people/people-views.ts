import { type DeliveryType, type Shop, sameWords, shopKey, wordsOf, wordsOfPhone } from '@tuma/contracts/vocabulary'
import { erased, type Recorded, type ShapeOf, type View } from '@tuma/platform/domain'
import { type DeliveryEvent, isErased, type Person } from '../delivery.ts'
import type { ReceiverPhoneChanged } from './receiver-phone.ts'

/**
 * People as their parcels name them. A deleted parcel, or one whose sender is erased, is taken out of the row; the last
 * one removes the row.
 */
type Told = {
  readonly totalDeliveries: number
  /** Only the newest few, newest first; the row shows the newest one's values. */
  readonly parcels: readonly { readonly trackingId: string; readonly name: string; readonly at: string }[]
  readonly name: string
  readonly trackingId: string
  readonly heardAt: string
}
const maxRemembered = 50
const toldShape: ShapeOf<Told> = {
  totalDeliveries: 'number',
  parcels: { each: { trackingId: 'text', name: 'text', at: 'text' } },
  name: 'text',
  trackingId: 'text',
  heardAt: 'text',
}

export type CustomerRow = Told & {
  readonly shop: string
  readonly phone: string
  readonly deliveryType: DeliveryType
  /** Words as `wordAtShop` makes them, so that a search sees this shop's customers only. */
  readonly words: readonly string[]
}
export type ContactRow = Told & {
  readonly type: 'Sender' | 'Receiver'
  readonly phone: string
  readonly words: readonly string[]
}

export const wordAtShop = (shop: Shop, word: string): string => `${shopKey(shop)} ${word}`
const wordsOfPerson = ({ name, phone }: Person): string[] => [...wordsOf(name), ...wordsOfPhone(phone)]

/** Senders of a shop's parcels by name, phone and kind. */
export const customersView: View<DeliveryEvent, CustomerRow> = {
  whenDamaged: 'leavesOut',
  collection: {
    name: 'customers-v3',
    shape: { ...toldShape, shop: 'text', phone: 'text', deliveryType: 'text', words: { each: 'text' } },
    fields: { shop: 'text', heardAt: 'text' },
    indexes: [['shop']],
    unlisted: true,
    counted: [['shop']],
    words: 'words',
    sortBy: 'heardAt',
  },
  sealsIds: () => '',
  getIds: (event) => {
    const { sender, shop, deliveryType } = mentionIn(event) ?? {}
    return sender && shop ? [JSON.stringify([shopKey(shop), sameWords(sender.name), sender.phone, deliveryType])] : []
  },
  project: (row, event) => {
    const mention = mentionIn(event)
    if (!mention?.sender) return row
    const { sender, shop, deliveryType } = mention
    const told = toldBy(row, mention, sender)
    const words = wordsOfPerson(sender).map((word) => wordAtShop(shop, word))
    return told && { ...told, shop: shopKey(shop), phone: sender.phone, deliveryType, words }
  },
}

/** Senders and receivers, each phone once a kind. */
export const contactsView: View<DeliveryEvent, ContactRow> = {
  whenDamaged: 'leavesOut',
  collection: {
    name: 'contacts-v4',
    shape: { ...toldShape, type: 'text', phone: 'text', words: { each: 'text' } },
    fields: { heardAt: 'text' },
    indexes: [],
    counted: [[]],
    words: 'words',
    sortBy: 'heardAt',
  },
  // A parcel's sender is listed before its receiver.
  sealsIds: (id) => id.slice(0, id.indexOf(' ') + 1),
  getIds: (event) => contactsIn(event).map(contactId),
  project: (row, event, id) => {
    const contact = contactsIn(event).find((one) => contactId(one) === id)
    if (!contact) return row
    const { type, person, mention } = contact
    const told = toldBy(row, mention, person)
    if (!told) return null
    return { ...told, type, phone: person.phone, words: wordsOfPerson({ ...person, name: told.name }) }
  },
}

type Contact = {
  readonly type: ContactRow['type']
  readonly person: Person
  readonly mention: Pick<Mention, 'type' | 'trackingId' | 'at'>
}
const contactId = ({ type, person }: Contact): string => `${type} ${person.phone}`

const contactsIn = (event: Recorded<DeliveryEvent>): Contact[] => {
  if (event.type === 'ReceiverPhoneChanged') return withOtherPhone(event)
  const mention = mentionIn(event)
  if (!mention) return []
  const { sender, receiver } = mention
  const contacts: Contact[] = []
  if (sender) contacts.push({ type: 'Sender', person: sender, mention })
  if (receiver) contacts.push({ type: 'Receiver', person: receiver, mention })
  return contacts
}

/** For this parcel the former phone is treated as deleted, and the new one as requested from the beginning. */
const withOtherPhone = ({ data, metadata: { at } }: Recorded<ReceiverPhoneChanged>): Contact[] => {
  const { trackingId, receiver } = data
  const before = known(receiver)
  if (!before) return []
  const type = 'Receiver'
  return [
    { type, person: before, mention: { type: 'DeliveryDeleted', trackingId, at } },
    { type, person: { ...before, phone: receiver.newPhone }, mention: { type: 'DeliveryRequested', trackingId, at } },
  ]
}

type Mention = {
  readonly type: 'DeliveryRequested' | 'DeliveryDeleted' | 'SenderErased' | 'ReceiverErased'
  readonly trackingId: string
  readonly at: string
  readonly deliveryType: DeliveryType
  readonly shop: Shop
  /** Null if the person was erased. */
  readonly sender: Person | null
  readonly receiver: Person | null
}

const mentionIn = ({ type, data, metadata: { at } }: Recorded<DeliveryEvent>): Mention | null => {
  switch (type) {
    case 'DeliveryRequested':
    case 'DeliveryDeleted':
    case 'ParcelCancelled': {
      const { trackingId, deliveryType, senderShop: shop } = data
      const told = type === 'DeliveryRequested' ? type : 'DeliveryDeleted'
      return {
        type: told,
        trackingId,
        at,
        deliveryType,
        shop,
        sender: known(data.sender),
        receiver: known(data.receiver),
      }
    }
    case 'SenderErased': {
      const { trackingId, deliveryType, senderShop: shop } = data
      return { type, trackingId, at, deliveryType, shop, sender: known(data.sender), receiver: null }
    }
    case 'ReceiverErased': {
      const { trackingId, deliveryType, senderShop: shop } = data
      return { type, trackingId, at, deliveryType, shop, sender: null, receiver: known(data.receiver) }
    }
    case 'PickerErased':
    case 'ParcelHeld':
    case 'HoldReleased':
    case 'DueTaken':
    case 'CollectionCodeIssued':
    case 'CollectionCodeMissed':
    case 'CollectedWithCode':
    case 'CollectedWithoutCode':
    case 'DeliveryPaid':
    case 'PromiseMade':
    case 'ParcelSeen':
    case 'StickerAdded':
    case 'ParcelDroppedOff':
    case 'ParcelPutInTransit':
    case 'ParcelDelivered':
    case 'ParcelCollected':
    case 'RiderAssigned':
    case 'PickerAssigned':
    case 'StatusOverridden':
    case 'DeliveryCompleted':
    case 'ReceiverReminded':
    case 'SenderAsked':
    case 'WaitProlonged':
    case 'ReturnStarted':
    case 'ParcelReturned':
    case 'ParcelLost':
    case 'ParcelFound':
    case 'PhotoAdded':
    case 'PhotoForgotten':
    case 'ReceiverPhoneChanged':
      return null
  }
}

const known = (person: Person | null): Person | null => (person && !isErased(person) ? person : null)

const toldBy = (row: Told | null, { type, trackingId, at }: Contact['mention'], { name }: Person): Told | null => {
  const before = row ?? { totalDeliveries: 0, parcels: [] }
  if (type === 'DeliveryRequested') {
    const newer = before.parcels.filter((parcel) => parcel.at > at)
    const older = before.parcels.filter((parcel) => parcel.at <= at)
    const parcels = [...newer, { trackingId, name, at }, ...older]
    return toldIn(before.totalDeliveries + 1, parcels.slice(0, maxRemembered))
  }
  const left = before.parcels.filter((parcel) => parcel.trackingId !== trackingId)
  // Only the newest few are kept, so the last of them stays visible while older ones exist.
  const last = type === 'DeliveryDeleted' ? before.parcels : before.parcels.map((one) => ({ ...one, name: erased }))
  return toldIn(before.totalDeliveries - 1, left.length > 0 ? left : last)
}

const toldIn = (totalDeliveries: number, parcels: Told['parcels']): Told | null => {
  const [newest] = parcels
  if (!newest || totalDeliveries < 1) return null
  const { name, trackingId, at } = newest
  return { totalDeliveries, parcels, name, trackingId, heardAt: at }
}
