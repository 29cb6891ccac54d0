/**
 * Why the office should look at a parcel: it has been at a shop for three days (`waiting`), a rider has had it for a
 * day and its money has not arrived (`due`), it is on hold (`held`), it has been on its way for two days (`stuck`), it
 * goes back to its sender (`back`), it is missing (`lost`), its deadline has passed (`late`), or SMS cannot reach the
 * person who must collect it (`untold`).
 */
export const needs = ['waiting', 'due', 'held', 'stuck', 'back', 'lost', 'late', 'untold'] as const
export type Need = (typeof needs)[number]
/** All but `late` follow from how long a parcel has not moved. */
export type NeedByRest = Exclude<Need, 'late'>

const dayMs = 24 * 60 * 60 * 1000
const getDays: Record<NeedByRest, number> = { waiting: 3, due: 1, held: 0, stuck: 2, back: 0, lost: 0, untold: 0 }

/** A parcel that has not moved since then needs the office's attention. @param now ISO */
export const needsSince = (need: NeedByRest, now: string): string =>
  new Date(Date.parse(now) - getDays[need] * dayMs).toISOString()

/** What is unusual about a parcel, beside its status; only the most serious. */
export const troubles = ['lost', 'held', 'back'] as const
export type Trouble = (typeof troubles)[number]

/** Who must act on a parcel next. */
export const responsibleParties = ['office', 'shop', 'rider', 'receiver', 'sender'] as const
export type ResponsibleParty = (typeof responsibleParties)[number]

/** Ages in days of parcels that wait at a shop to be collected: each group begins at one of these. */
export const waitAges = [0, 2, 5, 8, 15] as const

/** Filters of a sender's own parcels: what they are asked about, and what did not go its usual way. */
export const ownTroubles = ['asked', 'held', 'back', 'returned', 'lost'] as const
export type OwnTrouble = (typeof ownTroubles)[number]
