import { setTimeout as pause } from 'node:timers/promises'
import type { EventStore, StoredEvent, StoreSubscription } from '../ports/event-store.ts'
import { EngineAway } from '../ports/message-bus.ts'
import type { Lease } from './lease.ts'

const watchEveryMs = 50

/** A read model that is not where the others of its service are. */
export type ViewBehind = {
  readonly service: string
  readonly view: string
  /** Of the last event that it shows. */
  readonly position: number | null
  /** What it can't take; type and error as far as this process has met them. Null while it catches up. */
  readonly stoppedBy: {
    readonly position: number | null
    readonly event: string | null
    readonly error: string | null
  } | null
}

/** Something that follows a store in order from where it left off: a projector or a publisher. */
export type Follower = {
  /** Of the last event taken, by this process or by the replica that has the lease; null when none. */
  position(): number | null
  /** Resolves when everything that stood in the store at the call has been taken. */
  caughtUp(): Promise<void>
  /** The fault that stopped it, if one did: the service is not ready then. */
  fault(): unknown
  /** What it keeps and is not where it should be, though the service does its work. */
  behind?(): readonly ViewBehind[]
  close(): Promise<void>
}

/**
 * Takes batch after batch, for ever, while it has the lease; while another replica has it, it watches how far that one
 * has come. A batch that fails is tried again with growing pauses: what follows from a fact
 * must happen, and skipping one in silence would be worse than standing still in sight (`fault`).
 */
export const follow = (options: {
  readonly name: string
  readonly store: EventStore
  readonly lease: Lease
  readonly startAfter: () => Promise<number | null>
  /** How far the replica has come that has the lease; `startAfter` where nothing is said. */
  readonly watch?: () => Promise<number | null>
  /** The lease has gone to another replica: nothing may be begun any more. */
  readonly onLost?: () => Promise<void>
  readonly take: (batch: readonly StoredEvent[]) => Promise<void>
  readonly onTaken?: (position: number) => void
  readonly onFault: (error: unknown) => void
}): Follower => {
  const { store, lease, watch = options.startAfter } = options
  const progress = openProgress(options.onTaken)
  let fault: unknown = null
  let subscription: StoreSubscription | null = null
  const closing = new AbortController()

  const onEvents = async (batch: readonly StoredEvent[]): Promise<void> => {
    await options.take(batch)
    const last = batch.at(-1)
    if (!last) return
    fault = null
    progress.passed(last.position)
  }

  const followFromCheckpoint = async (): Promise<void> => {
    progress.passed(await options.startAfter())
    if (closing.signal.aborted) return
    const following = store.subscribe(progress.position(), onEvents)
    subscription = following
    const stopRenewing = lease.keep(() => void following.close())
    await following.ended.finally(stopRenewing)
    if (!closing.signal.aborted) await options.onLost?.()
  }

  const followOrWatch = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      if (await lease.take()) await followFromCheckpoint()
      else {
        progress.passed(await watch())
        fault = null
        await pause(watchEveryMs, null, { signal: closing.signal }).catch(() => undefined)
      }
    }
  }

  const onFailure = (error: unknown): void => {
    fault = error
    if (!(error instanceof EngineAway)) options.onFault(error)
  }
  const running = keepTrying(followOrWatch, progress.position, onFailure, closing.signal)

  return {
    position: progress.position,
    fault: () => fault,
    async caughtUp() {
      const head = await store.head()
      if (head !== null) await progress.reached(head)
    },
    async close() {
      closing.abort()
      progress.end()
      await subscription?.close()
      await running
      await lease.release()
    },
  }
}

const openProgress = (onTaken: (position: number) => void = () => undefined) => {
  const waiting = new Set<() => void>()
  let position: number | null = null
  let ended = false
  const lookAll = () => {
    for (const look of waiting) look()
  }
  return {
    position: () => position,
    passed(to: number | null): void {
      position = to
      if (to !== null) onTaken(to)
      lookAll()
    },
    /** Resolves at the end too, which is no progress but nothing to wait for either. */
    reached: (wanted: number) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if ((position ?? -1) < wanted && !ended) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
    end(): void {
      ended = true
      lookAll()
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
