import { expect, test } from 'vitest'
import { accountBalances } from './account-balances.ts'
import { oldestOpening } from './account-openings.ts'

type Row = readonly [
  second: number,
  receipt: string,
  cents: number,
  balance: number,
  kind?: 'payment' | 'sweep' | 'charge' | 'settled',
]
const at = (second: number) => `2026-11-23T06:30:${String(second).padStart(2, '0')}.000Z`
const of = (...rows: Row[]) => {
  const balances = accountBalances()
  for (const [index, [second, receipt, cents, balance, kind = 'payment']] of rows.entries())
    balances.take({
      ...{ kind, receipt, cents, balance, isCharge: kind === 'charge' },
      at: at(second),
      number: index + 1,
    })
  return balances.whole()
}

test('a file of one account has one balance and one opening', () => {
  expect(of([1, 'A', 100, 600], [1, 'A', -1, 599, 'charge'], [2, 'B', 50, 649])).toMatchObject({
    ...{ opening: 500, closing: 649, gapsInAll: 0 },
    openings: [{ account: '', from: at(1), opening: 500 }],
  })
})

test('a file of several accounts has a balance and an opening for each, and a sweep between them leaves no gap', () => {
  const swept = of(
    [1, 'A', 100, 600],
    [2, 'B', 50, 650],
    [3, 'S', -600, 50, 'sweep'],
    [3, 'S', 600, 8600, 'sweep'],
    [4, 'C', 20, 70],
    [5, 'D', -8000, 600, 'settled'],
    [6, 'E', 5, 75],
  )
  expect(swept).toMatchObject({ opening: 8500, closing: 675, gapsInAll: 0 })
  expect(swept.openings.map(({ account, opening, from }) => ({ account, opening, from }))).toEqual([
    { account: '', opening: 500, from: at(1) },
    { account: '2', opening: 8000, from: at(3) },
  ])
})

test('the account that customers pay into is the first, also where a row of the other one comes first', () => {
  const { openings } = of(
    [1, 'D', -8000, 600, 'settled'],
    [2, 'A', 100, 600],
    [3, 'S', -600, 0, 'sweep'],
    [3, 'S', 600, 1200, 'sweep'],
  )
  expect(openings.map(({ account, opening }) => [account, opening])).toEqual([
    ['', 500],
    ['2', 8600],
  ])
})

test('a missing row is noticed in a file of several accounts too', () => {
  const { gaps, gapsInAll } = of(
    [1, 'A', 100, 600],
    [2, 'S', -600, 0, 'sweep'],
    [2, 'S', 600, 600, 'sweep'],
    [4, 'C', 20, 70],
    [5, 'E', 5, 75],
  )
  expect([gapsInAll, gaps]).toEqual([1, [{ row: 4, at: at(4), cents: 50 }]])
})

test('two files that begin within one second give the same opening, in either order', () => {
  const paid = of([1, 'A', 500, 1500]).openings
  const charged = of([1, 'A', -3, 1497, 'charge']).openings
  for (const all of [
    [...paid, ...charged],
    [...charged, ...paid],
  ])
    expect(oldestOpening(all)).toEqual({ from: at(1), opening: 1000 })
  expect(oldestOpening([...of([2, 'B', 1, 1498]).openings, ...paid])).toEqual({ from: at(1), opening: 1000 })
  expect(oldestOpening([])).toBeNull()
})
