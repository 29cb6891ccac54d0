import {
  type Contents,
  computeTotal,
  getContents,
  type HeldMessages,
  hasTwoNames,
  type Language,
  notHandedIn,
  type Opening,
  type PricingTier,
  Refused,
  type Shillings,
  type Shop,
  sameWords,
  tierDeadline,
} from '@tuma/contracts/vocabulary'
import { type AtCounter, counterOf, takenInAtCounter } from './at-counter.ts'
import type { Delivery, DeliveryEvent, DeliveryRequested } from './delivery.ts'
import { getFee, type Quote, tierMeant } from './network/fee.ts'
import { accountPerson, guestPerson } from './people/erasure.ts'
import type { PromiseMade } from './promise.ts'
import { stickerAdded } from './stickers/adding.ts'

type Contact = { readonly name: string; readonly phone: string }

/** The handler looks up shops and prices and passes them along: null if there is no such shop or price. */
export type RequestDelivery = Contents & {
  readonly type: 'RequestDelivery'
  readonly deliveryId: string
  readonly trackingId: string
  readonly requestHash: string
  readonly at: string
  /** The signed-in user who sends it. */
  readonly owner: { readonly userId: string; readonly username: string } | null
  readonly sender: Contact
  readonly senderShop: Shop | null
  /** The opening hours of the sender's shop; null if the shop has not given any. */
  readonly senderShopOpening: Opening | null
  readonly receiver: Contact
  readonly destination: Doorstep | Dukani
  /** The fee that the sender saw. */
  readonly shownFee: Shillings | null
  readonly payment: PayNow | PayOnDelivery | PayCash
  /** The agent who takes it in for a customer at the counter of the sender's shop; missing: it is sent in. */
  readonly counter?: AtCounter | undefined
  /** The tracking id is on a sticker that the agent has put on the parcel. */
  readonly onSticker?: boolean | undefined
  readonly held: HeldMessages | null
  /** The sender's language; missing where the sender chose none. */
  readonly language?: Language | undefined
}
export type Doorstep = {
  readonly deliveryType: 'doorstep'
  readonly place: string
  readonly pickupAddress: string
  readonly moreDetails: string
  readonly tier: PricingTier | null
  readonly quotes: Readonly<Record<PricingTier, Quote | null>>
}
export type Dukani = { readonly deliveryType: 'parcelDukani'; readonly shop: Shop | null; readonly quote: Quote }
export type PayNow = {
  readonly method: 'payNow'
  readonly reference: string
  readonly paymentId: string
  readonly amount: Shillings
  /** M-Pesa itself has reported the payment. A pasted message alone may be made up. */
  readonly told: boolean
}
/** The sender gives the agent the fee in cash. */
export type PayCash = { readonly method: 'cash' }
type Payment = RequestDelivery['payment']
export type PayOnDelivery = { readonly method: 'payOnDelivery'; readonly productPrice: Shillings }

/**
 * The stream's id comes from the payment: a parcel in it has used the payment, unless it was deleted before hand-over.
 */
export const decideRequest = (command: RequestDelivery, { parcel, spent }: Delivery): DeliveryEvent[] => {
  if (parcel?.requestHash === command.requestHash) return []
  if (parcel || spent) throw new Refused('payment_used')
  assertNames(command)
  const requested: DeliveryRequested = { type: 'DeliveryRequested', data: toRequested(command) }
  const begun = [requested, ...promisedBy(command, requested.data)]
  const { deliveryId, deliveryType, fee } = requested.data
  const paid: DeliveryEvent = { type: 'DeliveryPaid', data: { deliveryId, deliveryType, fee, paidAt: command.at } }
  const isPaid = command.payment.method !== 'payOnDelivery'
  return [
    ...begun,
    ...(isPaid ? [paid] : []),
    ...takenInAtCounter(command, requested.data),
    ...withSticker(command, requested.data),
  ]
}

const withSticker = ({ onSticker, counter, trackingId, at }: RequestDelivery, requested: DeliveryRequested['data']) =>
  onSticker ? [stickerAdded(requested, { sticker: trackingId, agentId: counter?.agentId ?? null, at })] : []

/**
 * What the request would say, if its parcel were paid in cash: its fee, and its places as our network spells them.
 * @throws Refused as a request
 */
export const previewRequest = (command: RequestDelivery): DeliveryRequested['data'] => {
  assertNames(command)
  return toRequested({ ...command, payment: { method: 'cash' } })
}

