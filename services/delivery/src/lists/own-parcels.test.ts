import type { OwnTrouble } from '@tuma/contracts/vocabulary'
import { describe, expect, test } from 'vitest'
import { deliveriesView } from '../domain/delivery-views.ts'
import { dukaniRequested, recorded } from '../testing/parcels.ts'
import { isLookedFor, isTroubled, type OwnWanted, whereTroubled } from './own-parcels.ts'

const [requested] = recorded('delivery-d1', dukaniRequested())
const row = requested && deliveriesView.project(null, requested, 'd1')
const finds = (search: string, by: OwnWanted['by'] = null, status: OwnWanted['status'] = null): boolean =>
  row !== null && row !== undefined && isLookedFor({ search, by, status })(row)

test.each(['TM-7K3M-Q2XV-90TB', 'tm7k3m q2xv', 'q2xv', '9OTB', ' 7K3M ', '3m q2'])(
  'a tracking id is found by %j, in any spelling',
  (typed) => expect([finds(typed, 'trackingId'), finds(typed)]).toEqual([true, true]),
)
test.each(['0722000111', '+254 722 000 111', '722-000', '0712 345 678'])(
  'a phone number is found by %j: the receiver’s or the sender’s',
  (typed) => expect([finds(typed, 'phone'), finds(typed)]).toEqual([true, true]),
)
test.each(['otieno', 'Ouma', 'wanj kam'])('a name is found by %j, with tracking ids', (typed) =>
  expect([finds(typed, 'trackingId'), finds(typed), finds(typed, 'phone')]).toEqual([true, true, false]),
)
test('a search by one kind does not find the other', () => {
  expect(finds('0722000111', 'trackingId')).toBe(false)
  expect(finds('TM-7K3M', 'phone')).toBe(false)
  expect([finds('Q7 22'), finds('Q7 22', 'phone')]).toEqual([false, false])
})
test('an empty search finds all, and punctuation alone finds nothing', () => {
  expect([finds('  '), finds('', 'phone')]).toEqual([true, true])
  expect([finds('!'), finds('-', 'phone')]).toEqual([false, false])
})
test('a status leaves out all others', () =>
  expect([finds('', null, 'dropping'), finds('ouma', null, 'delivered')]).toEqual([true, false]))

describe('a parcel in trouble', () => {
  const waiting = { since: '2026-11-16T07:00:00.000Z', until: '2026-11-26', asked: true, mayWait: true }
  const is = (trouble: OwnTrouble, changes: object): boolean =>
    row !== null && row !== undefined && isTroubled(trouble, { ...row, ...changes })
  test('is one that its sender is asked about, and not one that only waits', () => {
    expect([is('asked', { waiting }), is('asked', { waiting: { ...waiting, asked: false } }), is('asked', {})]).toEqual(
      [true, false, false],
    )
  })
  test('is one that came back, and not one that was handed over', () =>
    expect([is('returned', { outcome: 'returned' }), is('returned', { outcome: null })]).toEqual([true, false]))
  test('is found by its key if it has one', () => {
    expect([whereTroubled.held, whereTroubled.back, whereTroubled.lost]).toEqual([
      { trouble: 'held' },
      { trouble: 'back' },
      { trouble: 'lost' },
    ])
    for (const trouble of ['held', 'back', 'lost'] as const) expect(is(trouble, {})).toBe(true)
  })
})
