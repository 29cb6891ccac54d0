import { expect, test } from 'vitest'
import { faults } from './faults.ts'
import { faultsOfDay } from './faults-of-day.ts'
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

test.each(faults)('$name: its file and its texts exist', (fault) => {
  expect(readPlantedSource(fault)).not.toBe('')
})
