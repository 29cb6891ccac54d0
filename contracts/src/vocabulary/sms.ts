import { inNairobi } from './eat-day.ts'

/** The last line of every marketing SMS; it counts as part of the text. */
export const smsOptOutLine = '\nSTOP *456*9*5#'

export const charactersOfOneSms = 160

/** 160 characters each, in every alphabet: the number that admins see before they send. */
export const smsSegments = (text: string): number => Math.ceil(text.length / charactersOfOneSms)

/** Marketing SMS belong between 08:00 and 18:00 in Nairobi. @param instant ISO */
export const isMarketingHour = (instant: string): boolean => {
  const hour = inNairobi(instant).getUTCHours()
  return hour >= 8 && hour < 18
}
