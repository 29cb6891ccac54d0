import type { BookAccount } from '@tuma/contracts/vocabulary'
import { type Account, accounts, type Balances, emptyBalances } from './accounts.ts'

/** The names of the accounts in the product's books. */
const bookOf = {
  till: 'till',
  shown: 'shown',
  drawers: 'drawers',
  inTransit: 'in_transit',
  toExplain: 'to_explain',
  bank: 'bank',
  charges: 'charges',
  shortages: 'shortages',
  owedBySenders: 'owed_by_senders',
  sentUnnoted: 'paid_out',
  prepaid: 'prepaid',
  unclaimed: 'unclaimed',
  owedToSenders: 'owed_to_senders',
  refundsOwed: 'refunds_owed',
  fees: 'fees_earned',
  opening: 'opening',
  notOurs: 'not_ours',
  overdraft: 'overdraft',
} as const satisfies Record<Account, BookAccount>

const byBook = new Map<string, Account>(Object.entries(bookOf).map(([account, book]) => [book, account as Account]))

/**
 * The product's books in the accounts of `accounts.ts`. @param lines sums or single postings in cents; the product
 * records debts below 0. @throws Error for an account that has no row in the table
 */
export const balancesOfBooks = (lines: Iterable<{ readonly account: string; readonly cents: number }>): Balances => {
  const balances = emptyBalances()
  for (const { account: book, cents } of lines) {
    const account = byBook.get(book)
    if (!account) throw new Error(`the books have an account ${book}, which the table of accounts does not know`)
    balances[account] += accounts[account] === 'held' ? cents : -cents
  }
  return balances
}
