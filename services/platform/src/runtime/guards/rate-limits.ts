import { type Refusal, refusal } from '../../event-sourcing/events/refusal.ts'
import type { LimitCounts, LimitKey } from '../../ports/limit-counts.ts'

/** Each `name` has a table of its own. `max` in a window of a key; a network's coarser levels may more (`LimitCounts`). */
type Limit = { readonly name: string; readonly max: number; readonly windowMs: number }

/** Every pass counts. @throws too_many (`retryAfter` in seconds) beyond `max` of them in a window */
export const passLimit = (limits: LimitCounts, limit: Limit) => {
  const attempt = tryLimit(limits, limit)
  return async (key: LimitKey): Promise<void> => void (await attempt(key))
}

/**
 * Counts before it is known how it ends, or many at once would all be let in. What was no miss (a right guess, a request
 * that came to nothing) is given back. What is refused is not counted.
 */
export const tryLimit =
  (limits: LimitCounts, { name, ...rule }: Limit) =>
  /** @returns how it is given back. @throws too_many (`retryAfter` in seconds) after `max` in a window, right or not */
  async (key: LimitKey): Promise<() => Promise<void>> => {
    const { isBeyond, resetsInMs, giveBack } = await limits.count(name, key, rule)
    if (isBeyond) throw tooMany(resetsInMs)
    return giveBack
  }

/**
 * What is taken in any case, and only noted when it is beyond `max` in a window.
 * @returns how it is given back, when nothing came of it
 */
export const noteLimit =
  (limits: LimitCounts, { name, ...rule }: Limit) =>
  async (key: LimitKey): Promise<{ readonly isBeyond: boolean; readonly giveBack: () => Promise<void> }> =>
    limits.count(name, key, rule)

/** @param waitMs until the next may be tried; told in whole seconds, one at least */
export const tooMany = (waitMs: number): Refusal =>
  refusal('too_many', { retryAfter: Math.max(1, Math.ceil(waitMs / 1000)) })
