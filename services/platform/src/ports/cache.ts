/**
 * What may be lost at any moment without changing an answer: counters of rate limits, leases, small copies.
 * Proven by `testing/cache-suite.ts`. Times to live are milliseconds.
 */
export type Cache = {
  get(key: string): Promise<string | null>
  set(key: string, value: string, ttlMs: number): Promise<void>
  /** Forgets the value and the count of that key. */
  delete(key: string): Promise<void>
  /** Adds one and answers the sum and the milliseconds until it is forgotten; the first call of a window sets its end. */
  count(key: string, windowMs: number): Promise<{ count: number; resetsInMs: number }>
  /** Takes one back from a count that stands, and leaves its end where it is. */
  giveBack(key: string): Promise<void>
  /** True when `holder` has the lease now: it was free, expired, or its own (then it is prolonged). */
  lease(key: string, holder: string, ttlMs: number): Promise<boolean>
  release(key: string, holder: string): Promise<void>
}
