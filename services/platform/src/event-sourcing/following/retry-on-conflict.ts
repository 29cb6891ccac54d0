import { setTimeout as pause } from 'node:timers/promises'
import { AppendTooLarge, RevisionConflict } from '../../ports/event-store.ts'
import { refusal } from '../events/refusal.ts'

/** The clock and the randomness of the retries; a test has its own. */
export type RetryClock = {
  readonly now: () => number
  /** From 0 to 1. */
  readonly chance: () => number
  readonly pause: (ms: number) => Promise<unknown>
}

const machine: RetryClock = { now: () => performance.now(), chance: Math.random, pause: (ms) => pause(ms) }

/** Less than HTTP callers wait: they get `busy`, and not a missing answer. */
const patienceMs = 4000
const firstPauseMs = 5
const longestPauseMs = 250

/**
 * After a conflict it reads and decides again, after a pause of random length, so that the same callers do not conflict
 * again.
 * @throws Refused: `busy` when conflicts have not ended in time, `too_large`
 */
export const retryOnConflict = async <Answer>(
  attempt: () => Promise<Answer>,
  { now, chance, pause }: RetryClock = machine,
): Promise<Answer> => {
  const deadline = now() + patienceMs
  for (let maxMs = firstPauseMs; ; maxMs = Math.min(maxMs * 2, longestPauseMs)) {
    try {
      return await attempt()
    } catch (error) {
      if (error instanceof AppendTooLarge) throw refusal('too_large')
      if (!(error instanceof RevisionConflict)) throw error
      const waitMs = chance() * maxMs
      if (now() + waitMs >= deadline) throw refusal('busy')
      await pause(waitMs)
    }
  }
}
