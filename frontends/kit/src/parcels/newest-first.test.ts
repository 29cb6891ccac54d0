// @vitest-environment jsdom

import { sampleDelivery } from '@tuma/kit/testing'
import { expect, test } from 'vitest'
import { newestFirst } from './newest-first.ts'

const daysOld = (...days: number[]) => days.map((day) => sampleDelivery(day))
const inOrder = (...lists: Parameters<typeof newestFirst>[0]) => newestFirst(lists).map(({ _id }) => _id)

test('both kinds stand in one list, newest first', () => {
  const [doorstep, dukani] = [daysOld(1, 4), daysOld(2, 3, 5)]
  expect(inOrder({ rows: doorstep, goesOn: false }, { rows: dukani, goesOn: false })).toEqual([
    'd1',
    'd2',
    'd3',
    'd4',
    'd5',
  ])
})

test('a kind that goes on holds back what is older than its last row, whose neighbours are not loaded yet', () => {
  const [doorstep, dukani] = [daysOld(1, 3), daysOld(2, 6)]
  expect(inOrder({ rows: doorstep, goesOn: true }, { rows: dukani, goesOn: false })).toEqual(['d1', 'd2', 'd3'])
  const more = daysOld(1, 3, 4, 7)
  expect(inOrder({ rows: more, goesOn: true }, { rows: dukani, goesOn: false })).toEqual([
    'd1',
    'd2',
    'd3',
    'd4',
    'd6',
    'd7',
  ])
})

test('a client who has sent only one type sees that one', () => {
  expect(inOrder({ rows: [], goesOn: false }, { rows: daysOld(1, 2), goesOn: true })).toEqual(['d1', 'd2'])
})
