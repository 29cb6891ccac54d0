import { addDays, type EatDay, getEatDay, inNairobi } from './eat-day.ts'
import type { Position } from './position.ts'

/** "08:00" to "18:00", by Nairobi's clock. */
export type DayHours = { readonly opens: string; readonly closes: string }

/** When a shop is open, as far as it has given its hours. */
export type Opening = {
  /** By weekday, Monday first; null on a closed day. */
  readonly hours: readonly (DayHours | null)[] | null
  readonly closedDays: readonly EatDay[]
  /** Set today, and only for today. */
  readonly closedToday: boolean
}

/** The public description of a shop. */
export type AboutShop = Opening & {
  readonly landmark: string | null
  /** 254…: customers may call it. Missing when the shop has given none. */
  readonly phone?: string | undefined
  readonly position?: Position | undefined
}

export const maxLandmarkLength = 60
export const maxClosedDays = 30

export type NextOpening = { readonly day: EatDay; readonly inDays: number; readonly at: string }
export type OpenNow =
  | { readonly kind: 'open'; readonly until: string }
  | { readonly kind: 'opens'; readonly next: NextOpening }
  | { readonly kind: 'closedToday'; readonly next: NextOpening | null }

/** 0 is Monday. */
export const getWeekday = (day: EatDay): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7

/** People do not plan a visit to a shop further ahead. */
const daysAhead = 14

/** Whether the shop is open now, and otherwise when; null when it has given no hours. @param instant ISO */
export const openNow = (shop: Opening, instant: string): OpenNow | null => {
  const today = getEatDay(instant)
  const time = inNairobi(instant).toISOString().slice(11, 16)
  const isClosed = shop.closedToday || shop.closedDays.includes(today)
  if (shop.hours === null && !isClosed) return null
  const here = isClosed ? null : hoursOn(shop, today)
  const next = nextOpening(shop, today)
  if (here === null) return { kind: 'closedToday', next }
  if (time < here.opens) return { kind: 'opens', next: { day: today, inDays: 0, at: here.opens } }
  if (time < here.closes) return { kind: 'open', until: here.closes }
  return next && { kind: 'opens', next }
}

const hoursOn = ({ hours, closedDays }: Opening, day: EatDay): DayHours | null =>
  closedDays.includes(day) ? null : (hours?.[getWeekday(day)] ?? null)

const nextOpening = (shop: Opening, today: EatDay): NextOpening | null => {
  for (let inDays = 1; inDays <= daysAhead; inDays += 1) {
    const day = addDays(today, inDays)
    const hours = hoursOn(shop, day)
    if (hours) return { day, inDays, at: hours.opens }
  }
  return null
}

/**
 * The next moment at which a shop is open: `instant` itself while it is open, or when it has given no hours. A shop
 * that is closed today and has given no hours opens in the morning. One that never opens counts as open after 14 days.
 * @param instant ISO @returns ISO
 */
export const opensAt = (shop: Opening, instant: string): string => {
  const now = openNow(shop, instant)
  if (now?.kind === 'open' || (now === null && shop.hours === null)) return instant
  const week = shop.hours ?? usualWeek
  const next = now?.kind === 'opens' ? now.next : nextOpening({ ...shop, hours: week }, getEatDay(instant))
  if (next) return new Date(`${next.day}T${next.at}:00+03:00`).toISOString()
  return new Date(Date.parse(instant) + daysAhead * 24 * 60 * 60 * 1000).toISOString()
}

const usualWeek: readonly DayHours[] = Array.from({ length: 7 }, () => ({ opens: '08:00', closes: '18:00' }))

/** Days from tomorrow on when it is closed though its week says open, as far ahead as people plan. */
export const closedSoon = ({ hours, closedDays }: Opening, instant: string): EatDay[] => {
  const today = getEatDay(instant)
  const last = addDays(today, daysAhead)
  const isMissed = (day: EatDay) => hours === null || hours[getWeekday(day)] !== null
  return closedDays.filter((day) => day > today && day <= last && isMissed(day))
}
