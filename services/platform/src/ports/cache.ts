/**
 * Values that may be lost at any moment without changing an answer: leases and small copies. Its keys are names of our
 * own: no input or property of a stranger (a phone, a network, an id) is a key, so that no stranger can fill it. Counts
 * by such keys are in `LimitCounts`. Proven by `testing/cache-suite.ts`. Times to live are milliseconds.
 */
export type Cache = {
  get(key: string): Promise<string | null>
  set(key: string, value: string, ttlMs: number): Promise<void>
  /** True when `holder` has the lease now: it was free, expired, or its own (then it is prolonged). */
  lease(key: string, holder: string, ttlMs: number): Promise<boolean>
  release(key: string, holder: string): Promise<void>
}
