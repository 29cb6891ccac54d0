import { describe, expect, test } from 'vitest'
import { type TillCommand, type TillEvent, till, tillBalances } from './till.ts'

const minute = (at: number): string => `2026-11-24T06:0${at}:00.000Z`
const seen = (by: 'prompt' | 'statement', claimed: boolean, at: number): TillCommand => ({
  ...{ type: 'MoneySeen', by, cents: 350_00, claimed, at: minute(at) },
})
const said = (claimed: boolean, at: number): TillCommand => ({ type: 'MoneyClaimed', claimed, at: minute(at) })

const accountsAfter = (...commands: TillCommand[]) => {
  const told: TillEvent[] = []
  for (const command of commands) told.push(...till.decide(command, told.reduce(till.evolve, till.initialState)))
  const balances = tillBalances(told.reduce(till.evolve, till.initialState))
  return [...balances.values()].map(({ account, cents }) => [account, cents])
}
const prepaid = [
  ['till', 350_00],
  ['prepaid', -350_00],
]
const unclaimed = [
  ['till', 350_00],
  ['unclaimed', -350_00],
]

describe('whose money is', () => {
  test('a statement that was taken over under its callback takes from nobody, whichever is heard first and says it was last', () => {
    const [callback, claim, row] = [seen('prompt', true, 1), said(true, 1), seen('statement', false, 2)]
    expect(accountsAfter(callback, claim, row)).toEqual(prepaid)
    expect(accountsAfter(row, callback, claim)).toEqual(prepaid)
    expect(accountsAfter(claim, row, callback)).toEqual(prepaid)
  })
  test('an admin alone takes it away, and it is somebody’s again who says so later', () => {
    const row = seen('statement', true, 1)
    expect(accountsAfter(row, said(false, 2))).toEqual(unclaimed)
    expect(accountsAfter(said(false, 2), row)).toEqual(unclaimed)
    expect(accountsAfter(said(true, 3), row, said(false, 2))).toEqual(prepaid)
  })
  test('nobody’s that nobody has said is theirs', () => {
    expect(accountsAfter(seen('statement', false, 1))).toEqual(unclaimed)
  })
})
