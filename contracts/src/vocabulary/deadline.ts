import type { PricingTier } from './delivery-status.ts'
import type { Language } from './language.ts'
import { type Opening, opensAt } from './opening.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Milliseconds that a tier takes at most: express is under 1 h 30 min, same-day within 12 hours. */
const tierMs: Record<PricingTier, number> = { express: 90 * minuteMs, 'same-day': 12 * hourMs }

/** The bases of a deadline. `tier`: the time that the sender paid for. */
export const promiseBases = ['tier'] as const
export type PromiseBasis = (typeof promiseBases)[number]

/**
 * The latest time at which a parcel must be at its door. The tier's time begins with the request or, if the sender's
 * shop is closed then, when it next opens. @param requestedAt ISO @param shop null when it has given no hours @returns
 * ISO
 */
export const tierDeadline = (tier: PricingTier, requestedAt: string, shop: Opening | null): string =>
  new Date(Date.parse(shop ? opensAt(shop, requestedAt) : requestedAt) + tierMs[tier]).toISOString()

/** Exactly at its deadline a parcel is still on time. @param by ISO @param now ISO */
export const isLate = (by: string, now: string): boolean => Date.parse(now) > Date.parse(by)

/**
 * "20 min left", "3 h left", "due now", "35 min late": minutes below two hours, hours below 48, then days, each rounded
 * down. A late parcel is late by a minute at least. @param by ISO @param now ISO, the server's
 */
export const deadlineWords = (by: string, now: string, language: Language): string => {
  const said = words[language]
  const leftMs = Date.parse(by) - Date.parse(now)
  if (leftMs < 0) return said.late(duration(Math.max(-leftMs, minuteMs), language))
  return leftMs < minuteMs ? said.now : said.left(duration(leftMs, language))
}

const duration = (ms: number, language: Language): string => {
  const { minutes, hours, days } = words[language]
  if (ms < 2 * hourMs) return minutes(Math.floor(ms / minuteMs))
  return ms < 2 * dayMs ? hours(Math.floor(ms / hourMs)) : days(Math.floor(ms / dayMs))
}

const words = {
  en: {
    minutes: (count: number) => `${count} min`,
    hours: (count: number) => `${count} h`,
    days: (count: number) => `${count} days`,
    left: (time: string) => `${time} left`,
    late: (time: string) => `${time} late`,
    now: 'due now',
  },
  sw: {
    minutes: (count: number) => `dk ${count}`,
    hours: (count: number) => `masaa ${count}`,
    days: (count: number) => `siku ${count}`,
    left: (time: string) => `bado ${time}`,
    late: (time: string) => `imepita ${time}`,
    now: 'muda umefika',
  },
} as const
