import { Refused } from '@tuma/contracts/vocabulary'
import type { Cache } from '@tuma/platform/ports'
import { missLimit } from '@tuma/platform/runtime'

const most = 20
const windowMs = 15 * 60 * 1000

/** References are short. Who asks for many that are not there is not answered for a while, not even when one is. */
export const guessingLimit = (cache: Cache) => {
  const { isOpen, missed } = missLimit(cache, { name: 'payment guesses', most, windowMs })
  return {
    /** Of the keys that somebody can show, those that may still be asked with. @throws Refused too_many when none may */
    async stillOpen(keys: readonly string[]): Promise<readonly string[]> {
      const opened = await Promise.all(keys.map(isOpen))
      const open = keys.filter((_, index) => opened[index])
      if (open.length === 0) throw new Refused('too_many')
      return open
    },
    missed: (keys: readonly string[]) => Promise.all(keys.map(missed)),
  }
}
