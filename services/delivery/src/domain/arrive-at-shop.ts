import { type DeliveryStatus, type Shop, toPhase, toWayEnd, type WaitDays } from '@tuma/contracts/vocabulary'
import {
  about,
  type Delivery,
  type DeliveryEvent,
  endsOnLeg,
  evolve,
  type Parcel,
  type ParcelSeen,
} from './delivery.ts'
import { isReceivingShop, isSendingShop } from './step-shops.ts'
import { isDue } from './taking.ts'
import { heldBy } from './trouble/holds.ts'
import { beginsToWait, toWait } from './trouble/waiting.ts'

/** When the parcel came to the shop: `doneAt` (ISO) if the device told it later, else `at`. */
export type DoneBy = {
  readonly doneAt: string | null
  /** The deadlines of a parcel that its receiver does not collect. */
  readonly days: WaitDays
  readonly at: string
  /** The shop whose scan it was; missing where a hold was released. */
  readonly shop?: Shop | undefined
}

/** What an event keeps about a scan. */
export const toDone = ({ shop, doneAt }: Pick<DoneBy, 'shop' | 'doneAt'>) => ({
  ...(shop ? { shop } : {}),
  ...(doneAt === null ? {} : { doneAt }),
})

export const seenAtShop = (parcel: Parcel, { shop, doneAt, at }: DoneBy & { readonly shop: Shop }): ParcelSeen => ({
  type: 'ParcelSeen',
  data: { ...about(parcel), shop, at, ...(doneAt === null ? {} : { doneAt }) },
})

/**
 * The steps that the parcel has not taken yet, up to its arrival at the shop where its leg ends. All but the last are
 * `passing`, so that its people get one message.
 */
export const arrivalEvents = (parcel: Parcel, by: DoneBy): DeliveryEvent[] => {
  const { leg, status } = parcel
  const from = (before: DeliveryStatus) => ({
    ...{ ...about(parcel), from: before, ...toDone(by) },
    ...(leg === 'back' ? { leg } : {}),
  })
  const passing = true as const
  const isAwaited = toPhase(status) === 'awaited'
  const isSent = toPhase(status) === 'onTheWay'
  const handedIn = isAwaited ? 'uncollected' : status
  const waits = beginsToWait({ ...parcel, status: 'delivered' }) ? { waits: toWait(by.doneAt ?? by.at, by.days) } : {}
  return [
    ...(isAwaited ? [{ type: 'ParcelDroppedOff' as const, data: { ...from(status), passing } }] : []),
    ...(isSent ? [] : [{ type: 'ParcelPutInTransit' as const, data: { ...from(handedIn), passing } }]),
    { type: 'ParcelDelivered', data: { ...from('inTransit'), ...waits } },
  ]
}

/**
 * A parcel that its last shop scanned in while it was held arrives with the release of its last hold, without another
 * scan.
 */
export const arrivalAfter = (
  released: readonly DeliveryEvent[],
  before: Delivery,
  by: Pick<DoneBy, 'days' | 'at'>,
): DeliveryEvent[] => {
  const { parcel } = released.reduce(evolve, before)
  const arrives = released.length > 0 && parcel !== null && waitsOnlyForRelease(parcel)
  return arrives ? [...released, ...arrivalEvents(parcel, { ...by, doneAt: null })] : [...released]
}

const waitsOnlyForRelease = (parcel: Parcel): boolean => {
  const { seenAt, leg, status, outcome } = parcel
  if (seenAt === null || outcome !== null || toWayEnd(parcel) === 'door' || heldBy(parcel) !== null) return false
  const ends = endsOnLeg(parcel, leg)
  const isSent = toPhase(status) === 'onTheWay'
  const hasArrived = toPhase(status) === 'arrived' || toPhase(status) === 'handedOver'
  // A shop that sends a parcel to itself sees it before it is sent.
  if (hasArrived || (!isSent && isSendingShop(ends, seenAt))) return false
  return isReceivingShop(ends, seenAt) && !isDue(parcel)
}
