import { addDays, type EatDay } from './eat-day.ts'

/** What the clock of a parcel that waits at a shop does: remind the receiver, ask the sender, send the parcel back. */
export const waitRules = ['remind', 'ask', 'back'] as const
export type WaitRule = (typeof waitRules)[number]

/** Days are counted from the day of its arrival. */
export type WaitDays = {
  /** The days on which the receiver is reminded. */
  readonly remind: readonly number[]
  /** The day on which the sender is asked. */
  readonly ask: number
  /** So many days after that, it goes back by itself. */
  readonly backAfterAsked: number
  /** So many days longer it waits, each time the sender asks for it. */
  readonly longer: number
}
export const maxExtensions = 2

/** The sender's choices for a parcel that is not collected. */
export const waitDecisions = ['wait', 'back'] as const
export type WaitDecision = (typeof waitDecisions)[number]

/** When a rule of that day is due: at nine in the morning in Nairobi. */
export const dueAtNine = (day: EatDay): string => new Date(`${day}T09:00:00+03:00`).toISOString()
export const dayOfWait = (since: EatDay, day: number): EatDay => addDays(since, day)
