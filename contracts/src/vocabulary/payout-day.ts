import { addDays, type EatDay } from './eat-day.ts'
import type { Language } from './language.ts'
import { dayAndMonthInWords } from './nairobi-words.ts'
import { displayPhone } from './phone.ts'

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Weekday = (typeof weekdays)[number]

const names: Record<Language, readonly string[]> = {
  en: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  sw: ['Jumatatu', 'Jumanne', 'Jumatano', 'Alhamisi', 'Ijumaa', 'Jumamosi', 'Jumapili'],
}

const getIndex = (day: EatDay): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7

/** The first of these days of the week, from that day on. @param days one at least */
export const nextPayoutDay = (days: readonly Weekday[], from: EatDay): EatDay => {
  const inDays = weekdays.findIndex((_, ahead) => days.includes(weekdays[(getIndex(from) + ahead) % 7] ?? 'mon'))
  return addDays(from, Math.max(inDays, 0))
}

/** "Friday 28 Nov", "Ijumaa 28 Nov". */
export const weekdayInWords = (day: EatDay, language: Language): string =>
  `${names[language][getIndex(day)]} ${dayAndMonthInWords(day, language)}`

/** "07… 999": enough for its owner. @param phone 254… */
export const phoneInShort = (phone: string): string => {
  const shown = displayPhone(phone)
  return `${shown.slice(0, 2)}… ${shown.slice(-3)}`
}
