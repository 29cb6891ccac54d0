import { Refused } from '@tuma/contracts/vocabulary'
import type { Cache } from '@tuma/platform/ports'

const mostMisses = 20
const windowMs = 15 * 60 * 1000

/** References are short. Who asks for many that are not there is not answered for a while, not even when one is. */
export const guessingLimit = (cache: Cache) => ({
  /** Of the keys that somebody can show, those that may still be asked with. @throws Refused too_many when none may */
  async stillOpen(keys: readonly string[]): Promise<readonly string[]> {
    const shut = await Promise.all(keys.map((key) => cache.get(`payment guesses shut ${key}`)))
    const open = keys.filter((_, index) => shut[index] === null)
    if (open.length === 0) throw new Refused('too_many')
    return open
  },
  async missed(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      const { count, resetsInMs } = await cache.count(`payment guesses ${key}`, windowMs)
      if (count >= mostMisses) await cache.set(`payment guesses shut ${key}`, '', resetsInMs)
    }
  },
})
