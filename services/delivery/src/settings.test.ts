import { readSettings, WrongSettings } from '@tuma/platform/runtime'
import { expect, test } from 'vitest'
import { deliverySettings } from './settings.ts'

test('the dukani fee is 150 unless it is set', () => {
  expect(readSettings(deliverySettings, {})).toEqual({ DUKANI_FEE: 150 })
  expect(readSettings(deliverySettings, { DUKANI_FEE: '180' })).toEqual({ DUKANI_FEE: 180 })
})
test.each(['free', '-1', '99.5'])('a dukani fee of %s is refused with a sentence', (DUKANI_FEE) =>
  expect(() => readSettings(deliverySettings, { DUKANI_FEE })).toThrow(WrongSettings),
)
