import { setTimeout as timer } from 'node:timers/promises'
import type { StoredEvent, StoreSubscription } from '../../ports/event-store.ts'
import { EngineAway } from '../../ports/message-bus.ts'
import type { Audited } from '../audit/auditor.ts'
import type { CheckedStore, DamagedStream } from '../checked-store.ts'
import type { DamagedCollection } from '../damaged-list.ts'
import { type Fault, openFault, openProgress, type Progress } from './follower-progress.ts'
import type { Lease } from './lease.ts'
import { isAtOrPast, untilCaughtUp, type Waiting } from './waiting.ts'

const watchEveryMs = 50
const longestPauseMs = 5000
/** A short fault ends within so many attempts; after that another replica must try. */
const triesBeforeLeaving = 3

/** A read model that is behind the others of its service. */
export type ViewBehind = {
  readonly service: string
  readonly view: string
  /** Of the last event that it shows. */
  readonly position: number | null
  /** The event that it cannot apply; type and error as far as this process has met them. Null while it catches up. */
  readonly stoppedBy: {
    readonly position: number | null
    readonly event: string | null
    readonly error: string | null
  } | null
}

/** The read models of a service since this process began. */
export type Filling = {
  /** Positions that its views have passed since then, one number over all of them. */
  readonly taken: number
  /** Positions that they had to pass to show what was stored then. */
  readonly toTake: number
  /** Its furthest views show what was stored then: they can be read, also while a new one fills. */
  readonly isReadable: boolean
}

/** Follows a store in order from its last position: a projector or a publisher. */
export type Follower = {
  /** Of the last event taken, by this process or by the replica with the lease; null before the first. */
  position(): number | null
  /**
   * True when the position has been taken, here or by the replica with the lease, or when the follower is closed; false
   * after the time.
   */
  caughtUp(waiting?: Waiting): Promise<boolean>
  /**
   * What this process failed at, until it succeeds or another replica has done it; null when it works. An
   * `UnknownStoredEvent` stays: a release that cannot read its store is not ready, even if another replica continues.
   */
  fault(): unknown
  /** Its read models that are behind, though the service works. */
  behind?(): readonly ViewBehind[]
  /** How far its read models are on the way to what was stored when this process began. */
  filling?(): Filling
  /** Streams that it can no longer follow, though the service works; one follower of a service lists them. */
  damaged?(): readonly (DamagedStream & { readonly service: string })[]
  /** Its service's collections with damaged documents; one follower of a service lists them. */
  damagedCollections?(): readonly (DamagedCollection & { readonly service: string })[]
  /** What the auditor of its service found; one follower of a service says it. */
  audited?(): Audited & { readonly service: string }
  /**
   * Counts, by reason since the start, of calls from outside that it rejected as untrue; their senders get no reason.
   */
  rejectedCallbacks?(): { readonly [reason: string]: number }
  /** How often since the start it has published again what the bus had acknowledged and then forgotten. */
  toldAgain?(): number
  /** What it has used of a day's budget and what is left, for each purse. */
  spent?(): { readonly [purse: string]: { readonly spent: number; readonly left: number } }
  close(): Promise<void>
}

/** Resolves after the time, or when the signal aborts. */
type Pause = (ms: number, signal: AbortSignal) => Promise<void>

/** A follower's progress as its checkpoint stores it: position and id of the last event. */
export type Place = { readonly position: number; readonly event: string }
export const toPlace = ({ position, id }: StoredEvent): Place => ({ position, event: id })

export type Following = {
  readonly store: Pick<CheckedStore, 'head' | 'subscribe' | 'sound' | 'look'>
  readonly lease: Lease
  readonly startAfter: () => Promise<number | null>
  /** The progress of the replica with the lease; by default `startAfter`. */
  readonly watch?: () => Promise<number | null>
  /** Another replica has the lease, or may have it at once: no new work may begin. */
  readonly onLost?: () => Promise<void>
  /**
   * @param last position and id of the last event of the page; the batch has nothing of a damaged stream, and may be
   * empty
   */
  readonly take: (batch: readonly StoredEvent[], last: Place) => Promise<void>
  readonly onTaken?: (position: number) => void
  readonly onFault: (error: unknown) => void
  /** The machine's clock, unless a test brings its own. */
  readonly pause?: Pause
}

/** @see follow */
export type InlineFollower = Follower & {
  /** Marks all events up to that position as taken by another way than its subscription, which also ends a fault. */
  took(position: number): void
}

