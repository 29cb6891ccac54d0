/**
 * Why somebody in the office should look at a parcel: it has lain at a shop for three days (`waiting`), or a rider has had
 * it for a day and the money for it has not come in (`due`).
 */
export const needs = ['waiting', 'due'] as const
export type Need = (typeof needs)[number]

const dayMs = 24 * 60 * 60 * 1000
const daysOf: Record<Need, number> = { waiting: 3, due: 1 }

/** What has not moved since then needs somebody. @param now ISO */
export const needsSince = (need: Need, now: string): string =>
  new Date(Date.parse(now) - daysOf[need] * dayMs).toISOString()
