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

/** So many places where rows are missing are named. */
export const maxGaps = 100

/** What stood in one account before the oldest row that a file has of it. */
export type AccountOpening = {
  /** Empty for the account that customers pay into; a number from 2 for another one that the file does not name. */
  readonly account: string
  /** Of its oldest row. */
  readonly from: string
  readonly opening: number
  /** The rows of that second that name a balance: another file may have others of the same second. */
  readonly first: readonly Named[]
}

export type Named = { readonly cents: number; readonly balance: number }
/** Rows of one second, with those before it that name no balance. `named`: those of them that name a balance. */
type Moment = { readonly at: string; readonly row: number; readonly cents: number; readonly named: readonly Named[] }

/**
 * Reads rows from the oldest to the newest. Of those that have one second nobody knows which came first, and a payment and its charge
 * stand either way round: it is enough that one of them names what all of them make.
 */
export const runningBalance = () => {
  const gaps: Gap[] = []
  let gapsInAll = 0
  let now: Moment | null = null
  /** What may have stood there before the first moment, the likeliest first: what comes next says which. */
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
      // Where no row of a second names a balance, the next one's says what both come to.
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

/** Each row leads from one balance to the next: where all of them begin, one leads away that none has led to. */
export const mayHaveStoodBefore = ({ cents, named }: Pick<Moment, 'cents' | 'named'>): number[] => {
  const balances = named.map(({ balance }) => balance)
  const begins = named.map((one) => one.balance - one.cents).filter((before) => !balances.includes(before))
  const ends = balances.map((balance) => balance - cents).reverse()
  const both = begins.filter((before) => ends.includes(before))
  return [...new Set([...both, ...ends])]
}
