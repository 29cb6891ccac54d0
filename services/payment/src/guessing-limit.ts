import { Refused } from '@tuma/contracts/vocabulary'
import type { Cache } from '@tuma/platform/ports'
import { turnsByKey } from '@tuma/platform/runtime'

type Rules = {
  /** Its counts in the cache go by it. */
  readonly name: string
  readonly most: number
  readonly windowMs: number
  /** One key that has missed too often is enough to be refused: of keys that can be had anew for nothing. */
  readonly every?: boolean
}

/** References are short. */
export const ofReferences: Rules = { name: 'payment guesses', most: 20, windowMs: 15 * 60 * 1000 }
/** A receipt lies on many a counter, and there are few names. */
export const ofReceipts: Rules = { name: 'receipt guesses', most: 5, windowMs: 60 * 60 * 1000, every: true }

/** Who asks for much that is not there is not answered for a while, not even when it is. */
export const guessingLimit = (cache: Cache, { name, most, windowMs, every = false }: Rules) => {
  const stopped = (key: string): string => `${name} stopped ${key}`
  const isOpen = async (key: string): Promise<boolean> => (await cache.get(stopped(key))) === null
  const miss = async (key: string): Promise<void> => {
    const { count, resetsInMs } = await cache.count(`${name} ${key}`, windowMs)
    if (count >= most) await cache.set(stopped(key), '', resetsInMs)
  }
  /** Of the keys that somebody can show, those that may still be asked with. @throws Refused too_many when none may */
  const stillOpen = async (keys: readonly string[]): Promise<readonly string[]> => {
    const opened = await Promise.all(keys.map(isOpen))
    const open = keys.filter((_, index) => opened[index])
    if (open.length === 0 || (every && open.length < keys.length)) throw new Refused('too_many')
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
