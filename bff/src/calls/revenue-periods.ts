import type { RevenueDay, RevenuePeriod } from '@tuma/contracts/api'
import type { DayFigures } from '@tuma/contracts/services'
import { addDays, type EatDay, Refused } from '@tuma/contracts/vocabulary'
import { realDay } from './days.ts'

const daysUsually = 30
const daysMost = 366

export const sumOf = (days: readonly DayFigures[]): RevenuePeriod => {
  const sum = (figure: Exclude<keyof DayFigures, 'day'>) => days.reduce((total, day) => total + day[figure], 0)
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

/** The 30 days up to `to` (today), or from `from` on. @throws bad_input with the field that is wrong */
export const trendDays = (
  asked: { readonly from?: EatDay | undefined; readonly to?: EatDay | undefined },
  today: EatDay,
): { from: EatDay; to: EatDay } => {
  const to = realDay('to', asked.to ?? today)
  const from = realDay('from', asked.from ?? addDays(to, 1 - daysUsually))
  if (from > to || addDays(from, daysMost) <= to) throw new Refused('bad_input', { field: 'from' })
  return { from, to }
}

const dayAndMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

export const trendOf = (days: readonly DayFigures[]): RevenueDay[] =>
  days.map((day) => ({ date: day.day, formattedDate: dayAndMonth.format(new Date(day.day)), ...sumOf([day]) }))
