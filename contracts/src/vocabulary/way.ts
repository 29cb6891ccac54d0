import { type DeliveryStatus, type DeliveryType, hasReached, knownStatus, type StageOut } from './delivery-status.ts'
import type { HoldCode } from './hold.ts'
import { type Placed, type Standing, standing } from './standing.ts'

/**
 * The facts that texts about a parcel depend on: where it is, whether it is on hold, and whether a rider will come for
 * it.
 */
export type Told = Placed & {
  /** Its holds, or that it has some; missing or empty when it has none. */
  readonly held?: boolean | readonly HoldCode[] | undefined
  /** The rider who brings it to a door, or that there is one. */
  readonly rider?: object | boolean | null | undefined
  /** A shop has it, also where its status does not say so: a parcel to a door. */
  readonly seen?: boolean | undefined
}

const isHeld = ({ held = false }: Told): boolean => (typeof held === 'boolean' ? held : held.length > 0)

/** The names of steps (`stageWords`). A step has the same name before and after it has happened. */
export const stages = [
  'toBring',
  'booked',
  'riderComes',
  'handedIn',
  'sorting',
  'inTransit',
  'atShop',
  'ready',
  'atDoor',
  'collected',
  'goingBack',
  'sortingBack',
  'inTransitBack',
  'backAtShop',
  'withSender',
  'lost',
  'cancelled',
] as const
export type Stage = (typeof stages)[number]

/**
 * What is true of a parcel now, for its sender, its receiver and people who track it: badges, timelines, `/t`, shared
 * links and SMS all take their words from this. Only a parcel that its receiver can collect now is `ready`.
 */
export const toStage = (parcel: Told): Stage => stagesNow[standing(parcel)](parcel)

const stagesNow: Record<Standing, (parcel: Told) => Stage> = {
  toReceiver: (parcel) => (parcel.rider && parcel.status === 'uncollected' ? 'riderComes' : reached(parcel)),
  waiting: (parcel) => (isHeld(parcel) ? 'atShop' : 'ready'),
  handedOver: (parcel) => reached(parcel),
  toSender: ({ status }) => stagesBack[knownStatus(status)],
  waitingForSender: () => 'backAtShop',
  returned: () => 'withSender',
  lost: () => 'lost',
  cancelled: () => 'cancelled',
}

const stagesBack = {
  dropping: 'goingBack',
  uncollected: 'goingBack',
  sorting: 'sortingBack',
  inTransit: 'inTransitBack',
  delivered: 'backAtShop',
  collected: 'withSender',
} as const satisfies Record<DeliveryStatus, Stage>
const stagesOut: Record<DeliveryType, Record<DeliveryStatus, Stage>> = {
  doorstep: {
    dropping: 'toBring',
    // A parcel for a door has this status from the request on, whether it was handed in or not.
    uncollected: 'booked',
    sorting: 'sorting',
    inTransit: 'inTransit',
    delivered: 'atDoor',
    collected: 'collected',
  },
  parcelDukani: {
    dropping: 'toBring',
    uncollected: 'handedIn',
    sorting: 'sorting',
    inTransit: 'inTransit',
    delivered: 'atShop',
    collected: 'collected',
  },
}

type Moment = Pick<Placed, 'status' | 'leg'>
const reached = ({ deliveryType, status: told, leg, seen }: Moment & Pick<Told, 'deliveryType' | 'seen'>): Stage => {
  const status = knownStatus(told)
  if (seen && status === 'uncollected' && leg !== 'back') return 'handedIn'
  return leg === 'back' ? stagesBack[status] : stagesOut[deliveryType][status]
}

/** The name of each moment of its way so far, oldest first: the last one is `ready` only while the parcel is. */
export const stagesSoFar = (parcel: Told, history: readonly Moment[]): Stage[] =>
  history.map((moment, index) => {
    const isNow = index === history.length - 1 && moment.status === parcel.status
    if (isNow && toStage(parcel) === 'ready') return 'ready'
    return reached({ ...moment, deliveryType: parcel.deliveryType, seen: parcel.seen })
  })

/** Selects the true sentence about where a parcel is: on its way out, unless it is held, the specified one. */
export type TrackingStage = StageOut | 'held' | Exclude<Standing, 'toReceiver' | 'waiting' | 'handedOver'>

