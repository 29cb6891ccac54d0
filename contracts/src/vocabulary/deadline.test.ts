import { describe, expect, test } from 'vitest'
import { deadlineWords, isLate, tierDeadline } from './deadline.ts'

const requestedAt = '2026-11-16T06:00:00.000Z'
const by = tierDeadline('express', requestedAt, null)
const after = (time: string): string => {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
  return new Date(Date.parse(requestedAt) + ((hours * 60 + minutes) * 60 + seconds) * 1000).toISOString()
}
const said = (time: string) => (['en', 'sw'] as const).map((language) => deadlineWords(by, after(time), language))

describe('express, requested', () => {
  test.each([
    ['0:00:00', false, '90 min left', 'bado dk 90'],
    ['0:00:01', false, '89 min left', 'bado dk 89'],
    ['1:09:30', false, '20 min left', 'bado dk 20'],
    ['1:29:00', false, '1 min left', 'bado dk 1'],
    ['1:29:59', false, 'due now', 'muda umefika'],
    ['1:30:00', false, 'due now', 'muda umefika'],
    ['1:30:01', true, '1 min late', 'imepita dk 1'],
    ['2:05:59', true, '35 min late', 'imepita dk 35'],
    ['3:29:59', true, '119 min late', 'imepita dk 119'],
    ['3:30:00', true, '2 h late', 'imepita masaa 2'],
    ['49:29:59', true, '47 h late', 'imepita masaa 47'],
    ['49:30:00', true, '2 days late', 'imepita siku 2'],
  ])('%s ago', (time, late, english, swahili) => {
    expect(isLate(by, after(time))).toBe(late)
    expect(said(time)).toEqual([english, swahili])
  })
})

test('what is far away is said in hours and days', () => {
  const left = (hours: number) =>
    deadlineWords(new Date(Date.parse(requestedAt) + hours * 3_600_000).toISOString(), requestedAt, 'en')
  expect([1.99, 2, 11.9, 47.9, 48, 80].map(left)).toEqual([
    ...['119 min left', '2 h left', '11 h left', '47 h left', '2 days left', '3 days left'],
  ])
})
