import { expect, test } from 'vitest'
import { oldestOpening } from './account-openings.ts'
import type { Named } from './running-balance.ts'

const from = '2026-11-24T09:00:00.000Z'
/** Ksh 2,000 and its charge of Ksh 11, then Ksh 11 that is reversed, and Ksh 150: in one second, newest first. */
const rows: readonly Named[] = [
  { cents: 150_00, balance: 2139_00 },
  { cents: -11_00, balance: 1989_00 },
  { cents: 11_00, balance: 2000_00 },
  { cents: -11_00, balance: 1989_00 },
  { cents: 2000_00, balance: 2000_00 },
]
const file = (opening: number, first = rows) => ({ account: '', from, opening, first })

test('a charge and a reversal of the same sum in one second are two rows', () => {
  expect(oldestOpening([file(0)])).toEqual({ from, opening: 0 })
})

test('a row that two files have is one row', () => {
  expect(oldestOpening([file(0), file(0, rows.slice(1))])).toEqual({ from, opening: 0 })
})

test('no file that names a balance has no opening', () => expect(oldestOpening([])).toBeNull())
