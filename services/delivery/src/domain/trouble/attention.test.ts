import { needsSince } from '@tuma/contracts/vocabulary'
import { describe, expect, test } from 'vitest'
import type { DeliveryRow } from '../delivery-views.ts'
import { lastMovedAt, needsAttention, toWaitAge } from './attention.ts'

const now = '2026-11-23T09:00:00.000Z'
const since = (need: 'waiting' | 'due') => needsSince(need, now)
type Row = Parameters<typeof needsAttention>[1]
const rowAt = (status: DeliveryRow['status'], at: string, changes: Partial<Row> = {}): Row => ({
  ...{
    status,
    deliveryType: 'parcelDukani',
    paid: true,
    paymentMethod: 'payNow',
    createdAt: '2026-11-01T09:00:00.000Z',
    leg: 'out',
    trouble: null,
    untold: null,
  },
  history: [
    { status: 'dropping', at: '2026-11-01T09:00:00.000Z', leg: null },
    { status, at, leg: null },
  ],
  ...changes,
})
const threeDaysAgo = '2026-11-20T09:00:00.000Z'
const later = '2026-11-20T09:00:00.001Z'

describe('a parcel waits for action', () => {
  const waits = (row: Row) => needsAttention('waiting', row, since('waiting'))
  test.each(['uncollected', 'sorting', 'delivered'] as const)(
    'when it has been %s at a shop for three days',
    (status) => {
      expect([waits(rowAt(status, threeDaysAgo)), waits(rowAt(status, later))]).toEqual([true, false])
    },
  )
  test.each(['dropping', 'inTransit', 'collected'] as const)('but not while it is %s', (status) =>
    expect(waits(rowAt(status, threeDaysAgo))).toBe(false),
  )
  test('and not at a shop once a rider has brought it to the door', () =>
    expect(waits(rowAt('delivered', threeDaysAgo, { deliveryType: 'doorstep' }))).toBe(false))
})

describe('the money for a parcel is due', () => {
  const door = { deliveryType: 'doorstep', paymentMethod: 'payOnDelivery', paid: false } as const
  const isDue = (row: Row) => needsAttention('due', row, since('due'))
  test('when a rider has had it for a day', () => {
    expect(isDue(rowAt('inTransit', '2026-11-22T09:00:00.000Z', door))).toBe(true)
    expect(isDue(rowAt('inTransit', '2026-11-22T09:00:00.001Z', door))).toBe(false)
  })
  test('unless it is paid, or was paid in advance', () => {
    expect(isDue(rowAt('inTransit', threeDaysAgo, { ...door, paid: true }))).toBe(false)
    expect(isDue(rowAt('inTransit', threeDaysAgo, { ...door, paymentMethod: 'payNow' }))).toBe(false)
  })
  test('and not for a parcel that has not left, or that goes to a shop', () => {
    expect(isDue(rowAt('uncollected', threeDaysAgo, door))).toBe(false)
    expect(isDue(rowAt('inTransit', threeDaysAgo, { ...door, deliveryType: 'parcelDukani' }))).toBe(false)
  })
})

test('a parcel that never moved counts from its request', () =>
  expect(lastMovedAt({ history: [], createdAt: now })).toBe(now))
test('a parcel counts from its last step', () => {
  const { history } = rowAt('uncollected', threeDaysAgo)
  expect(lastMovedAt({ history: [...history, { status: 'inTransit', at: now, leg: null }], createdAt: later })).toBe(
    now,
  )
})

describe('a parcel with a trouble', () => {
  const longAgo = '2026-11-02T09:00:00.000Z'
  test.each(['held', 'back', 'lost'] as const)('is found by it: %s', (trouble) => {
    const row = rowAt('sorting', longAgo, { trouble })
    const others = (['held', 'back', 'lost'] as const).filter((need) => need !== trouble)
    expect(needsAttention(trouble, row, now)).toBe(true)
    for (const need of others) expect(needsAttention(need, row, now)).toBe(false)
  })
  test('is also stuck when it has not moved on its way', () => {
    expect(needsAttention('stuck', rowAt('inTransit', longAgo, { trouble: 'held' }), now)).toBe(true)
    expect(needsAttention('stuck', rowAt('sorting', longAgo, { trouble: 'held' }), now)).toBe(false)
  })
})

test('no money is due for a parcel that goes back from a door', () => {
  const door = { deliveryType: 'doorstep', paymentMethod: 'payOnDelivery', paid: false } as const
  expect(needsAttention('due', rowAt('inTransit', threeDaysAgo, { ...door, leg: 'back' }), now)).toBe(false)
})

test.each([
  [0, 0],
  [1, 0],
  [2, 2],
  [4, 2],
  [5, 5],
  [7, 5],
  [8, 8],
  [14, 8],
  [15, 15],
  [90, 15],
])('a wait of %i days is in the group of %i days and more', (days, age) => {
  const since = new Date(Date.parse(now) - days * 24 * 3_600_000).toISOString()
  expect(toWaitAge(since, now)).toBe(age)
})
test('a wait is counted in mornings of Nairobi, and one that has not begun is new', () => {
  expect(toWaitAge('2026-11-21T20:59:59.000Z', '2026-11-22T21:00:00.000Z')).toBe(2)
  expect(toWaitAge(now, '2026-11-20T09:00:00.000Z')).toBe(0)
})
