import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { faults } from './faults.ts'
import { faultsOfDay } from './faults-of-day.ts'
import { isFound } from './is-found.ts'
import { readPlantedSource } from './planting.ts'

test('three days in a row find every planted fault once', () => {
  const found = ['20420', '20421', '20422'].flatMap((day) => faultsOfDay(faults, day))
  expect(found).toHaveLength(faults.length)
  expect(new Set(found)).toEqual(new Set(faults))
})

test('the same day finds the same faults, and `all` finds every fault', () => {
  expect(faultsOfDay(faults, '20423')).toEqual(faultsOfDay(faults, '20420'))
  expect(faultsOfDay(faults, 'all')).toEqual(faults)
})

test('a day that is not a number is refused', () => expect(() => faultsOfDay(faults, 'Monday')).toThrow(RangeError))

test.each(faults)('$name: the README has it with its first seed', async ({ name, seed }) => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8')
  expect(readme.replaceAll('`', '')).toContain(`\n| ${name} | ${seed} |`)
})

test.each(faults)('$name: its file and its texts exist', (fault) => {
  expect(readPlantedSource(fault)).not.toBe('')
})

test('a fault that the daily audit must find is found by no other invariant alone', () => {
  const books = { auditFinds: 'accounts_unbalanced' }
  const others = { 'the books are what people and M-Pesa did': ['till: 1, 2'] }
  const named = { 'the daily audit finds nothing': ['revenue/audit-findings accounts_unbalanced all accounts'] }
  expect(isFound(books, { broken: others })).toBe(false)
  expect(isFound(books, { broken: { ...others, ...named } })).toBe(true)
  expect(isFound({ auditFinds: 'row_changed' }, { broken: named })).toBe(false)
  expect(isFound({}, { broken: others })).toBe(true)
})
