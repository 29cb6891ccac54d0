import type { KeptRow } from './statement.ts'

/** Where the balance that a row names is not what those before it make: rows are missing there. */
export type Gap = {
  /** The row's number in the file, from 1. */
  readonly row: number
  readonly at: string
  /** What the missing ones come to. */
  readonly cents: number
}

export type Balance = {
  /** Before its oldest row and after its newest; null where it names none. */
  readonly opening: number | null
  readonly closing: number | null
  /** Those that came first. */
  readonly gaps: readonly Gap[]
  readonly gapsInAll: number
}

const keptMost = 100

type Moment = {
  readonly at: string
  readonly row: number
  readonly cents: number
  readonly balances: readonly number[]
}

/**
 * Reads rows from the oldest to the newest. Of those that have one second nobody knows which came first, and a payment and its charge
 * stand either way round: it is enough that one of them names what all of them make.
 */
export const runningBalance = () => {
  const gaps: Gap[] = []
  let gapsInAll = 0
  let now: Moment | null = null
  /** The first moment, and what may have stood there before it: what comes next says which. */
  let openings: readonly number[] | null = null
  let opening: number | null = null
  let balance: number | null = null

  const begin = ({ cents, balances }: Moment): void => {
    openings = balances.map((one) => one - cents)
    opening = openings.at(-1) ?? null
    balance = opening === null ? null : opening + cents
  }

  const goOn = ({ at, row, cents, balances }: Moment, before: number): void => {
    const sums: readonly number[] = openings
      ? openings.map((one) => one + before - (opening ?? 0) + cents)
      : [before + cents]
    const fitting = sums.findIndex((one) => balances.includes(one))
    if (openings && fitting !== -1) opening = openings[fitting] ?? opening
    openings = null
    if (fitting !== -1) {
      balance = sums[fitting] ?? null
      return
    }
    const named = balances.at(-1) ?? before + cents
    gapsInAll += 1
    if (gaps.length < keptMost) gaps.push({ row, at, cents: named - before - cents })
    balance = named
  }

  const end = (): void => {
    if (!now || now.balances.length === 0) return
    if (balance === null) begin(now)
    else goOn(now, balance)
  }

  return {
    /** @param row its number in the file */
    take({ kind, cents, at, balance: named }: Pick<KeptRow, 'kind' | 'cents' | 'at' | 'balance'>, row: number): void {
      if (kind === 'failed') return
      if (now && now.at !== at) {
        end()
        now = null
      }
      const { cents: before = 0, balances = [], row: first = row }: Partial<Moment> = now ?? {}
      now = { at, row: first, cents: before + cents, balances: named === null ? balances : [...balances, named] }
    },
    whole(): Balance {
      end()
      now = null
      return { opening, closing: balance, gaps, gapsInAll }
    },
  }
}