/** Only parcels to a door get a promise: a tier says how fast they must be. */
const promisedBy = (
  { at, senderShopOpening }: RequestDelivery,
  { deliveryId, deliveryType, tier }: DeliveryRequested['data'],
): PromiseMade[] => {
  if (tier === null) return []
  const by = tierDeadline(tier, at, senderShopOpening)
  return [{ type: 'PromiseMade', data: { deliveryId, deliveryType, by, basis: 'tier' } }]
}

/** A signed-in sender may give their own username instead of two names. At the counter one name is enough. */
const assertNames = ({ sender, receiver, owner, counter }: RequestDelivery): void => {
  if (counter) return
  const isUsername = owner !== null && sameWords(owner.username) === sameWords(sender.name)
  if (!isUsername && !hasTwoNames(sender.name)) throw new Refused('names_incomplete', { field: 'sender.name' })
  if (!hasTwoNames(receiver.name)) throw new Refused('names_incomplete', { field: 'receiver.name' })
}

const toRequested = (command: RequestDelivery): DeliveryRequested['data'] => {
  const { deliveryId, trackingId, requestHash, owner, sender, receiver } = command
  const { parcelDescription, ...clear } = getContents(command)
  const senderShop = shopThatExists(command.senderShop, 'sender.dropoffAgent')
  const { deliveryType, quote, pickupAddress, moreDetails, ...way } = toWay(command.destination, command.shownFee)
  const fee = getFee(quote, command.shownFee)
  return {
    deliveryId,
    deliveryType,
    trackingId,
    ownerId: owner?.userId ?? null,
    requestHash,
    ...clear,
    sender: {
      personId: owner ? accountPerson(owner.userId) : guestPerson(trackingId, 'sender'),
      ...sender,
      userName: owner?.username ?? null,
      parcelDescription,
    },
    senderShop,
    receiver: { personId: guestPerson(trackingId, 'receiver'), ...receiver, pickupAddress, moreDetails },
    ...way,
    ...getPayment(command.payment, fee),
    fee,
    ...heldBy(command),
    ...(command.language ? { language: command.language } : {}),
    ...counterOf(command),
  }
}

/**
 * A visitor who has not paid, or whose payment is known from a pasted message alone, may have made everything up. Their
 * SMS wait until the parcel is handed in, whatever else holds the SMS. At the counter it is in the agent's hands.
 */
const heldBy = ({ owner, payment, held, counter }: RequestDelivery): { readonly held?: HeldMessages } => {
  if (counter) return {}
  if (owner === null && !isTold(payment)) return { held: { sender: notHandedIn, receiver: notHandedIn } }
  return held ? { held } : {}
}
const isTold = (payment: Payment): boolean => payment.method === 'payNow' && payment.told

const shopThatExists = (shop: Shop | null, field: string): Shop => {
  if (!shop) throw new Refused('unknown_shop', { field })
  return shop
}

const toWay = (destination: Doorstep | Dukani, shownFee: Shillings | null) => {
  if (destination.deliveryType === 'parcelDukani') {
    const { deliveryType, quote } = destination
    const { location, address } = shopThatExists(destination.shop, 'receiver.pickupAgent')
    const nowhere = { tier: null, pickupAddress: null, moreDetails: null }
    return { deliveryType, quote, receiverPlace: location, pickupAgent: address, ...nowhere }
  }
  const { deliveryType, place, pickupAddress, moreDetails, quotes } = destination
  const tier = destination.tier ?? tierMeant(quotes, shownFee)
  const quote = quotes[tier]
  if (!quote) throw new Refused('unknown_place', { field: 'receiver.pickupLocation' })
  return { deliveryType, quote, receiverPlace: place, pickupAgent: null, tier, pickupAddress, moreDetails }
}

const getPayment = (payment: Payment, fee: Shillings) => {
  const paymentMethod = payment.method === 'cash' ? 'payNow' : payment.method
  const productPrice = payment.method === 'payOnDelivery' ? payment.productPrice : 0
  const totalAmount = computeTotal(fee, paymentMethod, productPrice)
  if (payment.method !== 'payNow') {
    return { paymentMethod, paymentReference: '', paymentId: null, productPrice, totalAmount }
  }
  const { amount, reference: paymentReference, paymentId } = payment
  const missing = totalAmount - amount
  if (missing > 0) throw new Refused('payment_short', { missing, amount, due: totalAmount })
  return { paymentMethod, paymentReference, paymentId, productPrice, totalAmount }
}
