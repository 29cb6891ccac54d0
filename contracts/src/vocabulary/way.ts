import type { DeliveryStatus, DeliveryType, StageOut } from './delivery-status.ts'
import { type Placed, type Standing, standing } from './standing.ts'

/** Which sentence is true of where a parcel is: on its way out the owner's own. */
export type TrackingStage = StageOut | Exclude<Standing, 'toReceiver' | 'waiting' | 'handedOver'>

export const trackingStage = (parcel: Placed): TrackingStage => stages[standing(parcel)](parcel)

const stageOut = ({ status, deliveryType }: Placed): StageOut =>
  status === 'delivered' && deliveryType === 'doorstep' ? 'atDoorstep' : status

const stages: Record<Standing, (parcel: Placed) => TrackingStage> = {
  toReceiver: stageOut,
  waiting: stageOut,
  handedOver: stageOut,
  toSender: () => 'toSender',
  waitingForSender: () => 'waitingForSender',
  returned: () => 'returned',
  lost: () => 'lost',
}

type Way<Step> = readonly (readonly [Step, DeliveryStatus])[]
export type StepAhead = 'handedIn' | 'inTransit' | 'ready' | 'atDoor' | 'collected' | 'readyBack' | 'withSender'

const waysOut: Record<DeliveryType, Way<StepAhead>> = {
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
const wayBack: Way<StepAhead> = [
  ['inTransit', 'inTransit'],
  ['readyBack', 'delivered'],
  ['withSender', 'collected'],
]
const order: readonly DeliveryStatus[] = ['dropping', 'uncollected', 'inTransit', 'delivered', 'collected']

const after = (way: Way<StepAhead>, status: DeliveryStatus): StepAhead[] => {
  const now = order.indexOf(status === 'sorting' ? 'uncollected' : status)
  return way.filter(([, reached]) => order.indexOf(reached) > now).map(([step]) => step)
}

/**
 * What a parcel still has before it on its leg, the next step first; of one that nobody finds, nothing. One that is being
 * sorted is where it was handed in.
 */
export const stepsAhead = (parcel: Placed): StepAhead[] => ahead[standing(parcel)](parcel)

const aheadOut = ({ deliveryType, status }: Placed) => after(waysOut[deliveryType], status)
const aheadBack = ({ status }: Placed) => after(wayBack, status)
const none = () => []

const ahead: Record<Standing, (parcel: Placed) => StepAhead[]> = {
  toReceiver: aheadOut,
  waiting: aheadOut,
  handedOver: aheadOut,
  toSender: aheadBack,
  waitingForSender: aheadBack,
  returned: none,
  lost: none,
}

const keysOut = {
  dropping: 'here.dropping',
  uncollected: 'here.at',
  sorting: 'here.at',
  inTransit: 'here.onItsWay',
  delivered: 'here.collect',
  collected: null,
} as const
type HereKey = NonNullable<(typeof keysOut)[DeliveryStatus]> | 'here.handIn' | 'here.goesBack' | 'here.collectBack'

/** What is said of the shop that a parcel is at or goes to; null at its end, and where nobody can say. */
export const hereKey = (parcel: Placed): HereKey | null => keys[standing(parcel)](parcel)

/**
 * A door's parcel counts as handed in from the request on: nobody knows yet whether it was, and what is said is true of both.
 */
const keyOut = ({ deliveryType, status }: Placed): HereKey | null =>
  deliveryType === 'doorstep' && status === 'uncollected' ? 'here.handIn' : keysOut[status]

const keys: Record<Standing, (parcel: Placed) => HereKey | null> = {
  toReceiver: keyOut,
  waiting: keyOut,
  handedOver: keyOut,
  toSender: () => 'here.goesBack',
  waitingForSender: () => 'here.collectBack',
  returned: () => null,
  lost: () => null,
}

/** A rider is to bring it, and it is not there yet: what was promised of its kind is still to come. */
export const goesToDoor = (parcel: Placed): boolean =>
  parcel.deliveryType === 'doorstep' && standing(parcel) === 'toReceiver'

/** How a moment of its way so far is called: on the way back by another word. */
export const momentKey = ({ status, leg }: { readonly status: DeliveryStatus; readonly leg?: 'back' | undefined }) =>
  leg === 'back' ? (`back.${status}` as const) : (`status.${status}` as const)
