import { inNairobi } from './eat-day.ts'

/** Stands at the end of every marketing SMS and counts as part of it. */
export const smsOptOutLine = '\nSTOP *456*9*5#'

export const charactersOfOneSms = 160

/** 160 characters each, in every alphabet: what admins are told before they send. */
export const smsSegments = (text: string): number => Math.ceil(text.length / charactersOfOneSms)

/** Marketing SMS belong between 08:00 and 18:00 in Nairobi. @param instant ISO */
export const isMarketingHour = (instant: string): boolean => {
  const hour = inNairobi(instant).getUTCHours()
  return hour >= 8 && hour < 18
}
