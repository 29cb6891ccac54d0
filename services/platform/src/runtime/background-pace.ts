import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'

/** The share of the thread's time during background work: its own work, and all other work at the same time. */
const maxBusyShare = 0.4
/** A pause ends after this time, so that a busy thread does not stop the work for ever. */
const maxPauseMs = 500
const minPauseMs = 1

/**
 * For long work that is not urgent, in the thread that answers requests. Call the returned function between two steps.
 * It waits until the thread was busy for at most two fifths of the time since the last step began, half a second at
 * most. The effects of a step (views, messages) count too. So most requests find the thread free.
 */
export const openBackgroundPace = (): (() => Promise<void>) => {
  let before = performance.eventLoopUtilization()
  return async () => {
    for (let waitedMs = 0; waitedMs < maxPauseMs; ) {
      const { active, idle } = performance.eventLoopUtilization(before)
      const missingMs = active / maxBusyShare - (active + idle)
      if (missingMs <= 0) break
      const pauseMs = Math.min(maxPauseMs - waitedMs, Math.max(minPauseMs, missingMs))
      await pause(pauseMs)
      waitedMs += pauseMs
    }
    before = performance.eventLoopUtilization()
  }
}
