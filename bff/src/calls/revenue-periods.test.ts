import { describe, expect, test } from 'vitest'
import { sumOf, trendDays, trendOf } from './revenue-periods.ts'

const day = (day: string, doorstepRevenue: number, parcelDukaniRevenue: number) => ({
  day,
  doorstepRevenue,
  parcelDukaniRevenue,
  doorstepDeliveries: 2,
  parcelDukaniDeliveries: 1,
})

test('a period is the sum of its days, by kind and together', () => {
  expect(sumOf([day('2026-11-20', 350, 150), day('2026-11-21', 400, 0)])).toEqual({
    totalRevenue: 900,
    doorstepRevenue: 750,
    parcelDukaniRevenue: 150,
    totalDeliveries: 6,
    doorstepDeliveries: 4,
    parcelDukaniDeliveries: 2,
  })
  expect(sumOf([]).totalRevenue).toBe(0)
})

test('a day of the trend is written as people write it', () => {
  const [first] = trendOf([day('2026-11-01', 350, 150)])
  expect(first).toMatchObject({ date: '2026-11-01', formattedDate: '1 Nov', totalRevenue: 500, totalDeliveries: 3 })
})

describe('the days of the trend', () => {
  const today = '2026-03-10'
  test('are the last thirty', () => {
    expect(trendDays({}, today)).toEqual({ from: '2026-02-09', to: today })
  })
  test('are those from one date, or up to one', () => {
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
  ])('are days that there are, in order (%s of %j)', (field, asked) => {
    expect(() => trendDays(asked, today)).toThrow(expect.objectContaining({ code: 'bad_input', details: { field } }))
  })
})
