import { inNairobi } from './eat-day.ts'

/**
 * Nairobi's days and hours in words of our own, because a browser or a server may not know Swahili, or Kenya's clock of
 * 24 hours.
 */
const months = {
  en: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  sw: ['Jan', 'Feb', 'Mac', 'Apr', 'Mei', 'Jun', 'Jul', 'Ago', 'Sep', 'Okt', 'Nov', 'Des'],
} as const
type Spoken = keyof typeof months

const two = (number: number): string => String(number).padStart(2, '0')

/** "14:05": in both languages on the clock of 24 hours. @param instant ISO */
export const timeInWords = (instant: string): string => {
  const at = inNairobi(instant)
  return `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}`
}

/** "1 Aug", "1 Ago". @param instant ISO, or "2026-08-01" */
export const dayAndMonthInWords = (instant: string, language: Spoken): string => {
  const at = inNairobi(instant)
  return `${at.getUTCDate()} ${months[language][at.getUTCMonth()]}`
}

/** "1 Aug 2026", "1 Ago 2026". @param instant ISO, or "2026-08-01" */
export const dayInWords = (instant: string, language: Spoken): string =>
  `${dayAndMonthInWords(instant, language)} ${inNairobi(instant).getUTCFullYear()}`

/** "Aug 2026", "Ago 2026". @param month "2026-08" */
export const monthInWords = (month: string, language: Spoken): string =>
  dayInWords(`${month}-01`, language).replace('1 ', '')

/** "14:05 on 1 Aug", "14:05, 1 Ago". @param instant ISO */
export const whenInWords = (instant: string, language: Spoken): string => {
  const [time, day] = [timeInWords(instant), dayAndMonthInWords(instant, language)]
  return language === 'sw' ? `${time}, ${day}` : `${time} on ${day}`
}
