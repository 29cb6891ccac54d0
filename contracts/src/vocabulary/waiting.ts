import { addDays, type EatDay } from './eat-day.ts'

/** What the clock of a parcel that waits at a shop does: remind whoever gets it, ask whoever sent it, send it back. */
export const waitRules = ['remind', 'ask', 'back'] as const
export type WaitRule = (typeof waitRules)[number]

/** Days are counted from the one on which it arrived. */
export type WaitDays = {
  /** Whoever gets it is reminded. */
  readonly remind: readonly number[]
  /** Whoever sent it is asked. */
  readonly ask: number
  /** After being asked, it goes back by itself. */
  readonly backAfterAsked: number
  /** By so many it waits longer, each time its sender says so. */
  readonly longer: number
}
export const maxExtensions = 2

/** What a sender may decide of a parcel that nobody fetches. */
export const waitDecisions = ['wait', 'back'] as const
export type WaitDecision = (typeof waitDecisions)[number]

/** When a rule of that day is due: at nine in the morning in Nairobi. */
export const dueAtNine = (day: EatDay): string => new Date(`${day}T09:00:00+03:00`).toISOString()
export const dayOfWait = (since: EatDay, day: number): EatDay => addDays(since, day)
