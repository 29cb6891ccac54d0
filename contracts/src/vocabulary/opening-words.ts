import type { Language } from './language.ts'
import { dayAndMonthInWords } from './nairobi-words.ts'
import {
  type AboutShop,
  closedSoon,
  type DayHours,
  getWeekday,
  type NextOpening,
  type Opening,
  openNow,
} from './opening.ts'

const days: Record<Language, readonly string[]> = {
  en: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
  sw: ['Jtatu', 'Jnne', 'Jtano', 'Alh', 'Ijumaa', 'Jmosi', 'Jpili'],
}
const words = {
  en: {
    daily: 'Daily',
    openUntil: (time: string) => `Open now · closes ${time}`,
    opens: (when: string) => `Closed, opens ${when}`,
    closedToday: 'Closed today',
    alsoOpens: (when: string) => `Closed today, opens ${when}`,
    today: 'today',
    tomorrow: 'tomorrow',
    closedOn: (which: string) => `Closed on ${which}`,
  },
  sw: {
    daily: 'Kila siku',
    openUntil: (time: string) => `Liko wazi sasa · linafungwa ${time}`,
    opens: (when: string) => `Limefungwa, litafunguliwa ${when}`,
    closedToday: 'Limefungwa leo',
    alsoOpens: (when: string) => `Limefungwa leo, litafunguliwa ${when}`,
    today: 'leo',
    tomorrow: 'kesho',
    closedOn: (which: string) => `Litafungwa ${which}`,
  },
} as const

/** "Open now · closes 18:00", "Closed today, opens Mon 08:00"; null where the shop has not said. @param instant ISO */
export const openNowInWords = (shop: Opening, instant: string, language: Language): string | null => {
  const said = words[language]
  const now = openNow(shop, instant)
  switch (now?.kind) {
    case undefined:
      return null
    case 'open':
      return said.openUntil(now.until)
    case 'opens':
      return said.opens(whenInWords(now.next, language))
    case 'closedToday':
      return now.next ? said.alsoOpens(whenInWords(now.next, language)) : said.closedToday
  }
}

const whenInWords = ({ day, inDays, at }: NextOpening, language: Language): string => {
  const { today, tomorrow } = words[language]
  const named = inDays < 7 ? (days[language][getWeekday(day)] ?? '') : dayAndMonthInWords(day, language)
  return `${[today, tomorrow][inDays] ?? named} ${at}`
}

/** "Mon–Fri 08–18, Sat 09–13": days that are open, equal ones together; empty where it never is. */
export const hoursInWords = (hours: readonly (DayHours | null)[], language: Language): string => {
  const groups: { first: number; last: number; hours: string }[] = []
  hours.forEach((day, index) => {
    const hours = day && `${short(day.opens)}–${short(day.closes)}`
    const before = groups.at(-1)
    if (hours && before?.last === index - 1 && before.hours === hours) before.last = index
    else if (hours) groups.push({ first: index, last: index, hours })
  })
  const name = (index: number) => days[language][index] ?? ''
  const range = ({ first, last }: { first: number; last: number }) => {
    if (last - first === 6) return words[language].daily
    return first === last ? name(first) : `${name(first)}–${name(last)}`
  }
  return groups.map((group) => `${range(group)} ${group.hours}`).join(', ')
}

/** Keeps both digits of the hour, so that it is not read as Swahili time, which counts from sunrise. */
const short = (time: string): string => time.replace(/:00$/, '')

/** A line below a shop's name. `isOpen` only for the line that says so. */
export type ShopLine = { readonly words: string; readonly isOpen?: boolean }

/** How to find a shop, whether it is open, its week, and exceptional days: a line for each that is known. @param instant ISO */
export const shopInWords = (shop: AboutShop, instant: string, language: Language): ShopLine[] => {
  const soon = closedSoon(shop, instant).map((day) => dayAndMonthInWords(day, language))
  const open = openNowInWords(shop, instant, language)
  const isOpen = openNow(shop, instant)?.kind === 'open'
  return [
    ...(shop.landmark ? [{ words: shop.landmark }] : []),
    ...(open ? [{ words: open, isOpen }] : []),
    ...(shop.hours ? [{ words: hoursInWords(shop.hours, language) }] : []),
    ...(soon.length > 0 ? [{ words: words[language].closedOn(soon.join(', ')) }] : []),
  ].filter((line) => line.words !== '')
}
