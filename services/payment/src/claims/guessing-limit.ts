import { Refused } from '@tuma/contracts/vocabulary'
import type { LimitCount, LimitCounts, Network } from '@tuma/platform/ports'
import { turnsByKey } from '@tuma/platform/runtime'

type Rules = {
  /** Its counts have a table of that name. */
  readonly name: string
  readonly max: number
  readonly windowMs: number
  /** One key that has missed too often is enough to be refused: of keys that can be had again for nothing. */
  readonly every?: boolean
}

/** References are short. */
export const ofReferences: Rules = { name: 'payment guesses', max: 20, windowMs: 15 * 60 * 1000 }
/** A receipt lies on many a counter, and there are few names. */
export const ofReceipts: Rules = { name: 'receipt guesses', max: 5, windowMs: 60 * 60 * 1000, every: true }
/** A key of 130 bits cannot be guessed; this stops who tries. */
export const ofLinks: Rules = { name: 'payment links', max: 20, windowMs: 60 * 60 * 1000, every: true }

/** People who ask for much that is not there get no answer for a while, not even when it is there. */
export const guessingLimit = (limits: LimitCounts, { name, every = false, ...rule }: Rules) => {
  /** Each that may not miss any more is `isBeyond`, and not counted. */
  const countEach = (keys: readonly string[], network: Network | null): Promise<readonly LimitCount[]> =>
    Promise.all([
      ...keys.map((key) => limits.count(name, { hash: key }, rule)),
      ...(network === null ? [] : [limits.count(name, network, rule)]),
    ])
  const inTurn = turnsByKey()
  return {
    /**
     * What is found by those of the keys that may still be asked with; finding nothing is a miss of each. Who shows the
     * same key has to wait for the one before, so that hundreds at once are no more guesses than twenty are, and who has
     * paid is held up by no number of own questions: what is found is given back.
     * @param keys of the asker, at least one @param network of the asker, where their keys cost nothing
     * @throws Refused too_many
     */
    async guess<Found>(
      keys: readonly string[],
      look: (open: readonly string[]) => Promise<Found | null>,
      network: Network | null = null,
    ): Promise<Found | null> {
      return inTurn(network === null ? keys : [...keys, network], async () => {
        const counts = await countEach(keys, network)
        const giveBack = () => Promise.all(counts.map((count) => count.giveBack()))
        const open = keys.filter((_, index) => !counts[index]?.isBeyond)
        const stopped = counts.filter(({ isBeyond }) => isBeyond).length
        if (stopped === counts.length || (every && stopped > 0)) {
          await giveBack()
          throw new Refused('too_many')
        }
        try {
          const found = await look(open)
          if (found !== null) await giveBack()
          return found
        } catch (error) {
          await giveBack()
          throw error
        }
      })
    },
  }
}
