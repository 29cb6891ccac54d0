/** A parcel's way, in its order. `sorting` is only ever set by an admin. */
export const deliveryStatuses = ['dropping', 'uncollected', 'sorting', 'inTransit', 'delivered', 'collected'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/**
 * How far a parcel is on its leg: not handed in yet, at the sending shop, between shops, at the end of its leg, handed
 * over.
 */
export type Phase = 'awaited' | 'handedIn' | 'onTheWay' | 'arrived' | 'handedOver'

/**
 * For each status: its phase, whether an agent's step leads to it, and whether an admin may set it. Lists of statuses
 * are derived from this table, so that a new status is in each list that it belongs to.
 */
const facts = {
  dropping: { phase: 'awaited', pressed: false, settable: false },
  uncollected: { phase: 'handedIn', pressed: true, settable: true },
  sorting: { phase: 'handedIn', pressed: false, settable: true },
  inTransit: { phase: 'onTheWay', pressed: true, settable: true },
  delivered: { phase: 'arrived', pressed: true, settable: true },
  collected: { phase: 'handedOver', pressed: true, settable: false },
} as const satisfies Record<DeliveryStatus, { phase: Phase; pressed: boolean; settable: boolean }>

/**
 * A status that only a newer release knows is shown as in transit: a tab or a bff may be older than the service that
 * answers.
 */
export const knownStatus = (status: DeliveryStatus): DeliveryStatus =>
  deliveryStatuses.includes(status) ? status : 'inTransit'

export const toPhase = (status: DeliveryStatus): Phase => facts[knownStatus(status)].phase
export const statusesIn = (...phases: readonly Phase[]): DeliveryStatus[] =>
  deliveryStatuses.filter((status) => phases.includes(facts[status].phase))

type Fact = 'pressed' | 'settable'
type StatusWith<Name extends Fact> = {
  [Status in DeliveryStatus]: (typeof facts)[Status][Name] extends true ? Status : never
}[DeliveryStatus]
const statusesWith = <Name extends Fact>(name: Name) =>
  deliveryStatuses.filter((status): status is StatusWith<Name> => facts[status][name])

export type PressedStatus = StatusWith<'pressed'>
export const pressedStatuses = statusesWith('pressed')
export type SettableStatus = StatusWith<'settable'>
export const settableStatuses = statusesWith('settable')

/** A parcel of this status is at `step`, or has passed it. */
export const hasReached = (status: DeliveryStatus, step: DeliveryStatus): boolean =>
  deliveryStatuses.indexOf(status) >= deliveryStatuses.indexOf(step)

/** How many are in progress: neither delivered nor collected. @param counts of each status */
export const getInProgress = (counts: Readonly<Record<DeliveryStatus, number>>): number =>
  statusesIn('awaited', 'handedIn', 'onTheWay').reduce((sum, status) => sum + counts[status], 0)

/** doorstep: a rider brings it to the receiver's address. parcelDukani: the receiver collects it at an agent's shop. */
export const deliveryTypes = ['doorstep', 'parcelDukani'] as const
export type DeliveryType = (typeof deliveryTypes)[number]

/** Doorstep only: same-day is within 12 hours, express under 1 h 30 min. */
export const pricingTiers = ['same-day', 'express'] as const
export type PricingTier = (typeof pricingTiers)[number]

export const paymentMethods = ['payNow', 'payOnDelivery'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

export const statusLabels: Record<DeliveryStatus, string> = {
  dropping: 'Dropping Off',
  uncollected: 'Uncollected',
  sorting: 'Sorting',
  inTransit: 'In Transit',
  delivered: 'Delivered',
  collected: 'Collected',
}

/** A delivered doorstep parcel does not wait for collection at a shop. */
export type StageOut = DeliveryStatus | 'atDoorstep'

/** The sentences for a parcel on its way to the receiver; `sentenceWords` has the others. */
export const trackingSentences: Record<StageOut, string> = {
  dropping: 'The parcel has not yet been handed to the agent.',
  uncollected: 'The parcel has been handed to the agent and the rider will pick it up soon.',
  sorting: 'The parcel is being sorted and will be on its way soon.',
  inTransit: 'The parcel is currently in transit.',
  delivered: 'The parcel has been received by the receiving agents and is awaiting collection.',
  atDoorstep: "The parcel has been delivered to the receiver's address.",
  collected: 'The parcel has been collected.',
}

/** The one thing an agent can do next with a parcel. */
export const nextSteps = [
  'drop',
  'assignRider',
  'putInTransit',
  'markDelivered',
  'confirmReceipt',
  'assignPicker',
] as const
export type NextStep = (typeof nextSteps)[number]
