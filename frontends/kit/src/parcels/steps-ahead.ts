import type { DeliveryStatus, DeliveryType } from '@tuma/contracts/vocabulary'

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
