import type { Language } from './language.ts'
import { dayInWords, timeInWords } from './nairobi-words.ts'
import type { RefusalDetails } from './refusals.ts'

const isDay = /^\d{4}-\d{2}-\d{2}$/
const isInstant = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/

/**
 * Fills `{name}` in a refusal's sentence with that detail of the refusal. A day ("2026-12-05") and an instant (ISO)
 * are put into words: "5 Dec 2026", "5 Dec 2026, 14:05". A name without a detail stays as it is.
 */
export const fillSentence = (
  sentence: string,
  details: Readonly<Record<string, unknown>> | RefusalDetails | undefined,
  language: Language,
): string =>
  sentence.replace(/\{(\w+)\}/g, (placeholder, name: string) => inWords(details?.[name], language) ?? placeholder)

const inWords = (value: unknown, language: Language): string | undefined => {
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return undefined
  if (isDay.test(value)) return dayInWords(value, language)
  return isInstant.test(value) ? `${dayInWords(value, language)}, ${timeInWords(value)}` : value
}
