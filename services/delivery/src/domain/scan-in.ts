import { Refused, type Shop, toPhase, toWayEnd } from '@tuma/contracts/vocabulary'
import type { Asker } from './asker.ts'
import { about, type Delivery, type DeliveryEvent, endsOnLeg, type Parcel } from './delivery.ts'
import {
  arrived,
  atOtherShop,
  atSendingShop,
  droppedOff,
  fromRider,
  nothing,
  onShelf,
  type Scan,
  type Scanned,
  wasSeenAt,
} from './scan-verdicts.ts'
import { isReceivingShop, isSendingShop } from './step-shops.ts'
import type { HoldReleased } from './trouble/holds.ts'
import type { ParcelFound } from './trouble/way-back.ts'

/** An agent says that the parcel is in the shop's hands. */
export type ScanIn = Omit<Scanned, 'shop'> & {
  readonly type: 'ScanIn'
  readonly by: Asker
  /** The id on the parcel: its stream may have another parcel since. */
  readonly trackingId: string
}

/** @throws Refused not_allowed, not_found (the agent has no shop) */
export const scanIn = ({ by, trackingId, doneAt, days, at }: ScanIn, delivery: Delivery): readonly DeliveryEvent[] => {
  if (by.role !== 'agent') throw new Refused('not_allowed')
  if (!by.shop) throw new Refused('not_found')
  return decideScan(trackingId, { shop: by.shop, doneAt, days, at }, delivery).events
}

/**
 * The verdict of a scan at this shop, and its events. Who only looks gets the verdict of the same function, so that it
 * says what the scan would do. A parcel that is there is never refused.
 */
export const decideScan = (trackingId: string, scanned: Scanned, { parcel, cancelled }: Delivery): Scan => {
  if (!parcel) return nothing(cancelled ? 'cancelled' : 'unknown')
  if (parcel.trackingId !== trackingId) return nothing('unknown')
  if (parcel.outcome === 'returned') return nothing('returned')
  if (wasHandedOver(parcel)) return nothing('collected')
  if (isWithOurRider(parcel, scanned.shop)) return nothing('withRider')
  const found = foundAgain(parcel, scanned)
  const now = { ...parcel, outcome: null, holds: withoutMissing(parcel) }
  const scan = whatFollows(now, scanned)
  const isFound = found.length > 0 && scan.verdict === 'alreadyHere'
  return { ...scan, ...(isFound ? { verdict: foundVerdict(now) } : {}), events: [...found, ...scan.events] }
}

const wasHandedOver = (parcel: Parcel): boolean => {
  const phase = toPhase(parcel.status)
  return phase === 'handedOver' || (phase === 'arrived' && toWayEnd(parcel) === 'door')
}

/** At a third shop the parcel is no longer with its rider: they have left it there. */
const isWithOurRider = (parcel: Parcel, shop: Shop): boolean => {
  if (toWayEnd(parcel) === 'shop' || toPhase(parcel.status) !== 'onTheWay') return false
  const isSearchedFor = parcel.outcome === 'lost' || parcel.holds.includes('missing')
  return isReceivingShop(parcel, shop) && !isSearchedFor && !wasSeenAt(parcel, shop)
}

const withoutMissing = ({ holds }: Parcel): Parcel['holds'] => holds.filter((code) => code !== 'missing')

/** A parcel that is in a shop's hands is neither lost nor missing. */
const foundAgain = (parcel: Parcel, { at }: Scanned): (ParcelFound | HoldReleased)[] => {
  const found: ParcelFound = { type: 'ParcelFound', data: { ...about(parcel), at } }
  const holds = withoutMissing(parcel)
  const released: HoldReleased = {
    type: 'HoldReleased',
    data: { ...about(parcel), code: 'missing', holds, by: 'by_hand', at },
  }
  return [...(parcel.outcome === 'lost' ? [found] : []), ...(holds.length < parcel.holds.length ? [released] : [])]
}

const foundVerdict = ({ status }: Parcel) => (toPhase(status) === 'handedIn' ? 'takenIn' : 'arrived')

const whatFollows = (parcel: Parcel, scanned: Scanned): Scan => {
  const ends = endsOnLeg(parcel, parcel.leg)
  const isSending = isSendingShop(ends, scanned.shop)
  const isReceiving = isReceivingShop(ends, scanned.shop)
  const phase = toPhase(parcel.status)
  if (isSending && phase === 'awaited') return droppedOff(parcel, scanned)
  if (isSending && phase === 'handedIn') return atSendingShop(parcel, scanned)
  if (!isReceiving) return atOtherShop(parcel, scanned)
  if (phase === 'arrived') return onShelf(parcel, scanned)
  if (toWayEnd(parcel) === 'shop') return arrived(parcel, scanned)
  return phase === 'onTheWay' ? fromRider(parcel, scanned) : atOtherShop(parcel, scanned)
}
