import { type DeliveryStatus, Refused, type ReturnReason, standing } from '@tuma/contracts/vocabulary'
import type { DomainEvent } from '@tuma/platform/domain'
import { type Asker, assertManages } from '../asker.ts'
import { type About, about, type Delivery, getPickupShop, type Parcel, sameShop } from '../delivery.ts'
import { assertFree } from './holds.ts'

/**
 * From now on it goes to whoever sent it, and its shops have changed roles. `to`: uncollected where it waited; on its way it
 * turns round; at the shop it was handed in at it is back already. `generation` is that of its sender's collection code.
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
/** Whoever sent it has it again. `paymentId`: what they paid may be paid back. */
export type ParcelReturned = DomainEvent<
  'ParcelReturned',
  About & {
    readonly from: DeliveryStatus
    readonly paymentId: string | null
    readonly agentId: string | null
    readonly at: string
  }
>
/** Nobody finds it; its status stays where it was seen last. */
export type ParcelLost = DomainEvent<'ParcelLost', About & { readonly at: string }>
export type ParcelFound = DomainEvent<'ParcelFound', About & { readonly at: string }>
export type WayEvent = ReturnStarted | ParcelReturned | ParcelLost | ParcelFound

/** By an admin: nobody wants it where it goes, or it can't be handed over. */
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

/** Where it is on its way back, from the moment that it turns round; null where it can't. */
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

/** What has reached somebody is not lost. @throws Refused not_allowed, not_found, step_not_allowed */
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
} as const

/** Instead of being collected, at the end of its way back. */
export const returnedTo = (parcel: Parcel, agentId: string | null, at: string): ParcelReturned => {
  const { status: from, paymentId } = parcel
  return { type: 'ParcelReturned', data: { ...about(parcel), from, paymentId, agentId, at } }
}
