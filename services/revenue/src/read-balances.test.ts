import type { BookAccount } from '@tuma/contracts/vocabulary'
import { expect, test } from 'vitest'
import { readBalances } from './read-balances.ts'

type Books = { readonly [Account in BookAccount]?: number }
const cents = async (one: Promise<{ account: BookAccount; cents: number }[]>): Promise<Books> =>
  Object.fromEntries((await one).filter((line) => line.cents !== 0).map((line) => [line.account, line.cents]))

test('a payment that M-Pesa confirms between two rows of a read is in the balances once, and whole', async () => {
  let books: Books = { shown: 150_00, prepaid: -150_00 }
  const read = readBalances(async (account) => {
    const found = books[account] ?? 0
    if (account === 'till') books = { till: 150_00, prepaid: -150_00 }
    return found
  })
  expect(await cents(read)).toEqual({ till: 150_00, prepaid: -150_00 })
})

test('books that stay unbalanced are shown as they are', async () => {
  const read = readBalances(async (account) => (account === 'till' ? 1 : 0))
  expect(await cents(read)).toEqual({ till: 1 })
})
