import type { Network } from './network.ts'

/**
 * Who is counted. A network counts on all of its levels (`engines/redis/limit-levels.ts`), an account by its id, and what
 * strangers type (phones, e-mail addresses) by a keyed hash.
 */
export type LimitKey = Network | { readonly account: string } | { readonly hash: string }

/** Milliseconds. */
export type LimitRule = { readonly max: number; readonly windowMs: number }

export type LimitCount = {
  /**
   * How often the key was counted in its window, this time included: at the level that is beyond, else at the finest that
   * has a count of its own.
   */
  readonly count: number
  /** A level of the key would be beyond what it may, `max` times the level's factor. Then nothing was counted. */
  readonly isBeyond: boolean
  /** Milliseconds until that count ends. */
  readonly resetsInMs: number
  /** Takes this one back from the counts that it added to, and leaves their ends where they are. */
  giveBack(): Promise<void>
}

/**
 * Counts of rate limits, in tables of a fixed size: no number of other keys makes a count be forgotten before its window
 * ends. Where a kind's table has no room for a key, that key counts at its coarser levels only, and behind these in a
 * count that it shares with others, which refuses at 16 times `max` at the earliest. Proven by `testing/limits-suite.ts`.
 */
export type LimitCounts = {
  /**
   * Adds one at every level of the key, or none where one of them would be beyond: who is refused uses up nothing of the
   * others in the same network. The first count of a window sets its end.
   * @param kind a fixed name of the limit: each has a table of its own
   */
  count(kind: string, key: LimitKey, rule: LimitRule): Promise<LimitCount>
}
