import { type Refusal, refusal } from '../event-sourcing/refusal.ts'
import type { Cache } from '../ports/cache.ts'

/** Of whom it is one: each `key` (an address, a hash of an e-mail) has windows of its own under the limit's `name`. */
type Limit = { readonly name: string; readonly most: number; readonly windowMs: number }

/** Every pass counts. @throws too_many (`retryAfter` in seconds) beyond `most` of them in a window */
export const passLimit =
  (cache: Cache, { name, most, windowMs }: Limit) =>
  async (key: string): Promise<void> => {
    const { count, resetsInMs } = await cache.count(`${name} ${key}`, windowMs)
    if (count > most) throw tooMany(resetsInMs)
  }

/**
 * Counts before it is known how it ends, or many at once would all be let in. What was no miss (a right guess, a request
 * that came to nothing) is given back.
 */
export const tryLimit =
  (cache: Cache, { name, most, windowMs }: Limit) =>
  /** @returns how it is given back. @throws too_many (`retryAfter` in seconds) after `most` in a window, right or not */
  async (key: string): Promise<() => Promise<void>> => {
    const counted = `${name} ${key}`
    const giveBack = () => cache.giveBack(counted)
    const { count, resetsInMs } = await cache.count(counted, windowMs)
    if (count <= most) return giveBack
    await giveBack()
    throw tooMany(resetsInMs)
  }

/**
 * What is taken in any case, and only noted when it is beyond `most` in a window.
 * @returns how it is given back, when nothing came of it
 */
export const noteLimit =
  (cache: Cache, { name, most, windowMs }: Limit) =>
  async (key: string): Promise<{ readonly isBeyond: boolean; readonly giveBack: () => Promise<void> }> => {
    const counted = `${name} ${key}`
    const { count } = await cache.count(counted, windowMs)
    return { isBeyond: count > most, giveBack: () => cache.giveBack(counted) }
  }

const tooMany = (waitMs: number): Refusal => refusal('too_many', { retryAfter: Math.max(1, Math.ceil(waitMs / 1000)) })
