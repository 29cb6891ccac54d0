import { fold } from '@tuma/platform/domain'
import { toSpecification } from '@tuma/platform/testing'
import { describe, expect, test } from 'vitest'
import { cashIn, type DrawerEvent, drawer } from './drawer.ts'
import { isReceived } from './drawer-parcels.ts'
import type { Posting } from './journal.ts'
import { shortIn, type TakeIn } from './taking-in.ts'

const { given } = toSpecification(drawer)
const at = '2026-11-24T09:00:00.000Z'
const note = { personId: 'otieno', reason: 'They are ill' }
const cash = (deliveryId: string, cents: number, took = at): DrawerEvent => ({
  type: 'CashStood',
  data: { agentId: 'otieno', deliveryId, cents, awaiting: false, asOf: 1, at: took },
})
const [d1, d2] = [cash('d1', 1000_00, '2026-11-23T09:00:00.000Z'), cash('d2', 350_00)]
const take = (counted: number, more: Partial<TakeIn> = {}): TakeIn => ({
  ...{ type: 'TakeIn', agentId: 'otieno', handOverId: 'h1', counted, rest: 'missing', inDrawer: 1350_00, note, at },
  ...{ by: 'achieng', aloneUpTo: 20_000_00, approval: null, ...more },
})
const parts = (...each: [string, number][]) => each.map(([deliveryId, cents]) => ({ deliveryId, cents }))
const sent = (cents: number): Posting[] => [
  { account: 'drawers', party: 'otieno', cents: -cents },
  { account: 'in_transit', party: 'otieno', cents },
]
const accepted = (cents: number, more: object = {}): DrawerEvent => ({
  type: 'ShortageAccepted',
  data: { agentId: 'otieno', handOverId: 'h1', cents, by: 'achieng', approvedBy: null, at, ...more },
})
const takenIn = (cents: number, counted: number, parcels: ReturnType<typeof parts>, postings: Posting[]) =>
  [
    {
      type: 'CashHandedOver',
      data: {
        ...{ agentId: 'otieno', handOverId: 'h1', cents, parcels, at },
        ...{ postings: sent(cents), declared: counted, byOffice: true },
      },
    },
    {
      type: 'CashReceived',
      data: { agentId: 'otieno', handOverId: 'h1', cents, parcels, at, postings, counted, note },
    },
  ] satisfies DrawerEvent[]
const all = parts(['d1', 1000_00], ['d2', 350_00])
const banked = (cents: number, counted: number): Posting[] => {
  const short: Posting[] = cents === counted ? [] : [{ account: 'shortages', party: 'otieno', cents: cents - counted }]
  const bank: Posting[] = counted === 0 ? [] : [{ account: 'bank', party: null, cents: counted }]
  return [...bank, ...short, { account: 'in_transit', party: 'otieno', cents: -cents }]
}

describe('the office takes cash out of a drawer:', () => {
  test('all of it, handed over and received at once, with the reason', () => {
    const events = takenIn(1350_00, 1350_00, all, banked(1350_00, 1350_00))
    given(d1, d2)
      .when(take(1350_00))
      .then(...events)
    const after = fold(drawer, [d1, d2, ...events])
    expect(cashIn(after)).toEqual([])
    expect([isReceived(after, 'd1'), isReceived(after, 'd2')]).toEqual([true, true])
  })
  test('what was counted, the oldest parcels first, where the rest stays', () =>
    given(d1, d2)
      .when(take(1100_00, { rest: 'stays' }))
      .then(...takenIn(1100_00, 1100_00, parts(['d1', 1000_00], ['d2', 100_00]), banked(1100_00, 1100_00))))
  test('with the name of what is missing, also where nothing is left', () => {
    given(d1, d2)
      .when(take(1200_00))
      .then(...takenIn(1350_00, 1200_00, all, banked(1350_00, 1200_00)), accepted(150_00))
    given(d1, d2)
      .when(take(0))
      .then(...takenIn(1350_00, 0, all, banked(1350_00, 0)), accepted(1350_00))
  })
  test('with what is too much', () =>
    given(d1, d2)
      .when(take(1400_00))
      .then(...takenIn(1350_00, 1400_00, all, banked(1350_00, 1400_00))))
  test('once for each command', () =>
    given(d1, d2, ...takenIn(1350_00, 1350_00, all, []))
      .when(take(1350_00))
      .then())
})

describe('nothing is taken', () => {
  test('from an empty drawer', () => given().when(take(100_00)).thenRefused('drawer_empty'))
  test('where the drawer holds another sum than the admin saw', () =>
    given(d1, d2)
      .when(take(1000_00, { inDrawer: 1000_00 }))
      .thenRefused('drawer_changed'))
  test('while a hand-over of the agent waits to be received', () => {
    const declared: DrawerEvent = {
      type: 'CashHandedOver',
      data: {
        ...{ agentId: 'otieno', handOverId: 'h0', declared: 1000_00, cents: 1000_00, at },
        ...{ parcels: parts(['d1', 1000_00]), byOffice: false, postings: [] },
      },
    }
    given(d1, d2, declared)
      .when(take(350_00, { inDrawer: 350_00 }))
      .thenRefused('hand_over_waiting')
  })
  test('where nothing was counted and the rest stays', () =>
    given(d1)
      .when(take(0, { rest: 'stays', inDrawer: 1000_00 }))
      .thenRefused('bad_input', { field: 'amount' }))
})

describe('the shortage that one admin may accept alone', () => {
  const upTo = (aloneUpTo: number, more: Partial<TakeIn> = {}) => take(1200_00, { aloneUpTo, ...more })
  const before = (hours: number, more: object = {}) =>
    accepted(100_00, { handOverId: 'h0', at: new Date(Date.parse(at) - hours * 3_600_000).toISOString(), ...more })
  const done = [...takenIn(1350_00, 1200_00, all, banked(1350_00, 1200_00))]

  test('is as much as the limit and not one cent more', () => {
    given(d1, d2)
      .when(upTo(150_00))
      .then(...done, accepted(150_00))
    given(d1, d2).when(upTo(149_99)).thenRefused('approval_needed')
  })
  test('includes what was missing in the drawer within 24 hours, whichever admin took it in', () => {
    given(d1, d2, before(23, { by: 'baraka' }))
      .when(upTo(249_99))
      .thenRefused('approval_needed')
    given(d1, d2, before(23))
      .when(upTo(250_00))
      .then(...done, accepted(150_00))
    given(d1, d2, before(25))
      .when(upTo(249_99))
      .then(...done, accepted(150_00))
  })
  test('does not include what another admin approved, and then has no limit', () => {
    given(d1, d2, before(1, { approvedBy: 'baraka' }))
      .when(upTo(150_00))
      .then(...done, accepted(150_00))
    given(d1, d2, before(1))
      .when(upTo(0, { approval: { by: 'baraka' } }))
      .then(...done, accepted(150_00, { approvedBy: 'baraka' }))
  })
  test('includes a shortage from when there was no other admin', () =>
    given(d1, d2)
      .when(upTo(0, { approval: { by: null } }))
      .then(...done, accepted(150_00)))
})

test('the shortage is what leaves the drawer and was not counted', () => {
  expect(shortIn({ counted: 1200_00, rest: 'missing', inDrawer: 1350_00 })).toBe(150_00)
  expect(shortIn({ counted: 1200_00, rest: 'stays', inDrawer: 1350_00 })).toBe(0)
  expect(shortIn({ counted: 1400_00, rest: 'missing', inDrawer: 1350_00 })).toBe(0)
})
