import { type DeliveryStatus, type DeliveryType, knownStatus } from './delivery-status.ts'

/** Which way a parcel goes: to whoever gets it, or back to whoever sent it. */
export const legs = ['out', 'back'] as const
export type Leg = (typeof legs)[number]

/** What became of it beside its status, which says how far it has come on its leg. */
export const outcomes = ['returned', 'lost'] as const
export type Outcome = (typeof outcomes)[number]

/** Why a parcel goes back: its sender decided so, nobody fetched it, or an admin had it sent. */
export const returnReasons = ['sender', 'waited', 'office'] as const
export type ReturnReason = (typeof returnReasons)[number]

/**
 * Where a parcel stands, of status, leg and outcome together: whatever lists, tells, counts or allows something of it switches
 * over these. What holds it is beside them, in `holds`.
 */
export const standings = [
  'toReceiver',
  'waiting',
  'handedOver',
  'toSender',
  'waitingForSender',
  'returned',
  'lost',
] as const
export type Standing = (typeof standings)[number]

/** `leg` is missing of a parcel that goes out, `outcome` of one that has none. */
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
  // Somebody still looks for it.
  lost: true,
}
/** Its sender may still be asked about it. */
export const isUnderWay = (parcel: Placed): boolean => goesOn[standing(parcel)]
