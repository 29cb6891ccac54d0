import { type DeliveryStatus, type DeliveryType, knownStatus } from './delivery-status.ts'

/** The direction of a parcel: to the receiver, or back to the sender. */
export const legs = ['out', 'back'] as const
export type Leg = (typeof legs)[number]

/** How it ended, beside its status, which says how far it has come on its leg. */
export const outcomes = ['returned', 'lost', 'cancelled'] as const
export type Outcome = (typeof outcomes)[number]

/** Why a parcel goes back: its sender decided so, it was not collected, or an admin sent it back. */
export const returnReasons = ['sender', 'waited', 'office'] as const
export type ReturnReason = (typeof returnReasons)[number]

/**
 * The situation of a parcel, computed from status, leg and outcome: lists, messages, counts and rules switch over these
 * values. Its holds are separate, in `holds`.
 */
export const standings = [
  'toReceiver',
  'waiting',
  'handedOver',
  'toSender',
  'waitingForSender',
  'returned',
  'lost',
  'cancelled',
] as const
export type Standing = (typeof standings)[number]

/** `leg` is missing for a parcel on its way out, `outcome` for one without an outcome. */
export type Placed = {
  readonly deliveryType: DeliveryType
  readonly status: DeliveryStatus
  readonly leg?: Leg | undefined
  readonly outcome?: Outcome | null | undefined
}

export const standing = ({ deliveryType, status: told, leg = 'out', outcome = null }: Placed): Standing => {
  if (outcome !== null) return outcome
  const status = knownStatus(told)
  if (leg === 'back') return backStandings[status]
  return status === 'delivered' && deliveryType === 'doorstep' ? 'handedOver' : outStandings[status]
}

const outStandings: Record<DeliveryStatus, Standing> = {
  dropping: 'toReceiver',
  uncollected: 'toReceiver',
  sorting: 'toReceiver',
  inTransit: 'toReceiver',
  delivered: 'waiting',
  collected: 'handedOver',
}
const backStandings: Record<DeliveryStatus, Standing> = {
  dropping: 'toSender',
  uncollected: 'toSender',
  sorting: 'toSender',
  inTransit: 'toSender',
  delivered: 'waitingForSender',
  collected: 'returned',
}

const goesOn: Record<Standing, boolean> = {
  toReceiver: true,
  waiting: true,
  handedOver: false,
  toSender: true,
  waitingForSender: true,
  returned: false,
  // Staff are still searching for it.
  lost: true,
  cancelled: false,
}
/** Its sender may still be asked about it. */
export const isUnderWay = (parcel: Placed): boolean => goesOn[standing(parcel)]
