import { bookAccounts } from '@tuma/contracts/vocabulary'
import { describe, expect, test } from 'vitest'
import {
  type Account,
  accounts,
  amountsIn,
  differingAccounts,
  emptyBalances,
  type Fact,
  facts,
  openExpectedLedger,
} from './accounts.ts'
import { balancesOfBooks } from './product-books.ts'

const allFacts = Object.keys(facts) as Fact[]
/** Amounts of different sizes, so that one cannot replace another. */
const someAmounts = (fact: Fact) => Object.fromEntries(amountsIn(facts[fact]).map((name, at) => [name, 10 ** (at + 2)]))
const recorded = (...all: readonly (readonly [Fact, Record<string, number>])[]) => {
  const ledger = openExpectedLedger()
  for (const [fact, amounts] of all) ledger.record(fact, amounts as never)
  return ledger
}

test.each(allFacts)('%s moves money, and makes none', (fact) => {
  for (const name of amountsIn(facts[fact])) {
    const only = { ...Object.fromEntries(amountsIn(facts[fact]).map((one) => [one, 0])), [name]: 700 }
    expect(recorded([fact, only]).conservation().difference).toBe(0)
  }
  const ledger = recorded([fact, someAmounts(fact)])
  const moved = Object.values(ledger.balances()).some((cents) => cents !== 0)
  expect(moved).toBe(amountsIn(facts[fact]).length > 0)
})

describe('the expected ledger', () => {
  test('follows a payment from the message to the fee and the refund', () => {
    const ledger = recorded(
      ['messageShown', { paid: 100_000 }],
      ['shownMoneyTold', { paid: 100_000 }],
      ['booked', { over: 75_000 }],
      ['feeEarned', { fee: 25_000 }],
      ['charged', { cents: 550 }],
      ['refundedOver', { cents: 75_000 }],
    )
    expect(ledger.balances()).toEqual({ ...emptyBalances(), till: 24_450, charges: 550, fees: 25_000 })
    expect(ledger.conservation()).toEqual({ held: 25_000, owed: 25_000, difference: 0 })
  })
  test('follows cash from the door to the bank and to the sender', () => {
    const ledger = recorded(
      ['doorPaidInCash', { fee: 25_000, product: 40_000 }],
      ['feeEarned', { fee: 25_000 }],
      ['handedOver', { cash: 65_000 }],
      ['received', { counted: 64_000, short: 1000 }],
      ['paidOut', { cents: 40_000 }],
    )
    expect(ledger.balances()).toEqual({ ...emptyBalances(), bank: 24_000, shortages: 1000, fees: 25_000 })
  })
  test('counts the facts', () => {
    const paid = ['paidByPrompt', { paid: 25_000 }] as const
    expect([...recorded(paid, paid).counts()]).toEqual([['paidByPrompt', 2]])
  })
  test.each([[{}], [{ paid: 0.5 }], [{ paid: Number.NaN }]])('rejects %j as an amount', (amounts) => {
    expect(() => recorded(['paidByPrompt', amounts as never])).toThrow(RangeError)
  })
  test('says which accounts differ', () => {
    const ledger = recorded(['paidByPrompt', { paid: 25_000 }])
    expect(differingAccounts(ledger.balances(), { ...ledger.balances(), till: 0 })).toEqual([
      'till is 0, it should be 25000',
    ])
    expect(differingAccounts(ledger.balances(), ledger.balances())).toEqual([])
  })
})

describe("the product's books", () => {
  test('each account of the ledger has one in the books, and the other way round', () => {
    const lines = bookAccounts.map((account) => ({ account, cents: 100 }))
    const names = Object.keys(accounts) as Account[]
    expect(lines).toHaveLength(names.length)
    for (const name of names) expect(Math.abs(balancesOfBooks(lines)[name])).toBe(100)
  })
  test('hold debts as negative amounts', () => {
    const lines = [
      { account: 'till', cents: 25_000 },
      { account: 'prepaid', cents: -25_000 },
    ]
    expect(balancesOfBooks(lines)).toEqual(recorded(['paidByPrompt', { paid: 25_000 }]).balances())
  })
  test('with an unknown account are refused', () => {
    expect(() => balancesOfBooks([{ account: 'sweets', cents: 1 }])).toThrow('sweets')
  })
})
