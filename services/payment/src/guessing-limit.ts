import { Refused } from '@tuma/contracts/vocabulary'
import type { Cache } from '@tuma/platform/ports'
import { turnsByKey } from '@tuma/platform/runtime'

const most = 20
const windowMs = 15 * 60 * 1000

const stopped = (key: string): string => `payment guesses stopped ${key}`

/** References are short. Who asks for many that are not there is not answered for a while, not even when one is. */
export const guessingLimit = (cache: Cache) => {
  const isOpen = async (key: string): Promise<boolean> => (await cache.get(stopped(key))) === null
  const miss = async (key: string): Promise<void> => {
    const { count, resetsInMs } = await cache.count(`payment guesses ${key}`, windowMs)
    if (count >= most) await cache.set(stopped(key), '', resetsInMs)
  }
  /** Of the keys that somebody can show, those that may still be asked with. @throws Refused too_many when none may */
  const stillOpen = async (keys: readonly string[]): Promise<readonly string[]> => {
    const opened = await Promise.all(keys.map(isOpen))
    const open = keys.filter((_, index) => opened[index])
    if (open.length === 0) throw new Refused('too_many')
    return open
  }
  const inTurn = turnsByKey()
  return {
    /**
     * What is found by those of the keys that may still be asked with; finding nothing is a miss of each. Who shows the
     * same key has to wait for the one before, so that hundreds at once are no more guesses than twenty are. What is
     * there counts for nothing: nobody who has paid is held up by asking often.
     * @throws Refused too_many
     */
    async guess<Found>(
      keys: readonly string[],
      look: (open: readonly string[]) => Promise<Found | null>,
    ): Promise<Found | null> {
      await stillOpen(keys)
      return inTurn(keys, async () => {
        const open = await stillOpen(keys)
        const found = await look(open)
        if (found === null) await Promise.all(open.map(miss))
        return found
      })
    },
  }
}
