import { type AccountOpening, type Balance, type Gap, maxGaps, type Named } from './running-balance.ts'
import type { KeptRow } from './statement.ts'

/** No organisation has more accounts than these under one short code. */
const maxAccounts = 5
export const maxFirst = 50

/** `number`: the row's number in its file, from 1. */
export type BalanceRow = Pick<KeptRow, 'kind' | 'cents' | 'at' | 'balance' | 'receipt' | 'isCharge'> & {
  readonly number: number
}
type Stated = BalanceRow & { readonly balance: number }
export type AccountBalances = Balance & { readonly openings: readonly AccountOpening[] }

type Account = {
  readonly from: string
  readonly opening: number
  readonly first: Named[]
  balance: number
  payments: number
  /** What each receipt has moved in the account in its newest second. */
  moved: { readonly at: string; readonly cents: Map<string, number> }
}

/**
 * Whether a row belongs to the account whose balance it begins with. The two halves of a sweep never belong to one
 * account.
 */
const fits = (account: Account, { balance, cents, receipt, at }: Stated): boolean =>
  account.balance === balance - cents && !(account.moved.at === at && account.moved.cents.get(receipt) === -cents)

const goOn = (account: Account, { cents, balance, kind, at, receipt }: BalanceRow): void => {
  if (account.moved.at !== at) account.moved = { at, cents: new Map() }
  account.moved.cents.set(receipt, cents)
  account.balance = balance ?? account.balance + cents
  account.payments += kind === 'payment' ? 1 : 0
  if (account.from === at && balance !== null && account.first.length < maxFirst) account.first.push({ cents, balance })
}

const opened = (row: Stated): Account => {
  const opening = row.balance - row.cents
  const moved = { at: row.at, cents: new Map() }
  const account = { from: row.at, opening, first: [], balance: opening, payments: 0, moved }
  goOn(account, row)
  return account
}

/** From rows that belong to no account yet, the one that none of the others leads to. */
const beginning = (rows: readonly Stated[]): Stated => {
  const after = new Set(rows.map(({ balance }) => balance))
  return rows.find(({ balance, cents }) => !after.has(balance - cents)) ?? (rows[0] as Stated)
}

/** The account that customers pay into is the first. */
const byPayments = (accounts: readonly Account[]): Account[] =>
  accounts.toSorted((one, other) => other.payments - one.payments)

/** The balances of several accounts in one column. Takes rows from the oldest to the newest. */
export const severalAccounts = () => {
  const accounts: Account[] = []
  const gaps: Gap[] = []
  let gapsInAll = 0
  let moment: BalanceRow[] = []

  const breakAt = (row: Stated): void => {
    const account = byPayments(accounts)[0] as Account
    gapsInAll += 1
    const cents = row.balance - account.balance - row.cents
    if (gaps.length < maxGaps) gaps.push({ row: row.number, at: row.at, cents })
    goOn(account, row)
  }
  const take = (row: Stated): void => {
    const account = accounts.find((one) => fits(one, row))
    const isNew = accounts.length < 2 || (row.kind === 'sweep' && accounts.length < maxAccounts)
    if (account) goOn(account, row)
    else if (isNew) accounts.push(opened(row))
    else breakAt(row)
  }
  /** The order within one second is not known, so rows that continue an account come first. */
  const endMoment = (): void => {
    const isStated = (row: BalanceRow): row is Stated => row.balance !== null
    for (const row of moment) if (!isStated(row) && accounts[0]) goOn(accounts[0], row)
    let left = moment.filter(isStated)
    while (left.length > 0) {
      const next = left.find((row) => accounts.some((one) => fits(one, row))) ?? beginning(left)
      take(next)
      left = left.filter((row) => row !== next)
    }
    moment = []
  }

  return {
    take(row: BalanceRow): void {
      if (moment[0] && moment[0].at !== row.at) endMoment()
      moment.push(row)
    },
    whole(): AccountBalances {
      endMoment()
      const sum = (of: (account: Account) => number) =>
        accounts.length === 0 ? null : accounts.reduce((all, account) => all + of(account), 0)
      const openings = byPayments(accounts).map(({ from, opening, first }, index) => ({
        ...{ account: index === 0 ? '' : `${index + 1}`, from, opening, first },
      }))
      return { opening: sum((one) => one.opening), closing: sum((one) => one.balance), gaps, gapsInAll, openings }
    },
  }
}
