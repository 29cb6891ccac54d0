import type { Listening } from '../event-sourcing/reactor.ts'
import type { Cache } from '../ports/cache.ts'

const key = 'late'
/** From then on fewer are let in at the door. */
const lateMost = 500
const lookEveryMs = 250
/** Twice as long as it is true of what a group came past, and it says it again before that. */
const saidForMs = 1000

/** Says to all processes of an installation that one of these groups hears late of what happened. @returns how to end it */
export const tellLateness = (
  cache: Pick<Cache, 'set'>,
  listening: readonly Pick<Listening, 'lateMs'>[],
): (() => void) => {
  const look = (): void => {
    // A cache that is away makes nobody late.
    if (listening.some((group) => group.lateMs() > lateMost)) cache.set(key, '1', saidForMs).catch(() => undefined)
  }
  const looking = setInterval(look, lookEveryMs).unref()
  return () => clearInterval(looking)
}

/** Somebody said so in the last second. */
export const isAnybodyLate = async (cache: Pick<Cache, 'get'>): Promise<boolean> =>
  (await cache.get(key).catch(() => null)) !== null
