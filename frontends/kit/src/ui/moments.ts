import { dayAndMonthInWords, dayInWords, inNairobi, timeInWords } from '@tuma/contracts/vocabulary'
import { currentLanguage, type Language } from '../runtime/look.ts'

/** Moments as people read them in Nairobi. The first page's own small script needs them as well: no React here. */

const dayMs = 24 * 3_600_000
const lately = { en: ['Today', 'Yesterday'], sw: ['Leo', 'Jana'] } as const satisfies Record<Language, unknown>

/** "21 Nov 2026" in Nairobi. @param instant ISO, or "2026-11-21" */
export const formatDay = (instant: string, language: Language = currentLanguage()): string =>
  dayInWords(instant, language)

/** "21 Nov", where the year is plain. @param instant ISO, or "2026-11-21" */
export const formatDayAndMonth = (instant: string, language: Language = currentLanguage()): string =>
  dayAndMonthInWords(instant, language)

/** "14:05". @param instant ISO */
export const formatTime = (instant: string): string => timeInWords(instant)

/** "21 Nov 2026, 14:05" in Nairobi, "Today, 14:05", "Jana, 14:05". */
export function formatDateTime(instant: string, language: Language = currentLanguage(), now = new Date()): string {
  const daysAgo = getDay(inNairobi(now)) - getDay(inNairobi(instant))
  return `${lately[language][daysAgo] ?? dayInWords(instant, language)}, ${timeInWords(instant)}`
}

const getDay = (at: Date): number => Math.floor(at.getTime() / dayMs)

/** What each keeps together where it is too long for its line: the day, the space between, the time. */
export const toParts = (moment: string): string[] => moment.split(/(?<=,)( )/)
