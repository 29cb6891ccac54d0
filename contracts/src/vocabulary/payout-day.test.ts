import { expect, test } from 'vitest'
import { nextPayoutDay, phoneInShort, weekdayInWords } from './payout-day.ts'

test.each([
  ['2026-11-24', ['fri'], '2026-11-27'],
  ['2026-11-27', ['fri'], '2026-11-27'],
  ['2026-11-28', ['fri'], '2026-12-04'],
  ['2026-11-28', ['tue', 'fri'], '2026-12-01'],
  ['2026-11-29', ['sun'], '2026-11-29'],
] as const)('from %s on, money is paid out of %j on %s', (from, days, day) => {
  expect(nextPayoutDay(days, from)).toBe(day)
})
test('a payout day has its name in both languages', () => {
  expect(weekdayInWords('2026-11-27', 'en')).toBe('Friday 27 Nov')
  expect(weekdayInWords('2026-08-02', 'sw')).toBe('Jumapili 2 Ago')
})
test('a number is shown by its first two and last three digits', () => {
  expect(phoneInShort('254711333999')).toBe('07… 999')
})
