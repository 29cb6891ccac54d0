import { Refused } from '@tuma/contracts/vocabulary'
import type { Cache } from '@tuma/platform/ports'
import { minutes } from './domain/instant.ts'

const window = minutes(15)

/** Wrong passwords by e-mail address (its keyed hash), whether there is such an account or not. */
export const loginFailures = (cache: Cache, most: number) => {
  const failures = (who: string) => `identity login failures ${who}`
  const stopped = (who: string) => `identity login stopped ${who}`
  return {
    /** @throws Refused('too_many') even for the right password, or guessing would go on. */
    async assertMayTry(who: string): Promise<void> {
      if ((await cache.get(stopped(who))) !== null) throw tooMany(window)
    },
    async failed(who: string): Promise<void> {
      const { count, resetsInMs } = await cache.count(failures(who), window)
      if (count >= most) await cache.set(stopped(who), '', resetsInMs)
    },
    /** For whoever has shown who they are. */
    async forget(who: string): Promise<void> {
      await Promise.all([cache.delete(failures(who)), cache.delete(stopped(who))])
    },
  }
}

/** Mails asked for by who has forgotten the password, likewise: nobody's letter box is filled from here. */
export const forgottenPasswords = (cache: Cache, most: number) => ({
  /** @throws Refused('too_many') */
  async assertMayAsk(who: string): Promise<void> {
    const { count, resetsInMs } = await cache.count(`identity forgotten ${who}`, window)
    if (count > most) throw tooMany(resetsInMs)
  },
})

const tooMany = (waitMs: number) => new Refused('too_many', { retryAfter: Math.ceil(waitMs / 1000) })