/**
 * Takes batch after batch, for ever, while it has the lease; while another replica has it, it watches that one's
 * progress. A batch that fails is tried again with growing pauses: the effects of an event must happen, and skipping
 * one silently would be worse than stopping visibly (`fault`). A follower that fails repeatedly without an outage
 * releases the lease to others for a while: alone it keeps trying, beside a healthy one it watches.
 */
export const follow = (options: Following): InlineFollower => {
  const { store, lease, watch = options.startAfter, onFault, pause = pausing } = options
  const progress = openProgress(options.onTaken)
  const fault = openFault()
  const closing = new AbortController()
  const { signal } = closing
  const work = openWork(options, { progress, fault, signal })

  const watchTheOther = async (): Promise<void> => {
    await work.end()
    progress.passed(await watch())
    fault.overAt(progress.position())
    await pause(watchEveryMs, signal)
  }

  const workOrWatch = async (): Promise<void> => {
    while (!signal.aborted) await ((await lease.take()) ? work.untilLost() : watchTheOther())
  }

  const onFailure = async (error: unknown, inARow: number): Promise<number> => {
    fault.met(error)
    if (error instanceof EngineAway) return 0
    onFault(error)
    if (inARow < triesBeforeLeaving) return 0
    await work.end().catch(onFault)
    await lease.release()
    return lease.forOthersMs ?? longestPauseMs
  }
  const running = keepTrying(workOrWatch, { progress: progress.position, onFailure, pause, signal })

  return {
    position: progress.position,
    fault: fault.now,
    took: work.took,
    caughtUp: (waiting = {}) => untilCaughtUp(store, waiting, progress.reached),
    async close() {
      closing.abort()
      progress.end()
      await work.close()
      await running
      await lease.release()
    },
  }
}

/** The work of the follower with the lease. */
const openWork = (
  { store, lease, startAfter, take, onLost, pause = pausing }: Following,
  { progress, fault, signal }: { progress: Progress; fault: Fault; signal: AbortSignal },
) => {
  let subscription: StoreSubscription | null = null
  /** Work may be running that ends with the lease. */
  let underWay = false

  const took = (position: number): void => {
    fault.over()
    if (!isAtOrPast(progress.position(), position)) progress.passed(position)
  }

  const onEvents = async (batch: readonly StoredEvent[]): Promise<void> => {
    const last = batch.at(-1)
    if (!last) return
    fault.wouldBeAt(last.position)
    await take(await store.sound(batch), toPlace(last))
    took(last.position)
  }

  /** A follower that has taken everything has recovered, even if no new event shows it. */
  const showThatItWorks = async (following: StoreSubscription): Promise<void> => {
    while (!signal.aborted && fault.mayPass() && subscription === following) {
      const head = await store.head().catch(() => Number.POSITIVE_INFINITY)
      if (subscription === following && isAtOrPast(progress.position(), head)) fault.over()
      else await pause(watchEveryMs, signal)
    }
  }

  return {
    took,
    async untilLost(): Promise<void> {
      underWay = true
      await store.look()
      progress.passed(await startAfter())
      if (signal.aborted) return
      const following = store.subscribe(progress.position(), onEvents, progress.position)
      subscription = following
      const stopRenewing = lease.keep(() => void following.close())
      const shown = showThatItWorks(following)
      await following.ended.finally(() => {
        subscription = null
        stopRenewing()
      })
      await shown
    },
    async end(): Promise<void> {
      if (underWay) await onLost?.()
      underWay = false
    },
    close: async () => subscription?.close(),
  }
}

const pausing: Pause = async (ms, signal) => {
  await timer(ms, null, { signal }).catch(() => undefined)
}

/** The pauses grow from failure to failure and begin with the shortest again after progress. */
const keepTrying = async (
  attempt: () => Promise<void>,
  how: {
    readonly progress: () => number | null
    /** @returns the minimum of the pause in milliseconds */
    readonly onFailure: (error: unknown, inARow: number) => Promise<number>
    readonly pause: Pause
    readonly signal: AbortSignal
  },
): Promise<void> => {
  const { progress, signal } = how
  for (let failures = 1; !signal.aborted; failures += 1) {
    const before = progress()
    try {
      return await attempt()
    } catch (error) {
      if (signal.aborted) return
      if (progress() !== before) failures = 1
      const atLeastMs = await how.onFailure(error, failures)
      await how.pause(Math.max(atLeastMs, Math.min(50 * 2 ** failures, longestPauseMs)), signal)
    }
  }
}
