import type { Recorded } from '@tuma/platform/domain'
import { expect, test } from 'vitest'
import type { BookEvent } from './books-views.ts'
import { entriesView } from './books-views.ts'
import type { Posting } from './journal.ts'
import { owedMovesView } from './owed-moves-view.ts'

const at = '2026-11-24T09:00:00.000Z'
const owed = (cents: number, party: string | null = 'account:kamau'): Posting => ({
  ...{ account: 'owed_to_senders', party, cents },
})
const other: Posting = { account: 'drawers', party: 'otieno', cents: 1 }
const event = (stream: string, type: string, data: object) =>
  ({ id: 'e1', stream, type, data: { at, ...data } }) as unknown as Recorded<BookEvent>
const rowsOf = (one: Recorded<BookEvent>) =>
  owedMovesView.getIds(one).map((entryId) => owedMovesView.project(null, one, entryId))

test('money that was collected, went back or was paid out is a move of its sender, in what Tuma owes', () => {
  const line = { entryId: 'e1 1', owedTo: 'account:kamau', valueAt: at, deliveryId: 'd1', payoutId: null }
  expect(rowsOf(event('sale-d1', 'SaleTaken', { postings: [other, owed(-1000)] }))).toEqual([
    { ...line, move: 'collected', cents: 1000 },
  ])
  expect(rowsOf(event('sale-d1', 'SaleTurnedBack', { postings: [other, owed(1000)] }))).toEqual([
    { ...line, move: 'taken_back', cents: -1000 },
  ])
  const paid = event('owed-account:kamau', 'PaidOut', { payoutId: 'o1', valueAt: at, postings: [other, owed(1000)] })
  expect(rowsOf(paid)).toEqual([{ ...line, deliveryId: null, payoutId: 'o1', move: 'paid_out', cents: -1000 }])
})

test('a move has the id of its line in the books, and counts when its money moved', () => {
  const valueAt = '2026-11-23T09:00:00.000Z'
  const paid = event('owed-account:kamau', 'PaidOut', { payoutId: 'o1', valueAt, postings: [other, owed(700)] })
  const [entryId = ''] = owedMovesView.getIds(paid)
  expect(entriesView.getIds(paid)).toContain(entryId)
  expect(entriesView.project(null, paid, entryId)).toMatchObject({ cents: 700, valueAt })
  expect(owedMovesView.project(null, paid, entryId)).toMatchObject({ cents: -700, valueAt })
})

test('other accounts, what is owed to no one, and events without postings make no moves', () => {
  expect(rowsOf(event('sale-d1', 'SaleTaken', { postings: [other, owed(-1000, null)] }))).toEqual([])
  expect(rowsOf(event('sale-d1', 'CashArrived', {}))).toEqual([])
  const taken = event('sale-d1', 'SaleTaken', { postings: [other, owed(-1000)] })
  expect(owedMovesView.project(null, taken, 'e1 7')).toBeNull()
})
