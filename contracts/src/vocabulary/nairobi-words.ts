import { inNairobi } from './eat-day.ts'

/**
 * Nairobi's days and hours as people read them, by words of our own: a browser or a server knows Swahili, or Kenya's clock
 * of 24 hours, or neither.
 */
const months = {
  en: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  sw: ['Jan', 'Feb', 'Mac', 'Apr', 'Mei', 'Jun', 'Jul', 'Ago', 'Sep', 'Okt', 'Nov', 'Des'],
} as const
type Spoken = keyof typeof months

/** From which hour on it is what: digits alone would be read by the clock that begins at sunrise. */
const hoursInSwahili = [
  [19, 'usiku'],
  [16, 'jioni'],
  [12, 'mchana'],
  [6, 'asubuhi'],
  [4, 'alfajiri'],
  [0, 'usiku'],
] as const

const two = (number: number): string => String(number).padStart(2, '0')

/** "14:05", "14:05 mchana". @param instant ISO */
export const timeInWords = (instant: string, language: Spoken): string => {
  const at = inNairobi(instant)
  const hour = at.getUTCHours()
  const time = `${two(hour)}:${two(at.getUTCMinutes())}`
  return language === 'sw' ? `${time} ${hoursInSwahili.find(([from]) => hour >= from)?.[1]}` : time
}

/** "1 Aug", "1 Ago". @param instant ISO, or "2026-08-01" */
export const dayAndMonthInWords = (instant: string, language: Spoken): string => {
  const at = inNairobi(instant)
  return `${at.getUTCDate()} ${months[language][at.getUTCMonth()]}`
}

/** "1 Aug 2026", "1 Ago 2026". @param instant ISO, or "2026-08-01" */
export const dayInWords = (instant: string, language: Spoken): string =>
  `${dayAndMonthInWords(instant, language)} ${inNairobi(instant).getUTCFullYear()}`

/** "14:05 on 1 Aug", "14:05 mchana, 1 Ago". @param instant ISO */
export const whenInWords = (instant: string, language: Spoken): string => {
  const [time, day] = [timeInWords(instant, language), dayAndMonthInWords(instant, language)]
  return language === 'sw' ? `${time}, ${day}` : `${time} on ${day}`
}
