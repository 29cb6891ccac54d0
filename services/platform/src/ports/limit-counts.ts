import type { Network } from './network.ts'

/**
 * The subject of a count. A network counts on all of its levels (`engines/redis/limit-levels.ts`), an account by its
 * id, and input of strangers (phones, e-mail addresses) by a keyed hash.
 */
export type LimitKey = Network | { readonly account: string } | { readonly hash: string }

/** Milliseconds. */
export type LimitRule = { readonly max: number; readonly windowMs: number }

export type LimitCount = {
  /**
   * How often the key was counted in its window, this time included: at the level beyond its limit, otherwise at the
   * finest that has a count of its own.
   */
  readonly count: number
  /** A level of the key would exceed `max` times the level's factor. Then nothing was counted. */
  readonly isBeyond: boolean
  /** Milliseconds until that count ends. */
  readonly resetsInMs: number
  /** Takes this one back from the counts that it added to, without changing their ends. */
  giveBack(): Promise<void>
}

/**
 * Counts of rate limits, in tables of a fixed size: no number of other keys makes a count be forgotten before its
 * window ends. A key without room in its kind's table counts only at its coarser levels, and after these in a count
 * that it shares with others, which refuses at 16 times `max` at the earliest. Proven by `testing/limits-suite.ts`.
 */
export type LimitCounts = {
  /**
   * Adds one at every level of the key, or at none if one of them would be beyond: a refused caller uses up nothing of
   * the others in the same network. The first count of a window sets its end.
   * @param kind a fixed name of the limit: each has a table of its own
   */
  count(kind: string, key: LimitKey, rule: LimitRule): Promise<LimitCount>
}
