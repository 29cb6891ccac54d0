import type { KeptRow } from './statement.ts'

/** A place where the balance of a row does not follow from the rows before it: rows are missing there. */
export type Gap = {
  /** The row's number in the file, from 1. */
  readonly row: number
  readonly at: string
  /** The sum of the missing rows. */
  readonly cents: number
}

export type Balance = {
  /** Before its oldest row and after its newest; null without named balances. */
  readonly opening: number | null
  readonly closing: number | null
  /** The first gaps. */
  readonly gaps: readonly Gap[]
  readonly gapsInAll: number
}

/** Only so many gaps are named. */
export const maxGaps = 100

/** The balance of one account before the oldest row that a file has of it. */
export type AccountOpening = {
  /**
   * Empty for the account that customers pay into; a number from 2 on for another account that the file does not name.
   */
  readonly account: string
  /** The time of its oldest row. */
  readonly from: string
  readonly opening: number
  /** The rows of that second that name a balance: another file may have other rows of the same second. */
  readonly first: readonly Named[]
}

export type Named = { readonly cents: number; readonly balance: number }
/** Rows of one second, with the earlier rows that name no balance. `named`: the ones with a balance. */
type Moment = { readonly at: string; readonly row: number; readonly cents: number; readonly named: readonly Named[] }

/**
 * Reads rows from the oldest to the newest. The order within one second is not known, and a payment and its charge may
 * come either way round, so it is enough that one row names the balance after all of them.
 */
export const runningBalance = () => {
  const gaps: Gap[] = []
  let gapsInAll = 0
  let now: Moment | null = null
  /** The possible balances before the first moment, the likeliest first; the next rows decide. */
  let openings: readonly number[] | null = null
  let opening: number | null = null
  let balance: number | null = null

  const begin = (moment: Moment): void => {
    openings = mayHaveStoodBefore(moment)
    opening = openings[0] ?? null
    balance = opening === null ? null : opening + moment.cents
  }

  const goOn = ({ at, row, cents, named }: Moment, before: number, last: Named): void => {
    const first = opening ?? 0
    const sums = (openings ?? [first]).map((one) => before + one - first + cents)
    const balances = new Set(named.map((one) => one.balance))
    const fitting = sums.findIndex((sum) => balances.has(sum))
    if (fitting !== -1) {
      opening = openings?.[fitting] ?? opening
      balance = sums[fitting] ?? null
    } else {
      balance = last.balance
      gapsInAll += 1
      if (gaps.length < maxGaps) gaps.push({ row, at, cents: balance - before - cents })
    }
    openings = null
  }

  const end = (): void => {
    if (!now) return
    const last = now.named.at(-1)
    if (!last) balance = balance === null ? null : balance + now.cents
    else if (balance === null) begin(now)
    else goOn(now, balance, last)
  }

  return {
    /** @param row its number in the file */
    take({ kind, cents, at, balance: name }: Pick<KeptRow, 'kind' | 'cents' | 'at' | 'balance'>, row: number): void {
      if (kind === 'failed') return
      // Where no row of a second names a balance, the next named balance covers both seconds.
      if (now && now.at !== at && now.named.length > 0) {
        end()
        now = null
      }
      const { cents: before = 0, named = [], row: first = row }: Partial<Moment> = now ?? {}
      const all = name === null ? named : [...named, { cents, balance: name }]
      now = { at, row: first, cents: before + cents, named: all }
    },
    whole(): Balance {
      end()
      now = null
      return { opening, closing: balance, gaps, gapsInAll }
    },
  }
}

/**
 * Each row leads from one balance to the next. All rows of a second begin where a row leads away from a balance that
 * none leads to.
 */
export const mayHaveStoodBefore = ({ cents, named }: Pick<Moment, 'cents' | 'named'>): number[] => {
  const balances = named.map(({ balance }) => balance)
  const begins = named.map((one) => one.balance - one.cents).filter((before) => !balances.includes(before))
  const ends = balances.map((balance) => balance - cents).reverse()
  const both = begins.filter((before) => ends.includes(before))
  return [...new Set([...both, ...ends])]
}
