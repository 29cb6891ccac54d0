import { setTimeout as pause } from 'node:timers/promises'
import type { EventStore } from '../../ports/event-store.ts'

/** Positions of events; null stands before the first. */
export const reaches = (position: number | null, wanted: number | null): boolean => (position ?? -1) >= (wanted ?? -1)

/** What has to be shown, and how long that is waited for. */
export type Waiting = {
  /** Of the last event that has to show: of all that stand in the store at the call, unless said. */
  readonly position?: number | null
  /** Default: for ever. */
  readonly patienceMs?: number
}

/** @returns what `until` says of the position; false when the store itself took longer to say what stands in it */
export const untilCaughtUp = (
  store: Pick<EventStore, 'head'>,
  { position, patienceMs }: Waiting,
  until: (position: number | null, patienceMs?: number) => Promise<boolean>,
): Promise<boolean> => {
  if (position !== undefined) return until(position, patienceMs)
  const waited = store.head().then((head) => until(head, patienceMs))
  return patienceMs === undefined ? waited : Promise.race([waited, pause(patienceMs, false, { ref: false })])
}

/** Those who wait until something is true; whoever changes it says so. */
export const openWaiting = () => {
  const waiting = new Set<() => void>()
  let ended = false
  const lookAgain = () => {
    for (const look of waiting) look()
  }
  return {
    lookAgain,
    /** False when it did not come true within the time; true at the end too, where nothing is to be waited for. */
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
