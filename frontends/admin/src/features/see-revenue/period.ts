import type { RevenueDay, RevenuePeriod } from '@tuma/contracts/api'
import { addDays, type EatDay, firstOfMonth, getMonday } from '@tuma/contracts/vocabulary'
import { formatDayAndMonth } from '@tuma/kit/ui'

export const periods = ['today', 'thisWeek', 'thisMonth', 'custom'] as const
export type Period = (typeof periods)[number]

/** The period in the address: `?period=custom&from=2026-11-01&to=2026-11-21`. Anything else is today. */
export const periodIn = (search: URLSearchParams): Period =>
  periods.find((period) => period === search.get('period')) ?? 'today'

export type DatesProblem = 'revenue.datesMissing' | 'revenue.datesTurned' | 'revenue.datesFar'

/** Why two dates are invalid; null if they are valid. */
export const findProblem = (from: string, to: string): DatesProblem | null => {
  if (!from || !to) return 'revenue.datesMissing'
  if (from > to) return 'revenue.datesTurned'
  return addDays(from, 365) < to ? 'revenue.datesFar' : null
}

/** Adds up the six figures of several days. */
export const addUp = (days: readonly RevenueDay[]): RevenuePeriod => {
  const sum = (figure: keyof RevenuePeriod): number => days.reduce((total, day) => total + day[figure], 0)
  return {
    totalRevenue: sum('totalRevenue'),
    doorstepRevenue: sum('doorstepRevenue'),
    parcelDukaniRevenue: sum('parcelDukaniRevenue'),
    totalDeliveries: sum('totalDeliveries'),
    doorstepDeliveries: sum('doorstepDeliveries'),
    parcelDukaniDeliveries: sum('parcelDukaniDeliveries'),
  }
}

/** 100 if there were any deliveries today, else 0 (specified); the completion rate beside it is the useful one. */
export const successRate = (today: RevenuePeriod): number => (today.totalDeliveries > 0 ? 100 : 0)

export type Days = { readonly from: EatDay; readonly to: EatDay }

/** "1 Nov – 23 Nov", or one day. */
export const wordsOfDays = ({ from, to }: Days): string =>
  from === to ? formatDayAndMonth(from) : `${formatDayAndMonth(from)} – ${formatDayAndMonth(to)}`

/** The days of a period that has not ended. */
export const getDays = (period: Exclude<Period, 'custom'>, today: EatDay): Days => {
  const from = { today, thisWeek: getMonday(today), thisMonth: firstOfMonth(today) }[period]
  return { from, to: today }
}
