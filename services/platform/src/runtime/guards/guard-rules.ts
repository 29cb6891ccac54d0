/** How many wrong guesses are allowed, and how long the wait is then. Times are milliseconds. */
export type GuardRule = {
  /** Wrong guesses in `spanMs`. */
  readonly max: number
  /** Counted from the first wrong guess. */
  readonly spanMs: number
  /**
   * With it, one guess at a time is allowed after `max`: the wait after each doubles from this to `spanMs`, and a right
   * guess or `spanMs` without any begins again. Without it, the next guess is allowed when the span has ended.
   */
  readonly firstWaitMs?: number
}

/** The record of wrong guesses. Moments are ISO strings; `until` is empty when no wait was set. */
export type GuardCount = {
  readonly misses: number
  /** How many waits were set. */
  readonly waits: number
  readonly until: string
  /** From then on the record no longer matters. */
  readonly endsAt: string
}

export const nothingCounted: GuardCount = { misses: 0, waits: 0, until: '', endsAt: '' }

/**
 * Whether another guess may be checked.
 * @param underWay its number among those that are being checked, from 1
 * @returns milliseconds to wait; 0 when it may
 */
export const waitBeforeGuess = (rule: GuardRule, counted: GuardCount, underWay: number, now: string): number => {
  const { misses, waits, until } = stillCounted(counted, now)
  if (until > now) return Date.parse(until) - Date.parse(now)
  if (waits > 0) return underWay > 1 ? waitAfter(rule, waits) : 0
  return misses + underWay > rule.max ? (rule.firstWaitMs ?? rule.spanMs) : 0
}

/** The count with one more wrong guess. */
export const afterMiss = (rule: GuardRule, before: GuardCount, now: string): GuardCount => {
  const { misses, waits, endsAt } = stillCounted(before, now)
  const spanEnd = endsAt || later(now, rule.spanMs)
  if (misses + 1 < rule.max) return { misses: misses + 1, waits, until: '', endsAt: spanEnd }
  const reached = { misses: misses + 1, waits: waits + 1 }
  if (rule.firstWaitMs === undefined) return { ...reached, until: spanEnd, endsAt: spanEnd }
  const until = later(now, waitAfter(rule, waits))
  return { ...reached, until, endsAt: later(until, rule.spanMs) }
}

/** The count after a right guess: if waits double it begins again, otherwise the wrong ones of the span stay. */
export const afterRight = (rule: GuardRule, before: GuardCount): GuardCount =>
  rule.firstWaitMs === undefined ? before : nothingCounted

const stillCounted = (counted: GuardCount, now: string): GuardCount => (counted.endsAt > now ? counted : nothingCounted)

const waitAfter = ({ spanMs, firstWaitMs = spanMs }: GuardRule, waits: number): number =>
  Math.min(spanMs, firstWaitMs * 2 ** waits)

const later = (instant: string, ms: number): string => new Date(Date.parse(instant) + ms).toISOString()
