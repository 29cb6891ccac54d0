import { setTimeout as pause } from 'node:timers/promises'
import type { EventStore, StoredEvent, StoreSubscription } from '../ports/event-store.ts'
import { EngineAway } from '../ports/message-bus.ts'

/** Something that follows a store in order from where it left off: a projector or a publisher. */
export type Follower = {
  /** Of the last event taken by this run or before it; null when none. */
  position(): number | null
  /** Resolves when everything that stood in the store at the call has been taken. */
  caughtUp(): Promise<void>
  /** The fault that stopped it, if one did: the service is not ready then. */
  fault(): unknown
  close(): Promise<void>
}

/**
 * Takes batch after batch, for ever. A batch that fails is tried again with growing pauses: what follows from a fact
 * must happen, and skipping one in silence would be worse than standing still in sight (`fault`).
 */
export const follow = (options: {
  readonly name: string
  readonly store: EventStore
  readonly startAfter: () => Promise<number | null>
  readonly take: (batch: readonly StoredEvent[]) => Promise<void>
  readonly onTaken?: (position: number) => void
  readonly onFault: (error: unknown) => void
}): Follower => {
  let position: number | null = null
  let fault: unknown = null
  let subscription: StoreSubscription | null = null
  const closing = new AbortController()
  const waiting = new Set<() => void>()

  const onEvents = async (batch: readonly StoredEvent[]): Promise<void> => {
    await options.take(batch)
    const last = batch.at(-1)
    if (!last) return
    position = last.position
    fault = null
    options.onTaken?.(position)
    for (const look of waiting) look()
  }

  const followFromCheckpoint = async (): Promise<void> => {
    position = await options.startAfter()
    for (const look of waiting) look()
    if (closing.signal.aborted) return
    subscription = options.store.subscribe(position, onEvents)
    await subscription.ended
  }

  const onFailure = (error: unknown): void => {
    fault = error
    if (!(error instanceof EngineAway)) options.onFault(error)
  }
  const running = keepTrying(followFromCheckpoint, () => position, onFailure, closing.signal)

  return {
    position: () => position,
    fault: () => fault,
    async caughtUp() {
      const head = await options.store.head()
      if (head === null) return
      await new Promise<void>((resolve) => {
        const look = () => {
          if ((position ?? -1) < head && !closing.signal.aborted) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      })
    },
    async close() {
      closing.abort()
      for (const look of waiting) look()
      await subscription?.close()
      await running
    },
  }
}

/** The pauses grow from failure to failure and begin anew once there was progress. */
const keepTrying = async (
  attempt: () => Promise<void>,
  progress: () => number | null,
  onFailure: (error: unknown) => void,
  signal: AbortSignal,
): Promise<void> => {
  for (let failures = 0; !signal.aborted; failures += 1) {
    const before = progress()
    try {
      return await attempt()
    } catch (error) {
      if (signal.aborted) return
      if (progress() !== before) failures = 0
      onFailure(error)
      await pause(Math.min(100 * 2 ** failures, 5000), null, { signal }).catch(() => undefined)
    }
  }
}
