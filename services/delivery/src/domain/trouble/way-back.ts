import { type DeliveryStatus, Refused, type ReturnReason, standing } from '@tuma/contracts/vocabulary'
import type { DomainEvent } from '@tuma/platform/domain'
import { type Asker, assertManages } from '../asker.ts'
import { type About, about, type Delivery, getPickupShop, type Parcel, sameShop } from '../delivery.ts'
import { assertFree } from './holds.ts'

/**
 * The parcel goes back to its sender, and its shops change roles. `to`: `uncollected` if it waited at a shop; the same
 * way if it was on its way; already back if it is at the shop where it was handed in. `generation`: that of its
 * sender's collection code.
 */
export type ReturnStarted = DomainEvent<
  'ReturnStarted',
  About & {
    readonly ownerId: string | null
    readonly from: DeliveryStatus
    readonly to: DeliveryStatus
    readonly why: ReturnReason
    readonly generation: number
    readonly at: string
  }
>
/** The sender has the parcel back. `paymentId`: the payment that may be refunded. */
export type ParcelReturned = DomainEvent<
  'ParcelReturned',
  About & {
    readonly from: DeliveryStatus
    readonly paymentId: string | null
    readonly agentId: string | null
    readonly at: string
  }
>
/** The parcel can't be found; its status stays that of the place where it was last seen. */
export type ParcelLost = DomainEvent<'ParcelLost', About & { readonly at: string }>
export type ParcelFound = DomainEvent<'ParcelFound', About & { readonly at: string }>
export type WayEvent = ReturnStarted | ParcelReturned | ParcelLost | ParcelFound

/** By an admin: the receiver does not want the parcel, or it can't be handed over. */
export type SendBack = { readonly type: 'SendBack'; readonly by: Asker; readonly at: string }
export type ReportLost = {
  readonly type: 'ReportLost'
  readonly by: Asker
  readonly lost: boolean
  readonly at: string
}

/** @throws Refused step_not_allowed, parcel_held */
export const startReturn = (parcel: Parcel, why: ReturnReason, at: string): ReturnStarted[] => {
  if (parcel.leg === 'back') return []
  assertFree(parcel)
  const { ownerId, status: from, collection } = parcel
  const to = whereItTurns(parcel)
  if (to === null) throw new Refused('step_not_allowed')
  const generation = collection.generation + 1
  return [{ type: 'ReturnStarted', data: { ...about(parcel), ownerId, from, to, why, generation, at } }]
}

/** The status that the parcel gets when it turns round; null where it can't turn. */
const whereItTurns = (parcel: Parcel): DeliveryStatus | null => {
  switch (standing(parcel)) {
    case 'toReceiver':
      if (parcel.status === 'dropping') return null
      return parcel.status === 'inTransit' ? 'inTransit' : 'delivered'
    case 'waiting':
      return waitsWhereItWasHandedIn(parcel) ? 'delivered' : 'uncollected'
    case 'handedOver':
    case 'toSender':
    case 'waitingForSender':
    case 'returned':
    case 'lost':
    case 'cancelled':
      return null
  }
}

const waitsWhereItWasHandedIn = (parcel: Parcel): boolean => {
  const shop = getPickupShop(parcel)
  return shop !== null && sameShop(shop, parcel.senderShop)
}

/** @throws Refused not_allowed, not_found, step_not_allowed, parcel_held */
export const sendBack = ({ by, at }: SendBack, { parcel }: Delivery): ReturnStarted[] => {
  assertManages(by)
  if (!parcel) throw new Refused('not_found')
  return startReturn(parcel, 'office', at)
}

/** A parcel that was handed over can't be lost. @throws Refused not_allowed, not_found, step_not_allowed */
export const reportLost = ({ by, lost, at }: ReportLost, { parcel }: Delivery): (ParcelLost | ParcelFound)[] => {
  assertManages(by)
  if (!parcel) throw new Refused('not_found')
  const isLost = parcel.outcome === 'lost'
  if (isLost === lost) return []
  if (!lost) return [{ type: 'ParcelFound', data: { ...about(parcel), at } }]
  if (!parcel.handedOver || !canBeLost[standing(parcel)]) throw new Refused('step_not_allowed')
  return [{ type: 'ParcelLost', data: { ...about(parcel), at } }]
}

const canBeLost = {
  toReceiver: true,
  waiting: true,
  handedOver: false,
  toSender: true,
  waitingForSender: true,
  returned: false,
  lost: false,
  cancelled: false,
} as const

/** At the end of the way back the sender gets the parcel; no `collected` is recorded. */
export const returnedTo = (parcel: Parcel, agentId: string | null, at: string): ParcelReturned => {
  const { status: from, paymentId } = parcel
  return { type: 'ParcelReturned', data: { ...about(parcel), from, paymentId, agentId, at } }
}
