import { setTimeout as timer } from 'node:timers/promises'
import type { StoredEvent, StoreSubscription } from '../../ports/event-store.ts'
import { EngineAway } from '../../ports/message-bus.ts'
import type { CheckedStore, DamagedStream } from '../checked-store.ts'
import { type Fault, openFault, openProgress, type Progress } from './follower-standing.ts'
import type { Lease } from './lease.ts'
import { reaches, untilCaughtUp, type Waiting } from './waiting.ts'

const watchEveryMs = 50
const longestPauseMs = 5000
/** Tries in a row of which a short trouble is over; what lasts longer is another replica's to try. */
const triesBeforeLeaving = 3

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
  /** True when that has been taken, here or by the replica that has the lease, or when it is closed; false when it took longer. */
  caughtUp(waiting?: Waiting): Promise<boolean>
  /**
   * What this process could not do, until it can or another replica has done it; null when all is well. An
   * `UnknownStoredEvent` stays: a release that can't read what stands in its store is not ready, whoever goes on for it.
   */
  fault(): unknown
  /** What it keeps and is not where it should be, though the service does its work. */
  behind?(): readonly ViewBehind[]
  /** Streams of which it can take no more, though the service does its work; of a service one follower says it. */
  damaged?(): readonly (DamagedStream & { readonly service: string })[]
  /** What somebody else has sent it and it did not believe, by reason, since the start: whoever sent it is not told. */
  disbelieved?(): { readonly [reason: string]: number }
  /** What it has used of a day's budget and what is left of it, by who has us pay. */
  spent?(): { readonly [purse: string]: { readonly spent: number; readonly left: number } }
  close(): Promise<void>
}

/** Resolves after the time, or when the signal says so. */
type Pause = (ms: number, signal: AbortSignal) => Promise<void>

/** How far a follower has come, as its checkpoint keeps it: position and id of the last event. */
export type Place = { readonly position: number; readonly event: string }
export const toPlace = ({ position, id }: StoredEvent): Place => ({ position, event: id })

export type Following = {
  readonly store: Pick<CheckedStore, 'head' | 'subscribe' | 'sound' | 'look'>
  readonly lease: Lease
  readonly startAfter: () => Promise<number | null>
  /** How far the replica has come that has the lease; `startAfter` where nothing is said. */
  readonly watch?: () => Promise<number | null>
  /** Another replica has the lease, or may have it at once: nothing may be begun any more. */
  readonly onLost?: () => Promise<void>
  /** @param last position and id of the last event that was there: the batch has nothing of a damaged stream, and may be empty */
  readonly take: (batch: readonly StoredEvent[], last: Place) => Promise<void>
  readonly onTaken?: (position: number) => void
  readonly onFault: (error: unknown) => void
  /** The machine's clock, unless a test has one of its own. */
  readonly pause?: Pause
}

/** @see follow */
export type InlineFollower = Follower & {
  /** It has had all events up to that position by another way than its subscription, and is well. */
  took(position: number): void
}

/**
 * Takes batch after batch, for ever, while it has the lease; while another replica has it, it watches how far that one
 * has come. A batch that fails is tried again with growing pauses: what follows from a fact must happen, and skipping
 * one in silence would be worse than standing still in sight (`fault`). Who fails again and again though no engine is
 * away lets go of the lease and leaves it to others for a while: alone it goes on trying, beside a sound one it watches.
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

/** What who has the lease does. */
const openWork = (
  { store, lease, startAfter, take, onLost, pause = pausing }: Following,
  { progress, fault, signal }: { progress: Progress; fault: Fault; signal: AbortSignal },
) => {
  let subscription: StoreSubscription | null = null
  /** Something may be under way that ends with the lease. */
  let underWay = false

  const took = (position: number): void => {
    fault.over()
    if (!reaches(progress.position(), position)) progress.passed(position)
  }

  const onEvents = async (batch: readonly StoredEvent[]): Promise<void> => {
    const last = batch.at(-1)
    if (!last) return
    fault.wouldBeAt(last.position)
    await take(await store.sound(batch), toPlace(last))
    took(last.position)
  }

  /** Who has nothing left to take works again, though no event comes by to show it. */
  const showThatItWorks = async (following: StoreSubscription): Promise<void> => {
    while (!signal.aborted && fault.mayPass() && subscription === following) {
      const head = await store.head().catch(() => Number.POSITIVE_INFINITY)
      if (subscription === following && reaches(progress.position(), head)) fault.over()
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

/** The pauses grow from failure to failure and begin anew once there was progress. */
const keepTrying = async (
  attempt: () => Promise<void>,
  how: {
    readonly progress: () => number | null
    /** @returns milliseconds that the pause takes at least */
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
