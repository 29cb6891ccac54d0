import { type HoldCode, type ScanVerdict, type Shop, toPhase, toWayEnd } from '@tuma/contracts/vocabulary'
import { arrivalEvents, type DoneBy, seenAtShop, toDone } from './arrive-at-shop.ts'
import { about, type DeliveryEvent, endsOnLeg, getPickupShop, type Parcel, sameShop } from './delivery.ts'
import { promiseOnFirstScan } from './promise.ts'
import { isDue } from './taking.ts'
import { heldBy } from './trouble/holds.ts'

/** A scan at this shop. `doneAt` (ISO): when, if the device sent it later. */
export type Scanned = DoneBy & { readonly shop: Shop }

/**
 * What follows from a scan. `shop`: where the parcel must go, or the shop that had not sent it. `until` (ISO): a rider
 * must have it by then. `hold`: why it stays.
 */
export type Scan = {
  readonly verdict: ScanVerdict
  readonly events: readonly DeliveryEvent[]
  readonly shop?: Shop
  readonly until?: string
  readonly hold?: HoldCode
}

export const nothing = (verdict: ScanVerdict): Scan => ({ verdict, events: [] })

export const wasSeenAt = ({ seenAt }: Parcel, shop: Shop): boolean => seenAt !== null && sameShop(seenAt, shop)

/** Seen at most once at a shop, until the parcel moves or another shop sees it. */
const seenNow = (parcel: Parcel, scanned: Scanned): DeliveryEvent[] =>
  wasSeenAt(parcel, scanned.shop) ? [] : [seenAtShop(parcel, scanned)]

const onHold = (hold: HoldCode, events: readonly DeliveryEvent[]): Scan => ({ verdict: 'onHold', hold, events })

/** A parcel whose payment is in doubt may be left at the counter, as with a press. */
export const droppedOff = (parcel: Parcel, scanned: Scanned): Scan => {
  const hold = heldBy(parcel, 'drop')
  if (hold !== null) return onHold(hold, seenNow(parcel, scanned))
  const data = { ...about(parcel), from: parcel.status, ...toDone(scanned) }
  return { verdict: 'takenIn', events: [{ type: 'ParcelDroppedOff', data }] }
}

/** It is in its first shop, or on the way back in the shop that sends it back. */
export const atSendingShop = (parcel: Parcel, scanned: Scanned): Scan => {
  const events = takenInAgain(parcel, scanned)
  const hold = heldBy(parcel)
  if (hold !== null) return onHold(hold, events)
  return events.length === 0 ? nothing('alreadyHere') : forRider({ ...parcel, ...promisedIn(events) }, events)
}

/** The status of a parcel for a shop says already that it is here, unless another shop has seen it since. */
const takenInAgain = (parcel: Parcel, scanned: Scanned): DeliveryEvent[] => {
  const isNew = toWayEnd(parcel) === 'door' || parcel.seenAt !== null
  return isNew ? [...seenNow(parcel, scanned), ...promiseOnFirstScan(parcel, scanned)] : []
}

const promisedIn = (events: readonly DeliveryEvent[]): Pick<Parcel, 'promisedBy'> | object => {
  const promised = events.find((event) => event.type === 'PromiseMade')
  return promised ? { promisedBy: promised.data.by } : {}
}

const forRider = (parcel: Parcel, events: readonly DeliveryEvent[]): Scan => {
  const { promisedBy, riderId } = parcel
  const waitsForRider = toWayEnd(parcel) === 'door' && riderId === null && promisedBy !== null
  return waitsForRider ? { verdict: 'takenInForRider', until: promisedBy, events } : { verdict: 'takenIn', events }
}

/** A parcel for a door that was searched for and is at one of its shops: its rider does not have it. */
export const fromRider = (parcel: Parcel, scanned: Scanned): Scan => {
  const events = seenNow(parcel, scanned)
  const hold = heldBy(parcel)
  if (hold !== null) return onHold(hold, events)
  return events.length === 0 ? nothing('alreadyHere') : { verdict: 'takenIn', events }
}

/**
 * The parcel has come to the end of its leg. A scan takes no money and says nothing about it, so a parcel whose money is
 * due waits for the agent's press.
 */
export const arrived = (parcel: Parcel, scanned: Scanned): Scan => {
  const hold = heldBy(parcel) ?? (isDue(parcel) ? 'no_money' : null)
  if (hold !== null) return onHold(hold, seenNow(parcel, scanned))
  const events = arrivalEvents(parcel, scanned)
  if (toPhase(parcel.status) === 'onTheWay') return { verdict: 'arrived', events }
  return { verdict: 'arrivedUnsent', shop: endsOnLeg(parcel, parcel.leg).senderShop, events }
}

/** It has arrived before. Only a parcel that another shop has seen since comes back. */
export const onShelf = (parcel: Parcel, scanned: Scanned): Scan => {
  const events = parcel.seenAt === null ? [] : seenNow(parcel, scanned)
  const hold = heldBy(parcel)
  if (hold !== null) return onHold(hold, events)
  return events.length === 0 ? nothing('alreadyHere') : { verdict: 'arrived', events }
}

/** Where the parcel must go: the shop at the end of its leg; for a door the one where its rider fetches it. */
export const atOtherShop = (parcel: Parcel, scanned: Scanned): Scan => {
  const ends = endsOnLeg(parcel, parcel.leg)
  return { verdict: 'forOtherShop', shop: getPickupShop(ends) ?? ends.senderShop, events: seenNow(parcel, scanned) }
}
