import type { Follower } from '../event-sourcing/following/follower.ts'
import { EngineAway } from '../ports/message-bus.ts'

/** What a start does now, for people who wait for it. */
export type StartStep =
  | { readonly step: 'openingData' | 'checkingData' | 'waitingForEngine' | 'openingServices' | 'makingDemonstration' }
  /** `percent` is a whole number from 0 to 99, of the events that the lists must take before they can be read. */
  | { readonly step: 'fillingLists'; readonly percent: number }

export type StartProgress = {
  now(): StartStep
  /** The start does this from now on. */
  begin(step: Exclude<StartStep['step'], 'fillingLists' | 'waitingForEngine'>): void
  /** An attempt failed because an engine is away. @returns ends that waiting; parts of a start may wait at once */
  waiting(): () => void
}

export const openStartProgress = (): StartProgress => {
  let current: StartStep = { step: 'openingData' }
  let waitingCount = 0
  return {
    now: () => (waitingCount > 0 ? { step: 'waitingForEngine' } : current),
    begin(step) {
      current = { step }
    },
    waiting() {
      waitingCount += 1
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        waitingCount -= 1
      }
    },
  }
}

type Filled = { readonly taken: number; readonly toTake: number }

/** Of all views of all services together; rounded down, so that 100 is never said of what is not complete. */
export const computePercent = (parts: readonly Filled[]): number => {
  const toTake = parts.reduce((sum, one) => sum + one.toTake, 0)
  const taken = parts.reduce((sum, one) => sum + one.taken, 0)
  return toTake === 0 ? 0 : Math.min(99, Math.floor((100 * taken) / toTake))
}

/** Ends the wait for lists: this process can never fill them by itself. An engine that is away comes back. */
const isStuck = (follower: Follower): boolean => {
  const fault = follower.fault()
  return fault !== null && !(fault instanceof EngineAway)
}

/**
 * The filling of lists by the followers of a process that has opened its services; null once the lists of each service
 * can be read. A view that fills beside others that can be read is not waited for.
 */
export const findFilling = (followers: readonly Follower[]): StartStep | null => {
  const fillings = followers.flatMap((follower) => {
    const filling = follower.filling?.()
    return filling ? [{ ...filling, isAwaited: !filling.isReadable && !isStuck(follower) }] : []
  })
  return fillings.some(({ isAwaited }) => isAwaited)
    ? { step: 'fillingLists', percent: computePercent(fillings) }
    : null
}
