import { readSettings, WrongSettings } from '@tuma/platform/runtime'
import { expect, test } from 'vitest'
import { deliverySettings } from './settings.ts'

test('the dukani fee is 150 unless it is set', () => {
  expect(readSettings(deliverySettings, {})).toEqual({
    ...{ DUKANI_FEE: 150, PICKER_ID_DAYS: 90, PHOTO_DAYS: 90, CONTACT_MONTHS: 24 },
    ...{ WAIT_REMIND_DAYS: '2,4', WAIT_ASK_DAY: 7, WAIT_BACK_DAY: 10, WAIT_LONGER_DAYS: 7, VOID_MINUTES: 15 },
  })
  expect(readSettings(deliverySettings, { DUKANI_FEE: '180' })).toMatchObject({ DUKANI_FEE: 180 })
})
test.each(['free', '-1', '99.5'])('a dukani fee of %s is refused with a message', (DUKANI_FEE) =>
  expect(() => readSettings(deliverySettings, { DUKANI_FEE })).toThrow(WrongSettings),
)
test.each(['0', 'never', '1.5'])('people are kept for whole days and months, and not for %s', (time) => {
  expect(() => readSettings(deliverySettings, { PICKER_ID_DAYS: time })).toThrow(WrongSettings)
  expect(() => readSettings(deliverySettings, { PHOTO_DAYS: time })).toThrow(WrongSettings)
  expect(() => readSettings(deliverySettings, { CONTACT_MONTHS: time })).toThrow(WrongSettings)
})
