import { maxRetryAfterMs } from './pauses.ts'
import type { StoredStep } from './saved-step.ts'

/** No undo lasts longer. */
const maxUndoMs = 60_000

/** How long until a step may be sent; 0 where it may. A longer wait than any of ours means that the clock was set back. */
function getWaitMs({ notBefore, tries }: StoredStep, now: number): number {
  const waitMs = Date.parse(notBefore) - now
  return waitMs > (tries === 0 ? maxUndoMs : maxRetryAfterMs) ? 0 : Math.max(0, waitMs)
}

/** Of each target the oldest step that waits. A step that was refused has been answered, and holds up none. */
const getHeads = (steps: readonly StoredStep[]): StoredStep[] => {
  const heads = new Map<string, StoredStep>()
  for (const step of steps) {
    if (step.state === 'waiting' && !heads.has(step.target)) heads.set(step.target, step)
  }
  return [...heads.values()]
}

/**
 * The step to send now. One that was sent less often comes first, so that a step that always fails holds up no other
 * target.
 * @param steps oldest first
 */
export const chooseNext = (steps: readonly StoredStep[], now: number): StoredStep | undefined =>
  getHeads(steps)
    .filter((step) => getWaitMs(step, now) === 0)
    .sort((one, other) => one.tries - other.tries || one.seq - other.seq)[0]

/** In how many ms the next step may be sent; undefined where none waits. */
export const getNextWaitMs = (steps: readonly StoredStep[], now: number): number | undefined => {
  const waits = getHeads(steps).map((step) => getWaitMs(step, now))
  return waits.length > 0 ? Math.min(...waits) : undefined
}
