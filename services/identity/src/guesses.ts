import { Refused } from '@tuma/contracts/vocabulary'
import type { Cache } from '@tuma/platform/ports'
import type { Guess } from '@tuma/platform/runtime'
import { minutes } from './domain/instant.ts'

const spanMs = minutes(15)

/** Wrong passwords from one network, for whatever account: `most` in a quarter of an hour, counted before they are looked at. */
export const guessesOfNetwork = ({
  cache,
  now,
  most,
}: {
  readonly cache: Cache
  readonly now: () => string
  readonly most: number
}) => ({
  /** @throws Refused('too_many') */
  async begin(network: string): Promise<Guess> {
    const at = Date.parse(now())
    const span = Math.floor(at / spanMs)
    const key = `identity network guesses ${network} ${span}`
    const { count } = await cache.count(key, spanMs)
    const giveBack = () => cache.giveBack(key)
    if (count > most) {
      await giveBack()
      throw new Refused('too_many', { retryAfter: Math.max(1, Math.ceil(((span + 1) * spanMs - at) / 1000)) })
    }
    return { right: giveBack, wrong: async () => undefined, untried: giveBack }
  },
})
