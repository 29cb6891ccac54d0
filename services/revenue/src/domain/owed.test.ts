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

test('the name of the stream of what is owed never changes', () =>
  expect(owedStream('account:kamau')).toBe('owed-account:kamau'))

describe('a sender is owed', () => {
  test('the money of a parcel, once', () => {
    given().when(owing()).then(isOwed())
    given(isOwed())
      .when(owing({ asOf: 2 }))
      .then()
    given(isOwed())
      .when(owing({ deliveryId: 'd2' }))
      .then(isOwed({ deliveryId: 'd2' }))
  })
  test('nothing for a parcel that costs nothing', () =>
    given()
      .when(owing({ cents: 0 }))
      .then())
  test('the same parcel in another way, where it can be paid out now or was paid otherwise', () => {
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
  test('nothing by news that is older than what is known', () =>
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
  test('once for each parcel, even if the parcel is called ready again', () => {
    given(isOwed(), paid(1000_00, 'd1')).when(pay(1000_00, 'o2')).then(refused('o2'))
    const again = isOwed({ how: 'till', asOf: 2 }, true)
    given(isOwed(), paid(1000_00, 'd1'), again).when(pay(1000_00, 'o2')).then(refused('o2'))
  })
  test('once for each parcel, and later news of it say that the sender was paid', () => {
    given(isOwed(), paid(1000_00, 'd1'))
      .when(owing({ ready: false, asOf: 2 }))
      .then(isOwed({ ready: false, asOf: 2 }, true, true))
  })
  test('not while their payout number is new, and a payout that is already recorded is not decided again', () => {
    const payee = { changedAt: '2026-11-24T08:00:00.000Z', payableFrom: '2026-11-25T08:00:00.000Z' }
    const waiting = { ...pay(1000_00), payee } as OwedCommand
    given(isOwed()).when(waiting).then(refused('o1', payee))
    given(isOwed(), paid(1000_00, 'd1')).when(waiting).then()
  })
  test('not by a command that was refused, even if its sum is due later', () =>
    given(isOwed(), refused()).when(pay(1000_00)).then())
  test('by the next command after a refused one', () =>
    given(isOwed(), refused())
      .when(pay(1000_00, 'o2'))
      .then({
        ...paid(1000_00, 'd1'),
        data: { ...(paid(1000_00, 'd1') as Extract<OwedEvent, { type: 'PaidOut' }>).data, payoutId: 'o2' },
      } as OwedEvent))
  test('once for each command', () => given(isOwed(), paid(1000_00, 'd1')).when(pay(1000_00)).then())
  test('nothing that is not ready now', () =>
    given(isOwed(), isOwed({ ready: false, asOf: 2 }, true))
      .when(pay(1000_00))
      .then(refused()))
})

test('a refusal says why: another sum is due, or the payout number is too new', () => {
  const payee = { changedAt: '2026-11-24T06:00:00.000Z', payableFrom: '2026-11-25T06:00:00.000Z' }
  const told = (event: OwedEvent) => toRefusal((event as Extract<OwedEvent, { type: 'PayoutRefused' }>).data)
  expect(told(refused())).toMatchObject({ code: 'payout_changed' })
  expect(told(refused('o1', payee))).toMatchObject({
    ...{ code: 'payee_new', details: { hours: 3, time: payee.payableFrom } },
  })
})

test('each payout knows its sum, and the sender knows the sum of all', () => {
  const state = fold(owed, [isOwed(), paid(1000_00, 'd1'), paid(500_00, 'unknown')])
  expect(state.paidOut).toEqual({ owedTo: 'account:kamau', cents: 1500_00 })
  expect(state.payouts.get('o1')).toBe(500_00)
  expect(state.parcels.get('d1')).toEqual({ cents: 1000_00, how: 'cash', ready: true, asOf: 1, at, paid: true })
  expect([...state.parcels.keys()]).toEqual(['d1'])
  expect(readyIn(fold(owed, [isOwed({ cents: 0 })]))).toEqual([])
})
