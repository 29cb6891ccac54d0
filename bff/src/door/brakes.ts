import { Refused } from '@tuma/contracts/vocabulary'
import type { Cache } from '@tuma/platform/ports'

/** Refused because of too many; `retryAfter` in seconds. */
const tooMany = (resetsInMs: number) =>
  new Refused('too_many', { retryAfter: Math.max(1, Math.ceil(resetsInMs / 1000)) })

/** Counts each pass and refuses those beyond `most` in a window. @throws too_many */
export const passBrake = (cache: Cache, name: string, most: number, windowMs: number) => async (key: string) => {
  const { count, resetsInMs } = await cache.count(`${name} ${key}`, windowMs)
  if (count > most) throw tooMany(resetsInMs)
}

/** Counts what it is told to; after `most` in a window everything is refused, what would not count too. */
export const countingBrake = (cache: Cache, name: string, most: number, windowMs: number) => ({
  /** @throws too_many */
  async assertFree(key: string) {
    if ((await cache.get(`${name} stopped ${key}`)) !== null) throw tooMany(windowMs)
  },
  async count(key: string) {
    const { count, resetsInMs } = await cache.count(`${name} ${key}`, windowMs)
    if (count >= most) await cache.set(`${name} stopped ${key}`, '', resetsInMs)
  },
})
