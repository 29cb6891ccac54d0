import { fold } from '@tuma/platform/domain'
import { toSpecification } from '@tuma/platform/testing'
import { describe, expect, test } from 'vitest'
import { type OwedCommand, type OwedEvent, owed, owedStream, readyIn, toRefusal } from './owed.ts'

const { given } = toSpecification(owed)
const at = '2026-11-24T09:00:00.000Z'
type Data<Type extends OwedEvent['type']> = Extract<OwedEvent, { type: Type }>['data']
type Parcel = Omit<Data<'ParcelOwed'>, 'again' | 'paid'>
const parcel = (more: Partial<Parcel>): Parcel => ({
  ...{ owedTo: 'account:kamau', deliveryId: 'd1', cents: 1000_00, how: 'cash', ready: true, asOf: 1, at },
  ...more,
})
const owing = (more: Partial<Parcel> = {}): OwedCommand => ({ type: 'OweParcel', ...parcel(more) })
const isOwed = (more: Partial<Parcel> = {}, again = false, wasPaid = false): OwedEvent => ({
  ...{ type: 'ParcelOwed', data: { ...parcel(more), again, paid: wasPaid } },
})
const payout = { owedTo: 'account:kamau', payoutId: 'o1', reference: 'UKN4T7X9QZ', valueAt: at, at }
const pay = (cents: number, payoutId = 'o1'): OwedCommand => ({
  ...{ type: 'PayOut', ...payout, cents, payoutId, payee: null },
})
const paid = (cents: number, ...ids: string[]): OwedEvent => ({
  type: 'PaidOut',
  data: {
    ...{ ...payout, cents, parcels: ids.map((deliveryId) => ({ deliveryId, cents: 1000_00 })) },
    postings: [
      { account: 'bank', party: null, cents: -cents },
      { account: 'owed_to_senders', party: 'account:kamau', cents },
    ],
  },
})

const refused = (payoutId = 'o1', newPayee: Data<'PayoutRefused'>['newPayee'] = null): OwedEvent => ({
  ...{ type: 'PayoutRefused', data: { owedTo: payout.owedTo, payoutId, newPayee, at } },
})

test('what is owed stands where it stood since the first day', () =>
  expect(owedStream('account:kamau')).toBe('owed-account:kamau'))

describe('to a sender is owed', () => {
  test('a parcel’s money, once', () => {
    given().when(owing()).then(isOwed())
    given(isOwed())
      .when(owing({ asOf: 2 }))
      .then()
    given(isOwed())
      .when(owing({ deliveryId: 'd2' }))
      .then(isOwed({ deliveryId: 'd2' }))
  })
  test('no parcel that costs nothing', () =>
    given()
      .when(owing({ cents: 0 }))
      .then())
  test('again, where it can be paid out now or was taken otherwise', () => {
    given(isOwed({ ready: false }))
      .when(owing({ asOf: 2 }))
      .then(isOwed({ asOf: 2 }, true))
    given(isOwed())
      .when(owing({ how: 'till', asOf: 2 }))
      .then(isOwed({ how: 'till', asOf: 2 }, true))
    given(isOwed())
      .when(owing({ ready: false, asOf: 1 }))
      .then(isOwed({ ready: false }, true))
  })
  test('nothing that was known before what is known', () =>
    given(isOwed({ asOf: 2 }))
      .when(owing({ ready: false }))
      .then())
})

describe('a sender is paid', () => {
  test('all that is ready, the oldest first', () => {
    const [young, old] = [isOwed({ deliveryId: 'd1' }), isOwed({ deliveryId: 'd2', at: '2026-11-23T09:00:00.000Z' })]
    given(young, old, isOwed({ deliveryId: 'd3', ready: false }))
      .when(pay(2000_00))
      .then(paid(2000_00, 'd2', 'd1'))
  })
  test('only what was ready when it was decided', () => {
    given(isOwed()).when(pay(2000_00)).then(refused())
    given(isOwed({ ready: false }))
      .when(pay(1000_00))
      .then(refused())
    given(isOwed({ ready: false }))
      .when(pay(0))
      .then(refused())
  })
  test('a parcel once, though it is said again that it is ready', () => {
    given(isOwed(), paid(1000_00, 'd1')).when(pay(1000_00, 'o2')).then(refused('o2'))
    const again = isOwed({ how: 'till', asOf: 2 }, true)
    given(isOwed(), paid(1000_00, 'd1'), again).when(pay(1000_00, 'o2')).then(refused('o2'))
  })
  test('a parcel once, and what is said of it afterwards says that they were paid', () => {
    given(isOwed(), paid(1000_00, 'd1'))
      .when(owing({ ready: false, asOf: 2 }))
      .then(isOwed({ ready: false, asOf: 2 }, true, true))
  })
  test('not while their number is new, and the same press again is answered once it was recorded', () => {
    const payee = { changedAt: '2026-11-24T08:00:00.000Z', payableFrom: '2026-11-25T08:00:00.000Z' }
    const waiting = { ...pay(1000_00), payee } as OwedCommand
    given(isOwed()).when(waiting).then(refused('o1', payee))
    given(isOwed(), paid(1000_00, 'd1')).when(waiting).then()
  })
  test('not by a press that was refused, though its sum is due by then', () =>
    given(isOwed(), refused()).when(pay(1000_00)).then())
  test('by the next press after one that was refused', () =>
    given(isOwed(), refused())
      .when(pay(1000_00, 'o2'))
      .then({
        ...paid(1000_00, 'd1'),
        data: { ...(paid(1000_00, 'd1') as Extract<OwedEvent, { type: 'PaidOut' }>).data, payoutId: 'o2' },
      } as OwedEvent))
  test('once by one press', () => given(isOwed(), paid(1000_00, 'd1')).when(pay(1000_00)).then())
  test('nothing of what is not ready any more', () =>
    given(isOwed(), isOwed({ ready: false, asOf: 2 }, true))
      .when(pay(1000_00))
      .then(refused()))
})

test('who is refused hears why: another sum is due, or their number is too new', () => {
  const payee = { changedAt: '2026-11-24T06:00:00.000Z', payableFrom: '2026-11-25T06:00:00.000Z' }
  const told = (event: OwedEvent) => toRefusal((event as Extract<OwedEvent, { type: 'PayoutRefused' }>).data)
  expect(told(refused())).toMatchObject({ code: 'payout_changed' })
  expect(told(refused('o1', payee))).toMatchObject({
    ...{ code: 'payee_new', details: { hours: 3, time: payee.payableFrom } },
  })
})

test('of each payout it is known how much it was, and of all what they were together', () => {
  const state = fold(owed, [isOwed(), paid(1000_00, 'd1'), paid(500_00, 'unknown')])
  expect(state.paidOut).toEqual({ owedTo: 'account:kamau', cents: 1500_00 })
  expect(state.payouts.get('o1')).toBe(500_00)
  expect(state.parcels.get('d1')).toEqual({ cents: 1000_00, how: 'cash', ready: true, asOf: 1, at, paid: true })
  expect([...state.parcels.keys()]).toEqual(['d1'])
  expect(readyIn(fold(owed, [isOwed({ cents: 0 })]))).toEqual([])
})
