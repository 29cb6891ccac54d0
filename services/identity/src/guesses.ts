import { Refused } from '@tuma/contracts/vocabulary'
import type { Cache } from '@tuma/platform/ports'
import { minutes } from './domain/instant.ts'

/** A guess that was counted before it was looked at, so that many at once can't all be the last one allowed. */
export type Guess = {
  /** It was right: what counts are the others. */
  right(): Promise<void>
  /** Nobody has looked at it: as if it had not been made. */
  untried(): Promise<void>
}
export type Guesses = { readonly begin: (key: string) => Promise<Guess> }

type Counted = { readonly cache: Cache; readonly now: () => string; readonly name: string; readonly most: number }

const tooMany = (waitMs: number): Refused =>
  new Refused('too_many', { retryAfter: Math.max(1, Math.ceil(waitMs / 1000)) })

/** Counts in one span of time. What is given back is counted apart: a cache takes nothing off a count. */
const tally = (cache: Cache, name: string, spanMs: number) => {
  const [back, returned] = [`${name} back`, `${name} returned`]
  return {
    async add(): Promise<number> {
      const { count } = await cache.count(name, spanMs)
      return count - Number((await cache.get(returned)) ?? 0)
    },
    async giveBack(): Promise<void> {
      const { count } = await cache.count(back, spanMs)
      await cache.set(returned, String(count), spanMs)
    },
    forget: () => Promise.all([name, back, returned].map((kept) => cache.delete(kept))),
  }
}

/** `most` wrong guesses in each span of time, then none until the next begins. */
export const guessesInSpan = ({ cache, now, name, most, spanMs }: Counted & { readonly spanMs: number }): Guesses => ({
  async begin(key) {
    const at = Date.parse(now())
    const span = Math.floor(at / spanMs)
    const { add, giveBack } = tally(cache, `${name} ${key} ${span}`, spanMs)
    if ((await add()) > most) throw tooMany((span + 1) * spanMs - at)
    return { right: giveBack, untried: giveBack }
  },
})

const quarterMs = minutes(15)

/** How often somebody had to wait, and until when. */
type Wait = { readonly times: number; readonly until: number }

/**
 * `most` wrong guesses in a quarter of an hour; then one at a time, with a wait after each that doubles from a minute,
 * or `firstWaitMs`, to a quarter of an hour. A right one begins anew, and so does a quarter of an hour in which nobody has guessed.
 */
export const guessesWithWaits = ({
  cache,
  now,
  name,
  most,
  firstWaitMs = minutes(1),
}: Counted & { readonly firstWaitMs?: number }): Guesses => ({
  async begin(key) {
    const at = Date.parse(now())
    const quarter = Math.floor(at / quarterMs)
    const waits = `${name} waits ${key}`
    const before = waitIn(await cache.get(waits), at)
    if (before && before.until > at) throw tooMany(before.until - at)
    // Of those that come at the same moment after a wait, the first has it.
    const turn = `${name} turn ${key} ${before?.until ?? quarter}`
    const { add, giveBack, forget } = tally(cache, `${name} ${key} ${quarter}`, quarterMs)
    const beginAnew = async () => void (await Promise.all([forget(), cache.delete(waits), cache.delete(turn)]))
    if (!before && (await add()) < most) return { right: beginAnew, untried: giveBack }

    const times = before?.times ?? 0
    const waitMs = Math.min(quarterMs, firstWaitMs * 2 ** times)
    if ((await cache.count(turn, quarterMs)).count > 1) throw tooMany(waitMs)
    const keep = (wait: Wait) => cache.set(waits, JSON.stringify(wait), waitMs + quarterMs)
    await keep({ times: times + 1, until: at + waitMs })
    return {
      right: beginAnew,
      untried: async () => void (await Promise.all([keep({ times, until: at }), cache.delete(turn)])),
    }
  },
})

const waitIn = (kept: string | null, at: number): Wait | null => {
  const wait: Wait | null = kept === null ? null : JSON.parse(kept)
  return wait && wait.until + quarterMs > at ? wait : null
}

/** A guess under several rules: the first that refuses it undoes what the others have counted. */
export const beginUnderAll = async (...rules: readonly (() => Promise<Guess>)[]): Promise<Guess> => {
  const begun: Guess[] = []
  const settle = async (how: (guess: Guess) => Promise<void>) => void (await Promise.all(begun.map(how)))
  try {
    for (const begin of rules) begun.push(await begin())
  } catch (error) {
    await settle((guess) => guess.untried())
    throw error
  }
  return { right: () => settle((guess) => guess.right()), untried: () => settle((guess) => guess.untried()) }
}

/** The verdict on a guess; without one it does not count. */
export const lookedAt = async (guess: Guess, verdict: Promise<boolean>): Promise<boolean> => {
  try {
    return await verdict
  } catch (error) {
    await guess.untried()
    throw error
  }
}
