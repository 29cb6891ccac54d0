import { Refused } from '@tuma/contracts/vocabulary'
import type { LimitCount, LimitCounts, Network } from '@tuma/platform/ports'
import { openKeyedMutex } from '@tuma/platform/runtime'

type Rules = {
  /** The name of the table with its counts. */
  readonly name: string
  readonly max: number
  readonly windowMs: number
  /** Refuses when one key has missed too often, because new keys cost nothing. */
  readonly every?: boolean
}

/** References are short, so they can be guessed. */
export const ofReferences: Rules = { name: 'payment guesses', max: 20, windowMs: 15 * 60 * 1000 }
/** Receipts are left on many counters, and there are few names. */
export const ofReceipts: Rules = { name: 'receipt guesses', max: 5, windowMs: 60 * 60 * 1000, every: true }
/** A key of 130 bits can not be guessed; this stops the attempts. */
export const ofLinks: Rules = { name: 'payment links', max: 20, windowMs: 60 * 60 * 1000, every: true }

/** A caller with many misses gets no answer for a while, not even to a right question. */
export const guessingLimit = (limits: LimitCounts, { name, every = false, ...rule }: Rules) => {
  /** A key or network without a miss left `isBeyond`, and is not counted. */
  const countEach = (keys: readonly string[], network: Network | null): Promise<readonly LimitCount[]> =>
    Promise.all([
      ...keys.map((key) => limits.count(name, { hash: key }, rule)),
      ...(network === null ? [] : [limits.count(name, network, rule)]),
    ])
  const runExclusive = openKeyedMutex()
  return {
    /**
     * Looks with the keys that have misses left; finding nothing is a miss for each. Callers with the same key wait for
     * each other, so hundreds of questions at once are no more guesses than twenty. A hit is given back, so a payer is
     * not limited by their own questions.
     * @param keys of the caller, at least one @param network of the caller, where their keys cost nothing
     * @throws Refused too_many
     */
    async guess<Found>(
      keys: readonly string[],
      look: (open: readonly string[]) => Promise<Found | null>,
      network: Network | null = null,
    ): Promise<Found | null> {
      return runExclusive(network === null ? keys : [...keys, network], async () => {
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
