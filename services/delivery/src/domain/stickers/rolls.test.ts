import { toSpecification } from '@tuma/platform/testing'
import { expect, test } from 'vitest'
import { admin, mondayNine as at, cbd, cbdAgent } from '../../testing/parcels.ts'
import { isPrinted, type MakeRoll, type RollMade, stickerRolls } from './rolls.ts'

const { given } = toSpecification(stickerRolls)
const make = (count: number, more: Partial<MakeRoll> = {}): MakeRoll => ({
  ...{ type: 'MakeRoll', by: admin, count, shop: null, at },
  ...more,
})
const made = (roll: number, count: number): RollMade => ({ type: 'RollMade', data: { roll, count, at } })

test('each roll gets the next number', () => {
  given().when(make(40)).then(made(1, 40))
  given(made(1, 40))
    .when(make(2000, { shop: cbd }))
    .then({ type: 'RollMade', data: { roll: 2, count: 2000, shop: cbd, at } })
})

test.each([0, -1, 2001, 1.5])('a roll of %d stickers is refused', (count) =>
  given().when(make(count)).thenRefused('bad_input', { field: 'count' }),
)

test('only the office makes rolls', () =>
  given()
    .when(make(40, { by: cbdAgent }))
    .thenRefused('not_allowed'))

test('a number above the count of its roll, or of a roll that was never made, is not printed', () => {
  const rolls = { counts: [40, 2000] }
  expect(isPrinted(rolls, { roll: 1, n: 40 })).toBe(true)
  expect(isPrinted(rolls, { roll: 1, n: 41 })).toBe(false)
  expect(isPrinted(rolls, { roll: 2, n: 2000 })).toBe(true)
  expect(isPrinted(rolls, { roll: 3, n: 1 })).toBe(false)
})
