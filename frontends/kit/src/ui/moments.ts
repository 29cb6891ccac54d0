import { inNairobi } from '@tuma/contracts/vocabulary'
import { currentLanguage, type Language } from '../runtime/look.ts'

/**
 * Moments as people read them, by words of our own: a browser knows Swahili, or Kenya's clock of 24 hours, or neither. The
 * first page's own small script needs them as well: no React here.
 */

const dayMs = 24 * 3_600_000

const words = {
  en: {
    months: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
    days: ['Today', 'Yesterday'],
  },
  sw: {
    months: ['Jan', 'Feb', 'Mac', 'Apr', 'Mei', 'Jun', 'Jul', 'Ago', 'Sep', 'Okt', 'Nov', 'Des'],
    days: ['Leo', 'Jana'],
  },
} as const satisfies Record<Language, unknown>

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

function timeOf(at: Date, language: Language): string {
  const hour = at.getUTCHours()
  const time = `${two(hour)}:${two(at.getUTCMinutes())}`
  const partOfDay = hoursInSwahili.find(([from]) => hour >= from)?.[1]
  return language === 'sw' ? `${time} ${partOfDay}` : time
}

/** "21 Nov 2026" in Nairobi. @param instant ISO, or "2026-11-21" */
export function formatDay(instant: string, language: Language = currentLanguage()): string {
  const at = inNairobi(instant)
  return `${at.getUTCDate()} ${words[language].months[at.getUTCMonth()]} ${at.getUTCFullYear()}`
}

/** "21 Nov 2026, 14:05" in Nairobi, "Today, 14:05", "Jana, 14:05 mchana". */
export function formatDateTime(instant: string, language: Language = currentLanguage(), now = new Date()): string {
  const at = inNairobi(instant)
  const daysAgo = Math.floor(inNairobi(now).getTime() / dayMs) - Math.floor(at.getTime() / dayMs)
  return `${words[language].days[daysAgo] ?? formatDay(instant, language)}, ${timeOf(at, language)}`
}

/** What each keeps together where it is too long for its line: the day, the space between, the time. */
export const partsOf = (moment: string): string[] => moment.split(/(?<=,)( )/)
