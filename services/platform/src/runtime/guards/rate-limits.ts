import { type Refusal, refusal } from '../../event-sourcing/events/refusal.ts'
import type { LimitCounts, LimitKey } from '../../ports/limit-counts.ts'

/**
 * Each `name` has its own table. `max` counts of a key in a window; a network's coarser levels allow more
 * (`LimitCounts`).
 */
type Limit = { readonly name: string; readonly max: number; readonly windowMs: number }

/** Counts every pass. @throws too_many (`retryAfter` in seconds) beyond `max` of them in a window */
export const limitRequests = (limits: LimitCounts, limit: Limit) => {
  const attempt = limitAttempts(limits, limit)
  return async (key: LimitKey): Promise<void> => void (await attempt(key))
}

/**
 * Counts before the outcome is known, because many at once would otherwise all be allowed. A try that was no miss (a
 * right guess, a request without a result) is given back. A refused try is not counted.
 */
export const limitAttempts =
  (limits: LimitCounts, { name, ...rule }: Limit) =>
  /**
   * @returns a function that gives it back. @throws too_many (`retryAfter` in seconds) after `max` in a window, right
   * or not
   */
  async (key: LimitKey): Promise<() => Promise<void>> => {
    const { isBeyond, resetsInMs, giveBack } = await limits.count(name, key, rule)
    if (isBeyond) throw tooMany(resetsInMs)
    return giveBack
  }

/**
 * For requests that are accepted in any case, and only noted when beyond `max` in a window.
 * @returns a function that gives it back, when the request had no result
 */
export const countRequests =
  (limits: LimitCounts, { name, ...rule }: Limit) =>
  async (key: LimitKey): Promise<{ readonly isBeyond: boolean; readonly giveBack: () => Promise<void> }> =>
    limits.count(name, key, rule)

/** @param waitMs until the next may be tried; answered in whole seconds, at least one */
export const tooMany = (waitMs: number): Refusal =>
  refusal('too_many', { retryAfter: Math.max(1, Math.ceil(waitMs / 1000)) })
