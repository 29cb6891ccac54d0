/** A parcel's way, in its order. `sorting` is only ever set by an admin and counts as uncollected. */
export const deliveryStatuses = ['dropping', 'uncollected', 'sorting', 'inTransit', 'delivered', 'collected'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** Whether each status is one of those that a place means: a new status is a compile error until the place says so. */
export type StatusMarks = Readonly<Record<DeliveryStatus, boolean>>
type Marked<Marks> = { [Status in keyof Marks]: Marks[Status] extends false ? never : Status }[keyof Marks]
/** Those that are marked, in the order of the way. */
export const statusesWhere = <const Marks extends StatusMarks>(marks: Marks) =>
  deliveryStatuses.filter((status) => marks[status]) as Extract<Marked<Marks>, DeliveryStatus>[]

/** How far each is on the way; a parcel that is set back may pass one again. */
const progress: Readonly<Record<DeliveryStatus, number>> = {
  dropping: 0,
  uncollected: 1,
  sorting: 2,
  inTransit: 3,
  delivered: 4,
  collected: 5,
}
/** A parcel of this status is at `step`, or past it. */
export const hasReached = (status: DeliveryStatus, step: DeliveryStatus): boolean => progress[status] >= progress[step]

/** What an agent's press brings a parcel to. */
export const pressedStatuses = statusesWhere({
  dropping: false,
  uncollected: true,
  sorting: false,
  inTransit: true,
  delivered: true,
  collected: true,
})
export type PressedStatus = (typeof pressedStatuses)[number]

/** What an admin may set. */
export const settableStatuses = statusesWhere({
  dropping: false,
  uncollected: true,
  sorting: true,
  inTransit: true,
  delivered: true,
  collected: false,
})
export type SettableStatus = (typeof settableStatuses)[number]

/** In which list of the sending shop each is: a parcel that is being sorted is among those that were handed in. */
export const listedAs = {
  dropping: 'dropping',
  uncollected: 'uncollected',
  sorting: 'uncollected',
  inTransit: 'inTransit',
  delivered: 'delivered',
  collected: 'collected',
} as const satisfies Record<DeliveryStatus, Exclude<DeliveryStatus, 'sorting'>>

/** A status that only a newer release knows is shown as in transit: a tab or a bff may be older than who answers it. */
export const knownStatus = (status: DeliveryStatus): DeliveryStatus =>
  deliveryStatuses.includes(status) ? status : 'inTransit'

/** How many are in progress: neither delivered nor collected. @param counts of each status */
export const inProgressOf = (counts: Readonly<Record<DeliveryStatus, number>>): number =>
  inProgress.reduce((sum, status) => sum + counts[status], 0)

const inProgress = statusesWhere({
  dropping: true,
  uncollected: true,
  sorting: true,
  inTransit: true,
  delivered: false,
  collected: false,
})

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

/** A doorstep parcel that is delivered awaits nobody's collection at a shop. */
export type StageOut = DeliveryStatus | 'atDoorstep'

/** What is said of a parcel that goes to whoever gets it; `sentenceWords` say the rest. */
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
