import type { DeliveryStatus, DeliveryType } from './delivery-status.ts'

export type StepAhead = 'handedIn' | 'inTransit' | 'ready' | 'atDoor' | 'collected'

const ways: Record<DeliveryType, readonly (readonly [StepAhead, DeliveryStatus])[]> = {
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
const order: readonly DeliveryStatus[] = ['dropping', 'uncollected', 'inTransit', 'delivered', 'collected']

/** What a parcel of this kind still has before it, the next step first. One that is being sorted is where it was handed in. */
export const stepsAhead = (deliveryType: DeliveryType, status: DeliveryStatus): StepAhead[] => {
  const now = order.indexOf(status === 'sorting' ? 'uncollected' : status)
  return ways[deliveryType].filter(([, reached]) => order.indexOf(reached) > now).map(([step]) => step)
}

const hereKeys = {
  dropping: 'here.dropping',
  uncollected: 'here.at',
  sorting: 'here.at',
  inTransit: 'here.onItsWay',
  delivered: 'here.collect',
} as const

/**
 * What is said of the shop that a parcel is at or goes to; null at its end. A door's parcel counts as handed in from the
 * request on: nobody knows yet whether it was, and what is said is true of both.
 */
export const hereKey = (deliveryType: DeliveryType, status: DeliveryStatus) => {
  if (status === 'collected') return null
  return deliveryType === 'doorstep' && status === 'uncollected' ? 'here.handIn' : hereKeys[status]
}
