import type { RevenueDay, RevenuePeriod } from '@tuma/contracts/api'
import type { DayFigures } from '@tuma/contracts/services'
import { addDays, type EatDay, firstOfMonth, getMonday, Refused } from '@tuma/contracts/vocabulary'
import { realDay } from './days.ts'

type Figures = Omit<DayFigures, 'day'>

const daysUsually = 30
const maxDays = 366

export const addUp = (days: readonly Figures[]): RevenuePeriod => {
  const sum = (figure: keyof Figures) => days.reduce((total, day) => total + day[figure], 0)
  const [doorstepRevenue, parcelDukaniRevenue] = [sum('doorstepRevenue'), sum('parcelDukaniRevenue')]
  const [doorstepDeliveries, parcelDukaniDeliveries] = [sum('doorstepDeliveries'), sum('parcelDukaniDeliveries')]
  return {
    totalRevenue: doorstepRevenue + parcelDukaniRevenue,
    doorstepRevenue,
    parcelDukaniRevenue,
    totalDeliveries: doorstepDeliveries + parcelDukaniDeliveries,
    doorstepDeliveries,
    parcelDukaniDeliveries,
  }
}

/** Both days included. */
export type Days = { readonly from: EatDay; readonly to: EatDay }

export const toPeriods = (today: EatDay) => ({
  today: { from: today, to: today },
  thisWeek: { from: getMonday(today), to: today },
  thisMonth: { from: firstOfMonth(today), to: today },
})

/** The periods to compare with: yesterday, and the same days of last week and last month, which may be shorter. */
export const periodsBefore = (today: EatDay) => {
  const yesterday = addDays(today, -1)
  const lastOfMonth = addDays(firstOfMonth(today), -1)
  const sameDay = lastOfMonth.slice(0, 8) + today.slice(8)
  return {
    today: { from: yesterday, to: yesterday },
    thisWeek: { from: addDays(getMonday(today), -7), to: addDays(today, -7) },
    thisMonth: { from: firstOfMonth(lastOfMonth), to: sameDay < lastOfMonth ? sameDay : lastOfMonth },
  }
}

/** The 30 days up to `to` (today), or from `from` on. @throws bad_input with the wrong field */
export const trendDays = (
  asked: { readonly from?: EatDay | undefined; readonly to?: EatDay | undefined },
  today: EatDay,
): Days => {
  const to = realDay('to', asked.to ?? today)
  const from = realDay('from', asked.from ?? addDays(to, 1 - daysUsually))
  if (from > to || addDays(from, maxDays) <= to) throw new Refused('bad_input', { field: 'from' })
  return { from, to }
}

const dayAndMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

export const toTrend = (days: readonly DayFigures[]): RevenueDay[] =>
  days.map((day) => ({ date: day.day, formattedDate: dayAndMonth.format(new Date(day.day)), ...addUp([day]) }))
