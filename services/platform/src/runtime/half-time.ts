import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'

/** One pause ends after this time, however busy the thread was before it. */
const maxPauseMs = 100

/**
 * For long work that is not urgent, in the thread that answers requests: the function that it returns is called between two
 * steps, and pauses for as long as the thread was busy since the last pause. So the thread is free half of the time.
 */
export const openHalfTime = (): (() => Promise<void>) => {
  let before = performance.eventLoopUtilization()
  return async () => {
    const { active } = performance.eventLoopUtilization(before)
    await pause(Math.min(maxPauseMs, active))
    before = performance.eventLoopUtilization()
  }
}
