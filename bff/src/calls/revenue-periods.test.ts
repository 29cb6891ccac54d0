import { describe, expect, test } from 'vitest'
import { addUp, periodsBefore, toPeriods, toTrend, trendDays } from './revenue-periods.ts'

const day = (day: string, doorstepRevenue: number, parcelDukaniRevenue: number) => ({
  day,
  doorstepRevenue,
  parcelDukaniRevenue,
  doorstepDeliveries: 2,
  parcelDukaniDeliveries: 1,
})

test('a period is the sum of its days, by kind and together', () => {
  expect(addUp([day('2026-11-20', 350, 150), day('2026-11-21', 400, 0)])).toEqual({
    totalRevenue: 900,
    doorstepRevenue: 750,
    parcelDukaniRevenue: 150,
    totalDeliveries: 6,
    doorstepDeliveries: 4,
    parcelDukaniDeliveries: 2,
  })
  expect(addUp([]).totalRevenue).toBe(0)
})

test('a day of the trend has its usual short form', () => {
  const [first] = toTrend([day('2026-11-01', 350, 150)])
  expect(first).toMatchObject({ date: '2026-11-01', formattedDate: '1 Nov', totalRevenue: 500, totalDeliveries: 3 })
})

describe('the days of the trend', () => {
  const today = '2026-03-10'
  test('are the last thirty', () => {
    expect(trendDays({}, today)).toEqual({ from: '2026-02-09', to: today })
  })
  test('start at one date, or end at one', () => {
    expect(trendDays({ from: '2026-03-09' }, today)).toEqual({ from: '2026-03-09', to: today })
    expect(trendDays({ to: '2026-03-09' }, today)).toEqual({ from: '2026-02-08', to: '2026-03-09' })
  })
  test('are at most a leap year', () => {
    expect(trendDays({ from: '2024-01-01', to: '2024-12-31' }, today).to).toBe('2024-12-31')
    expect(() => trendDays({ from: '2024-01-01', to: '2025-01-01' }, today)).toThrow(
      expect.objectContaining({ code: 'bad_input', details: { field: 'from' } }),
    )
  })
  test.each([
    ['from', { from: '2026-02-29' }],
    ['to', { to: '2026-04-31' }],
    ['to', { to: '2026-99-99' }],
    ['from', { from: '2026-03-11' }],
  ])('must exist and be in order (%s of %j)', (field, asked) => {
    expect(() => trendDays(asked, today)).toThrow(expect.objectContaining({ code: 'bad_input', details: { field } }))
  })
})

describe('a period is compared with the one before', () => {
  const { today, thisWeek, thisMonth } = periodsBefore('2026-11-18')
  test('today with yesterday', () => expect(today).toEqual({ from: '2026-11-17', to: '2026-11-17' }))
  test('the week, which begins on Monday, with the same days of the last week', () => {
    expect(toPeriods('2026-11-18').thisWeek.from).toBe('2026-11-16')
    expect(thisWeek).toEqual({ from: '2026-11-09', to: '2026-11-11' })
  })
  test('the month with the same days of the last month, or all of it where it is shorter', () => {
    expect(thisMonth).toEqual({ from: '2026-10-01', to: '2026-10-18' })
    expect(periodsBefore('2026-03-31').thisMonth).toEqual({ from: '2026-02-01', to: '2026-02-28' })
    expect(periodsBefore('2026-01-01').thisMonth).toEqual({ from: '2025-12-01', to: '2025-12-01' })
  })
})