export const trackingStage = (parcel: Told): TrackingStage => sentences[standing(parcel)](parcel)

const specified = ({ status, deliveryType }: Told): TrackingStage =>
  status === 'delivered' && deliveryType === 'doorstep' ? 'atDoorstep' : knownStatus(status)
const unlessHeld = (stage: (parcel: Told) => TrackingStage) => (parcel: Told) =>
  isHeld(parcel) ? 'held' : stage(parcel)

const sentences: Record<Standing, (parcel: Told) => TrackingStage> = {
  toReceiver: unlessHeld(specified),
  waiting: unlessHeld(specified),
  handedOver: specified,
  toSender: unlessHeld(() => 'toSender'),
  waitingForSender: unlessHeld(() => 'waitingForSender'),
  returned: () => 'returned',
  lost: () => 'lost',
  cancelled: () => 'cancelled',
}

type Way = readonly (readonly [Stage, DeliveryStatus])[]

const waysOut: Record<DeliveryType, Way> = {
  doorstep: [
    ['inTransit', 'inTransit'],
    ['atDoor', 'delivered'],
  ],
  parcelDukani: [
    ['handedIn', 'uncollected'],
    ['inTransit', 'inTransit'],
    ['ready', 'delivered'],
    ['collected', 'collected'],
  ],
}
const wayBack: Way = [
  ['inTransitBack', 'inTransit'],
  ['backAtShop', 'delivered'],
  ['withSender', 'collected'],
]

const after = (way: Way, status: DeliveryStatus): Stage[] =>
  way.filter(([, step]) => !hasReached(knownStatus(status), step)).map(([stage]) => stage)

/**
 * The steps that a parcel still has before it on its leg, the next one first; none for a lost or held parcel. A parcel
 * that is being sorted counts as handed in.
 */
export const stepsAhead = (parcel: Told): Stage[] => (isHeld(parcel) ? [] : ahead[standing(parcel)](parcel))

const aheadOut = ({ deliveryType, status }: Placed) => after(waysOut[deliveryType], status)
const aheadBack = ({ status }: Placed) => after(wayBack, status)
const none = () => []

const ahead: Record<Standing, (parcel: Placed) => Stage[]> = {
  toReceiver: aheadOut,
  waiting: aheadOut,
  handedOver: aheadOut,
  toSender: aheadBack,
  waitingForSender: aheadBack,
  returned: none,
  lost: none,
  cancelled: none,
}

export type HereKey =
  `here.${'dropping' | 'handIn' | 'riderComes' | 'at' | 'onItsWay' | 'collect' | 'goesBack' | 'collectBack'}`

/**
 * The key of the text about the shop that a parcel is at or goes to; null at its end, and when its place is not known.
 */
export const hereKey = (parcel: Told): HereKey | null => keys[standing(parcel)](parcel)

const keyOut = (parcel: Told): HereKey | null => {
  switch (knownStatus(parcel.status)) {
    case 'dropping':
      return 'here.dropping'
    case 'inTransit':
      return isHeld(parcel) ? null : 'here.onItsWay'
    case 'uncollected':
      if (parcel.deliveryType === 'parcelDukani') return 'here.at'
      if (parcel.rider) return 'here.riderComes'
      return parcel.seen ? 'here.at' : 'here.handIn'
    default:
      return 'here.at'
  }
}

const keys: Record<Standing, (parcel: Told) => HereKey | null> = {
  toReceiver: keyOut,
  waiting: (parcel) => (isHeld(parcel) ? 'here.at' : 'here.collect'),
  handedOver: () => null,
  toSender: () => 'here.goesBack',
  waitingForSender: (parcel) => (isHeld(parcel) ? 'here.at' : 'here.collectBack'),
  returned: () => null,
  lost: () => null,
  cancelled: () => null,
}

/** A rider brings it, and it is neither delivered nor held: the promise of its tier still counts. */
export const goesToDoor = (parcel: Told): boolean =>
  parcel.deliveryType === 'doorstep' && standing(parcel) === 'toReceiver' && !isHeld(parcel)

/** Until when the parcel waits, for its receiver; undefined while it is held. */
export const waitsFor = (parcel: Told, until: string | null | undefined): string | undefined =>
  isHeld(parcel) ? undefined : (until ?? undefined)
