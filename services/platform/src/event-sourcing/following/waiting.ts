import { setTimeout as pause } from 'node:timers/promises'
import type { EventStore } from '../../ports/event-store.ts'

/** Compares positions of events; null is before the first. */
export const isAtOrPast = (position: number | null, wanted: number | null): boolean =>
  (position ?? -1) >= (wanted ?? -1)

/** What must be shown, and how long to wait for it. */
export type Waiting = {
  /** Of the last event that must be shown; by default the last event stored at the call. */
  readonly position?: number | null
  /** Default: for ever. */
  readonly patienceMs?: number
}

/** @returns what `until` returns for the position; false when the store did not give its position in time */
export const untilCaughtUp = (
  store: Pick<EventStore, 'head'>,
  { position, patienceMs }: Waiting,
  until: (position: number | null, patienceMs?: number) => Promise<boolean>,
): Promise<boolean> => {
  if (position !== undefined) return until(position, patienceMs)
  const waited = store.head().then((head) => until(head, patienceMs))
  return patienceMs === undefined ? waited : Promise.race([waited, pause(patienceMs, false, { ref: false })])
}

/** Callers that wait until a condition is true; code that changes it calls `lookAgain`. */
export const openWaiting = () => {
  const waiting = new Set<() => void>()
  let ended = false
  const lookAgain = () => {
    for (const look of waiting) look()
  }
  return {
    lookAgain,
    /** False when the condition was not true in time; true at the end too, when waiting has no use. */
    until: (isTrue: () => boolean, patienceMs?: number): Promise<boolean> =>
      new Promise((resolve) => {
        const finish = (came: boolean) => {
          clearTimeout(timer)
          waiting.delete(look)
          resolve(came)
        }
        const look = () => void ((isTrue() || ended) && finish(true))
        const timer = patienceMs === undefined ? undefined : setTimeout(() => finish(false), patienceMs)
        waiting.add(look)
        look()
      }),
    end(): void {
      ended = true
      lookAgain()
    },
  }
}
