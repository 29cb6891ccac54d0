/**
 * Why somebody in the office should look at a parcel: it has lain at a shop for three days (`waiting`), a rider has had
 * it for a day and the money for it has not come in (`due`), something holds it (`held`), it has been on its way for two days
 * (`stuck`), it goes back to its sender (`back`), it is missing (`lost`), its deadline has passed (`late`), or SMS
 * can't reach the person who must come for it (`untold`).
 */
export const needs = ['waiting', 'due', 'held', 'stuck', 'back', 'lost', 'late', 'untold'] as const
export type Need = (typeof needs)[number]
/** All but `late` follow from how long a parcel has not moved. */
export type NeedByRest = Exclude<Need, 'late'>

const dayMs = 24 * 60 * 60 * 1000
const getDays: Record<NeedByRest, number> = { waiting: 3, due: 1, held: 0, stuck: 2, back: 0, lost: 0, untold: 0 }

/** What has not moved since then needs somebody. @param now ISO */
export const needsSince = (need: NeedByRest, now: string): string =>
  new Date(Date.parse(now) - getDays[need] * dayMs).toISOString()

/** What is out of the ordinary with a parcel, beside its status; the gravest alone. */
export const troubles = ['lost', 'held', 'back'] as const
export type Trouble = (typeof troubles)[number]

/** Who is to do something with a parcel next. */
export const turns = ['office', 'shop', 'rider', 'receiver', 'sender'] as const
export type Turn = (typeof turns)[number]

/** Parcels that wait at a shop for whoever gets them, by the days since they arrived: from each of these on. */
export const waitAges = [0, 2, 5, 8, 15] as const

/** By what whoever sent parcels sifts their own: what they are asked about, and what did not go its way. */
export const ownTroubles = ['asked', 'held', 'back', 'returned', 'lost'] as const
export type OwnTrouble = (typeof ownTroubles)[number]
