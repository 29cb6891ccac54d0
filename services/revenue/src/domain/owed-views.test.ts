import type { Recorded, View } from '@tuma/platform/domain'
import { describe, expect, test } from 'vitest'
import type { OwedEvent } from './owed.ts'
import { owedParcelsView, owedView, payoutsView } from './owed-views.ts'

const at = '2026-11-24T09:00:00.000Z'
const early = '2026-11-23T09:00:00.000Z'
const owedTo = 'account:kamau'
const first = { again: false, paid: false }
type ParcelOwed = Extract<OwedEvent, { type: 'ParcelOwed' }>['data']
const isOwed = (deliveryId: string, more: Partial<ParcelOwed> = {}): OwedEvent => ({
  type: 'ParcelOwed',
  data: { owedTo, deliveryId, cents: 1000_00, how: 'cash', ready: true, asOf: 1, at, ...first, ...more },
})
const waits = { ready: false }
const again = { again: true, asOf: 2 }
const paid = (...ids: string[]): OwedEvent => {
  const parcels = ids.map((deliveryId) => ({ deliveryId, cents: 1000_00 }))
  const cents = 1000_00 * ids.length
  return {
    type: 'PaidOut',
    data: { owedTo, payoutId: 'o1', cents, reference: 'UKN4T7X9QZ', valueAt: at, at, parcels, postings: [] },
  }
}
/** The rows of a view after these events, by their ids. */
const getRows = <Row extends object>(view: View<OwedEvent, Row>, ...events: OwedEvent[]): Record<string, Row> => {
  const rows: Record<string, Row> = {}
  for (const event of events as Recorded<OwedEvent>[])
    for (const id of view.getIds(event)) {
      const row = view.project(rows[id] ?? null, event, id)
      if (row) rows[id] = row
      else delete rows[id]
    }
  return rows
}

describe('what Tuma holds for a sender', () => {
  const kamaus = (...events: OwedEvent[]) => getRows(owedView, ...events)[owedTo]
  const d1 = { deliveryId: 'd1', cents: 1000_00, ready: true, at }
  const d2 = { deliveryId: 'd2', cents: 500_00, ready: false, at: early }
  const nothing = { owedTo, cents: 0, ready: 0, since: '', standing: 'settled', parcels: [] }

  test('is the sum of their parcels since the oldest, and money that is not there yet can not be paid out', () => {
    expect(kamaus(isOwed('d1'))).toEqual({
      ...{ owedTo, cents: 1000_00, ready: 1000_00, since: at, standing: 'ready', parcels: [d1] },
    })
    expect(kamaus(isOwed('d1'), isOwed('d2', { cents: 500_00, ready: false, at: early }))).toEqual({
      ...{ owedTo, cents: 1500_00, ready: 1000_00, since: early, standing: 'ready', parcels: [d1, d2] },
    })
    expect(kamaus(isOwed('d1', waits))).toEqual({
      ...{ owedTo, cents: 1000_00, ready: 0, since: at, standing: 'waiting', parcels: [{ ...d1, ready: false }] },
    })
  })
  test('follows the latest event of each parcel', () => {
    const now = kamaus(isOwed('d1', waits), isOwed('d2'), isOwed('d1', { ...again, cents: 900_00 }))
    expect(now).toMatchObject({ cents: 1900_00, ready: 1900_00 })
    expect(now?.parcels.map(({ deliveryId }) => deliveryId)).toEqual(['d2', 'd1'])
  })
  test('is less by each payout, and a paid parcel is never owed again', () => {
    const left = { cents: 1000_00, ready: 1000_00, parcels: [{ ...d1, deliveryId: 'd2' }] }
    expect(kamaus(isOwed('d1'), isOwed('d2'), paid('d1'))).toMatchObject(left)
    expect(kamaus(isOwed('d1'), paid('d1'))).toEqual(nothing)
    expect(kamaus(isOwed('d1'), isOwed('d2'), paid('d1'), isOwed('d1', again))).toMatchObject(left)
    expect(kamaus(isOwed('d1'), paid('d1'), isOwed('d1', again))).toEqual(nothing)
    // Where the folder does not have the first event of a parcel, the repeated one counts as the first.
    expect(kamaus(isOwed('d1', again))).toMatchObject({ cents: 1000_00, standing: 'ready' })
  })
  test('leaves out a parcel that goes back', () => {
    expect(kamaus(isOwed('d1'), isOwed('d1', { ...again, cents: 0 }))).toEqual(nothing)
    expect(kamaus(isOwed('d1'), isOwed('d2', { cents: 0 }))?.parcels).toEqual([d1])
  })
})

describe('a parcel that is owed', () => {
  const parcels = (...events: OwedEvent[]) => getRows(owedParcelsView, ...events)
  const d1 = { deliveryId: 'd1', owedTo, cents: 1000_00, how: 'cash', state: 'ready', at, payoutId: null }

  test('waits until its money is there', () => {
    expect(parcels(isOwed('d1', waits))).toEqual({ d1: { ...d1, state: 'waiting' } })
    expect(parcels(isOwed('d1', waits), isOwed('d1', again))).toEqual({ d1 })
  })
  test('says by which payout it was paid, like the others of that payout', () => {
    const both = parcels(isOwed('d1'), isOwed('d2'), isOwed('d3'), paid('d1', 'd2'))
    expect(both).toMatchObject({ d1: { state: 'paid', payoutId: 'o1' }, d2: { state: 'paid', payoutId: 'o1' } })
    expect(both.d3).toEqual({ ...d1, deliveryId: 'd3' })
  })
  test('stays paid: a later event changes how its money came, and nothing else', () => {
    const told = isOwed('d1', { ...again, ...waits, cents: 0, how: 'till' })
    expect(parcels(isOwed('d1'), paid('d1'), told)).toEqual({
      ...{ d1: { ...d1, state: 'paid', payoutId: 'o1', how: 'till' } },
    })
  })
  test('has no row where it goes back, nor where no event told of it', () => {
    expect(parcels(isOwed('d1'), isOwed('d1', { ...again, cents: 0 }))).toEqual({})
    expect(parcels(paid('d1'))).toEqual({})
  })
})

test('a payout says how much was paid for how many parcels, and money that is still owed changes no payout', () => {
  const payout = { payoutId: 'o1', owedTo, cents: 2000_00, reference: 'UKN4T7X9QZ', parcels: 2, at }
  expect(getRows(payoutsView, isOwed('d1'), isOwed('d2'), paid('d1', 'd2'))).toEqual({ o1: payout })
  const row = payoutsView.project(payout, isOwed('d1') as Recorded<OwedEvent>, 'o1')
  expect(row).toEqual(payout)
})
