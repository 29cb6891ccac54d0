import { expect, test } from 'vitest'
import { formatDateTime, formatDay, formatDayAndMonth, formatTime } from './moments.ts'

const noon = new Date('2026-11-23T09:00:00Z') // in Nairobi

test.each([
  ['2026-11-20T22:30:00Z', '21 Nov 2026, 01:30', '21 Nov 2026, 01:30'],
  ['2026-08-01T02:05:00Z', '1 Aug 2026, 05:05', '1 Ago 2026, 05:05'],
  ['2026-05-09T05:06:00Z', '9 May 2026, 08:06', '9 Mei 2026, 08:06'],
  ['2026-10-09T11:05:00Z', '9 Oct 2026, 14:05', '9 Okt 2026, 14:05'],
  ['2026-12-31T13:59:00Z', '31 Dec 2026, 16:59', '31 Des 2026, 16:59'],
  ['2026-03-01T16:00:00Z', '1 Mar 2026, 19:00', '1 Mac 2026, 19:00'],
])('%s is read in Nairobi by a clock of 24 hours: %s, %s', (at, english, swahili) => {
  expect(formatDateTime(at, 'en', noon)).toBe(english)
  expect(formatDateTime(at, 'sw', noon)).toBe(swahili)
})

test("today and yesterday are Nairobi's", () => {
  expect(formatDateTime('2026-11-22T21:00:00Z', 'en', noon)).toBe('Today, 00:00')
  expect(formatDateTime('2026-11-22T20:59:00Z', 'en', noon)).toBe('Yesterday, 23:59')
  expect(formatDateTime('2026-11-23T05:06:00Z', 'sw', noon)).toBe('Leo, 08:06')
  expect(formatDateTime('2026-11-24T09:00:00Z', 'en', noon)).toBe('24 Nov 2026, 12:00')
  expect(formatDay('2026-11-22', 'sw')).toBe('22 Nov 2026')
  expect(formatDayAndMonth('2026-07-31T21:00:00Z', 'sw')).toBe('1 Ago')
  expect(formatTime('2026-11-22T21:00:00Z')).toBe('00:00')
})
