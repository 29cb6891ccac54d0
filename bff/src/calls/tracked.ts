import type { Delivery, TrackedDelivery } from '@tuma/contracts/api'
import type { DeliveryRecord } from '@tuma/contracts/services'
import { displayPhone, dueAtHandOver, getContents, maskPhone, publicName, shopToGoTo } from '@tuma/contracts/vocabulary'
import { withOpenNow } from './open-now.ts'

type Party = { readonly name: string; readonly phone: string; readonly location: string }

/** A sender or receiver: in full, or the public part for everyone with the tracking id. */
export const shownParty = ({ name, phone, location }: Party, inFull: boolean): Party => ({
  name: inFull ? name : publicName(name),
  phone: inFull ? displayPhone(phone) : maskPhone(phone),
  location,
})

/** A delivery in lists and details: without its owner, and without its history. */
export const toDelivery = (record: DeliveryRecord): Delivery => ({
  _id: record._id,
  trackingId: record.trackingId,
  deliveryType: record.deliveryType,
  pricingTier: record.pricingTier,
  status: record.status,
  paid: record.paid,
  paymentMethod: record.paymentMethod,
  paymentReferenceId: record.paymentReferenceId,
  ...getContents(record),
  deliveryFee: record.deliveryFee,
  productPrice: record.productPrice,
  totalAmount: record.totalAmount,
  sender: senderIn(record),
  receiver: receiverIn(record),
  rider: record.rider,
  picker: record.picker,
  revision: record.revision,
  createdAt: record.createdAt,
  updatedAt: record.updatedAt,
  ...(record.held ? { held: record.held } : {}),
  ...(record.remarks ? { remarks: record.remarks } : {}),
  ...toWay(record),
  ...(record.waiting ? { waiting: record.waiting } : {}),
  ...(record.photos ? { photos: record.photos } : {}),
  ...(record.cantBeTold ? { cantBeTold: record.cantBeTold } : {}),
  ...(record.turn ? { turn: record.turn } : {}),
  ...(record.counter ? { counter: record.counter } : {}),
  ...(record.seen ? { seen: record.seen } : {}),
  ...(record.sticker ? { sticker: record.sticker } : {}),
  ...(record.dueAt ? { dueAt: record.dueAt } : {}),
  ...(record.nextStep ? { nextStep: record.nextStep } : {}),
})

/** A single delivery: with its history. */
export const getDetail = (record: DeliveryRecord) => ({ ...toDelivery(record), history: record.history })

/** Callers of the API know either spelling. */
const senderIn = ({ sender }: DeliveryRecord): Delivery['sender'] => ({
  ...sender,
  phoneNumber: sender.phone,
  fromLocation: sender.location,
})

/** For a door, the place again, and whether the product is paid; if not, its price. */
const receiverIn = ({ receiver, deliveryType, productPrice }: DeliveryRecord): Delivery['receiver'] => {
  const isToDoor = deliveryType === 'doorstep'
  const isOwed = isToDoor && productPrice > 0
  return {
    ...receiver,
    phoneNumber: receiver.phone,
    pickupLocation: isToDoor ? receiver.location : null,
    productPaid: isToDoor ? (isOwed ? 'no' : 'yes') : null,
    productPrice: isOwed ? productPrice : null,
  }
}

const toWay = ({ leg, outcome }: DeliveryRecord) => ({ ...(leg && { leg }), ...(outcome && { outcome }) })

type Tracked = {
  readonly delivery: DeliveryRecord
  readonly inFull: boolean
  readonly shop?: About | undefined
  /** ISO instant. */
  readonly now: string
}
type About = NonNullable<NonNullable<TrackedDelivery['shop']>['about']>

export const tracked = ({ delivery, inFull, shop: about, now }: Tracked): TrackedDelivery => ({
  ...(inFull ? { _id: delivery._id } : {}),
  trackingId: delivery.trackingId,
  deliveryType: delivery.deliveryType,
  ...(delivery.pricingTier ? { pricingTier: delivery.pricingTier } : {}),
  status: delivery.status,
  sender: { ...shownParty(delivery.sender, inFull), shop: delivery.sender.dropoffAgent },
  receiver: { ...shownParty(delivery.receiver, inFull), shop: delivery.receiver.pickupAgent ?? undefined },
  history: delivery.history,
  shop: shopIn(delivery, about, now),
  due: dueAtHandOver(delivery),
  ...(delivery.rider ? { rider: true } : {}),
  ...(delivery.seen ? { seen: true } : {}),
  ...(delivery.held ? { held: true } : {}),
  ...toWay(delivery),
  ...(delivery.waiting?.until ? { waitsUntil: delivery.waiting.until } : {}),
  createdAt: delivery.createdAt,
  updatedAt: delivery.updatedAt,
})

const shopIn = (delivery: DeliveryRecord, about: About | undefined, now: string): TrackedDelivery['shop'] => {
  const shop = shopToGoTo(delivery)
  if (!shop || !about) return shop
  const { landmark, hours, closedDays, closedToday, phone, position } = about
  const found = { ...(phone ? { phone } : {}), ...(position ? { position } : {}) }
  return { ...shop, about: withOpenNow({ landmark, hours, closedDays, closedToday, ...found }, now) }
}
