import { describe, expect, test } from 'vitest'
import { runningBalance } from './running-balance.ts'

type Row = readonly [second: number, cents: number, balance: number | null, kind?: 'failed']
const at = (second: number) => `2026-11-23T06:30:${String(second).padStart(2, '0')}.000Z`
const of = (...rows: Row[]) => {
  const running = runningBalance()
  for (const [index, [second, cents, balance, kind = 'payment']] of rows.entries())
    running.take({ kind, cents, at: at(second), balance }, index + 1)
  return running.whole()
}

describe('a running balance', () => {
  test('gives the balance before and after', () => {
    expect(of([1, 100, 600], [2, -30, 570], [3, 50, 620])).toEqual({
      opening: 500,
      closing: 620,
      gaps: [],
      gapsInAll: 0,
    })
  })
  test('does so in any order of the rows of one second', () => {
    expect(of([1, 100, 600], [2, 50, 650], [2, -1, 649], [3, 1, 650]).gapsInAll).toBe(0)
    expect(of([1, 100, 600], [2, -1, 649], [2, 50, 650], [3, 1, 650]).gapsInAll).toBe(0)
  })
  test('continues over seconds without a named balance, wherever they are', () => {
    expect(of([1, 100, 600], [2, 50, null], [3, 10, 660])).toMatchObject({ opening: 500, closing: 660, gapsInAll: 0 })
    expect(of([1, 100, 600], [2, 50, null])).toMatchObject({ opening: 500, closing: 650, gapsInAll: 0 })
    expect(of([1, 100, null], [2, 50, 650])).toMatchObject({ opening: 500, closing: 650, gapsInAll: 0 })
    expect(of([1, 100, 600], [2, 50, null], [3, 10, 670]).gaps).toMatchObject([{ row: 2, cents: 10 }])
    expect(of([1, 100, null], [2, 50, null])).toMatchObject({ opening: null, closing: null })
  })
  test('does so for one second alone, in either order', () => {
    expect(of([1, 100, 600], [1, -1, 599])).toMatchObject({ opening: 500, closing: 599 })
    expect(of([1, -1, 599], [1, 100, 600])).toMatchObject({ opening: 500, closing: 599 })
  })
  test('does so where its rows lead back to the first balance', () => {
    expect(of([1, 100, 600], [1, -100, 500])).toMatchObject({ opening: 500, closing: 500 })
  })
  test('begins where no other row of that second ends', () => {
    expect(of([1, 100, 450], [1, -50, 350], [1, -100, 400])).toMatchObject({ opening: 500, closing: 450 })
  })
  test('begins before all rows of a second, some without a named balance', () => {
    expect(of([1, 50, null], [1, 1, 551], [1, -100, 451])).toMatchObject({ opening: 500, closing: 451 })
  })
  test('is not broken by a last row without a named balance', () => {
    expect(of([1, 100, 600], [2, 50, null])).toMatchObject({ opening: 500, gaps: [], gapsInAll: 0 })
  })
  test('is not changed by a failed row', () => {
    expect(of([1, 100, 600], [2, 70, 600, 'failed'], [3, 50, 650]).gapsInAll).toBe(0)
  })
  test('is null where no row names a balance', () => {
    expect(of([1, 100, null])).toEqual({ opening: null, closing: null, gaps: [], gapsInAll: 0 })
    expect(of()).toEqual({ opening: null, closing: null, gaps: [], gapsInAll: 0 })
  })
})

test('each gap gives the row after the missing ones, and their sum', () => {
  expect(of([1, 100, 600], [2, 50, 680], [3, 10, 690], [4, 10, 650])).toMatchObject({
    ...{ opening: 500, closing: 650, gapsInAll: 2 },
    gaps: [
      { row: 2, at: at(2), cents: 30 },
      { row: 4, at: at(4), cents: -50 },
    ],
  })
})

test('of very many gaps the first hundred are given, and the number of all', () => {
  const running = runningBalance()
  for (let row = 1; row <= 102; row += 1) {
    const second = new Date(Date.parse(at(0)) + 1000 * row).toISOString()
    running.take({ kind: 'payment', cents: 10, at: second, balance: 1000 * row }, row)
  }
  const { gaps, gapsInAll } = running.whole()
  expect([gaps.length, gaps[0]?.row, gaps.at(-1)?.row, gapsInAll]).toEqual([100, 2, 101, 101])
})
