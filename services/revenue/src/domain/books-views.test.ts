import type { Recorded, View } from '@tuma/platform/domain'
import { describe, expect, test } from 'vitest'
import { type BookEvent, balancesView, bookDaysView, entriesView, provenDaysView } from './books-views.ts'
import type { DatedPosting } from './journal.ts'
import type { SaleEvent } from './sale.ts'

const at = '2026-11-24T09:00:00.000Z'
const bank = (cents: number, valueAt = at): DatedPosting => ({ account: 'bank', party: null, cents, valueAt })
const drawers = (party: string, cents: number): DatedPosting => ({ account: 'drawers', party, cents, valueAt: at })
const owed = (cents: number): DatedPosting => ({
  account: 'owed_to_senders',
  party: 'account:kamau',
  cents,
  valueAt: at,
})

/** An event with only the fields that the views read. */
const event = (stream: string, type: string, data: object, id = 'e1') =>
  ({ id, stream, type, data }) as unknown as Recorded<BookEvent>
const posted = (postings: readonly DatedPosting[]) =>
  event('sale-d1', 'SaleTaken', { at, postings }) as Recorded<BookEvent>
const silent = event('drawer-otieno', 'CashStood', { agentId: 'otieno', deliveryId: 'd1' })

const getRows = <Event extends BookEvent, Row extends object>(
  view: View<Event, Row>,
  ...events: readonly Recorded<Event>[]
): Record<string, Row | null> => {
  const rows: Record<string, Row | null> = {}
  for (const each of events) for (const id of view.getIds(each)) rows[id] = view.project(rows[id] ?? null, each, id)
  return rows
}

describe('the entries of the books', () => {
  test('are the lines of each event, with the type of the event that caused them', () => {
    const line = { at, valueAt: at, because: 'SaleTaken', deliveryId: 'd1', paymentId: null }
    expect(getRows(entriesView, posted([drawers('otieno', 100), owed(-100)]))).toEqual({
      'e1 0': { entryId: 'e1 0', ...line, account: 'drawers', party: 'otieno', cents: 100 },
      'e1 1': { entryId: 'e1 1', ...line, account: 'owed_to_senders', party: 'account:kamau', cents: -100 },
    })
  })
  test('name the parcel of the event, or its payment', () => {
    const entry = (stream: string, data: object) =>
      getRows(entriesView, event(stream, 'MoneySpent', { at, postings: [bank(1)], ...data }))['e1 0']
    expect(entry('sale-d1', {})).toMatchObject({ deliveryId: 'd1', paymentId: null })
    expect(entry('sale-d1', { deliveryId: 'd2' })).toMatchObject({ deliveryId: 'd1' })
    expect(entry('till-p1', { deliveryId: 'd2' })).toMatchObject({ deliveryId: 'd2', paymentId: 'p1' })
    expect(entry('till-p1', {})).toMatchObject({ deliveryId: null, paymentId: 'p1' })
    expect(entry('drawer-otieno', {})).toMatchObject({ deliveryId: null, paymentId: null })
  })
  test('are missing for an event that moves nothing, and for a line that the event does not have', () => {
    expect(getRows(entriesView, silent)).toEqual({})
    expect(entriesView.project(null, posted([bank(1)]), 'e1 1')).toBeNull()
  })
})

describe('the balances', () => {
  test('are kept for each account and for each party’s part of it', () => {
    const both = posted([drawers('otieno', 300), drawers('achieng', 200), bank(-500)])
    expect(getRows(balancesView, both, posted([drawers('otieno', -100)]))).toEqual({
      drawers: { account: 'drawers', party: null, cents: 400 },
      'drawers otieno': { account: 'drawers', party: 'otieno', cents: 200 },
      'drawers achieng': { account: 'drawers', party: 'achieng', cents: 200 },
      bank: { account: 'bank', party: null, cents: -500 },
    })
  })
  test('stay unchanged by an event that moves nothing', () => {
    expect(balancesView.getIds(silent)).toEqual([])
    const row = { account: 'bank', party: null, cents: 5 } as const
    expect(balancesView.project(row, posted([owed(1)]), 'bank')).toEqual(row)
  })
  test('are read once for each event, however many lines an account has in it', () =>
    expect(balancesView.getIds(posted([bank(1), bank(2)]))).toEqual(['bank']))
})

describe('a day of an account', () => {
  const bankOn = (day: string, cameIn: number, out: number) => ({ day, account: 'bank', in: cameIn, out })
  test('has what came in and what went out as separate sums', () => {
    expect(getRows(bookDaysView, posted([bank(500), bank(-200), owed(-300)]), posted([bank(-50), bank(70)]))).toEqual({
      '2026-11-24 bank': bankOn('2026-11-24', 570, 250),
      '2026-11-24 owed_to_senders': { day: '2026-11-24', account: 'owed_to_senders', in: 0, out: 300 },
    })
  })
  test('is a day of Nairobi', () => {
    const late = posted([bank(1, '2026-11-24T21:30:00.000Z')])
    expect(getRows(bookDaysView, late)).toEqual({ '2026-11-25 bank': bankOn('2026-11-25', 1, 0) })
  })
  test('includes what was booked later for that day', () => {
    const [before, now] = ['2026-11-23T20:59:59.000Z', '2026-11-23T21:00:01.000Z']
    expect(getRows(bookDaysView, posted([bank(-5, before), bank(5, now)]))).toEqual({
      '2026-11-23 bank': bankOn('2026-11-23', 0, 5),
      '2026-11-24 bank': bankOn('2026-11-24', 5, 0),
    })
  })
  test('is read once for each event, and stays unchanged by an event that moves nothing of it', () => {
    expect(bookDaysView.getIds(posted([bank(1), bank(2)]))).toEqual(['2026-11-24 bank'])
    expect(bookDaysView.getIds(silent)).toEqual([])
    const row = { day: '2026-11-24', account: 'bank', in: 5, out: 0 } as const
    expect(bookDaysView.project(row as never, posted([owed(1)]), '2026-11-24 bank')).toEqual(row)
  })
})

describe('for the fees of a day the view tells', () => {
  const day = '2026-11-24'
  const fee = (deliveryType: string, confirmed: number, deleted = 0) =>
    event('sale-d1', 'FeeStood', { day, deliveryType, confirmed, deleted }) as Recorded<SaleEvent>
  const nothing = { doorstepConfirmed: 0, parcelDukaniConfirmed: 0, doorstepDeleted: 0, parcelDukaniDeleted: 0 }

  test('what is beyond doubt and what was deleted, for each delivery type', () => {
    const all = [fee('doorstep', 350), fee('doorstep', -350, 350), fee('parcelDukani', 180), fee('doorstep', 200)]
    expect(getRows(provenDaysView, ...all)).toEqual({
      [day]: { day, ...nothing, doorstepConfirmed: 200, doorstepDeleted: 350, parcelDukaniConfirmed: 180 },
    })
  })
  test('nothing at any other event', () => {
    const taken = posted([bank(1)]) as Recorded<SaleEvent>
    expect(provenDaysView.getIds(taken)).toEqual([])
    const row = { day, ...nothing } as never
    expect(provenDaysView.project(row, taken, day)).toBe(row)
  })
})
