import { addDays, type EatDay, Refused } from '@tuma/contracts/vocabulary'

/** Checks that the day exists: "2026-02-30" only looks like one. @throws bad_input with the field */
export const realDay = (field: string, day: EatDay): EatDay => {
  if (Number.isNaN(Date.parse(day)) || addDays(day, 0) !== day) throw new Refused('bad_input', { field })
  return day
}
