import type { Checkpoint, DocumentStore } from '../../ports/document-store.ts'
import type { EventStore } from '../../ports/event-store.ts'
import type { DomainEvent } from '../events/event.ts'
import type { Filling } from '../following/follower.ts'
import { isAtOrPast, openWaiting } from '../following/waiting.ts'
import type { AnyView } from './view.ts'
import type { ViewFault } from './view-batch.ts'

/**
 * The position of a view among the views of its service. `live`: with them. `catchingUp`: on its own, behind them.
 * `stopped`: it could not apply the event at position `at`; `fault` is null when an earlier run or another replica met
 * it.
 */
export type ViewProgress =
  | { readonly state: 'live' | 'catchingUp' }
  | { readonly state: 'stopped'; readonly at: number; readonly fault: ViewFault | null }

export type TrackedView<Event extends DomainEvent> = {
  readonly view: AnyView<Event>
  readonly name: string
  readonly checkpoint: string
  /** Of the last event that its documents show; only grows within a run. */
  position: number | null
  progress: ViewProgress
  /** It is recorded that the view has once shown all that was stored when a process began. */
  wasFilled: boolean
}

export type ViewsProgress<Event extends DomainEvent> = ReturnType<typeof openViewProgress<Event>>

const marks = (view: string) => ({
  checkpoint: `view-${view}`,
  filled: `view-${view}-filled`,
  stopped: `view-${view}-stopped`,
})

/** The names of all checkpoints of a view's progress. */
export const toCheckpoints = (view: string): string[] => Object.values(marks(view))

/** The newest event and the checkpoints that a process found at its start. */
type Begun = { readonly head: number | null; readonly from: ReadonlyMap<string, number> }

/** The progress of each view of a service, and the callers that wait for it. */
export const openViewProgress = <Event extends DomainEvent>(options: {
  readonly store: Pick<EventStore, 'head'>
  readonly documents: DocumentStore
  readonly views: readonly AnyView<Event>[]
}) => {
  const { store, documents } = options
  const all = options.views.map(trackedView)
  const waiting = openWaiting()
  let begun: Begun | null = null

  const isFilled = ({ position }: TrackedView<Event>): boolean => begun !== null && isAtOrPast(position, begun.head)
  const furthest = () =>
    all.reduce<number | null>((far, { position }) => (isAtOrPast(far, position) ? far : position), null)
  /** Reads each view's progress from the store. */
  const look = shareRunning(async () => {
    const head = begun ? begun.head : await store.head()
    const stored = await documents.checkpoints(all.flatMap(({ name }) => toCheckpoints(name)))
    begun ??= { head, from: stored }
    for (const one of all) restore(one, stored)
    waiting.lookAgain()
  })

  return {
    all,
    look,
    furthest,
    changed: waiting.lookAgain,
    until: waiting.until,
    end: waiting.end,
    known: () => (begun ? Promise.resolve() : look()),
    /**
     * Whether it shows all that was stored when this process began. From then on it can be read, however late it is.
     */
    isFilled,
    /** Of all views but those that an event has stopped, which may never go on. */
    filling(): Filling {
      const isReadable = begun !== null && (all.length === 0 || isAtOrPast(furthest(), begun.head))
      return { ...countFilled(all, begun), isReadable }
    },
    /** Whether it may be read: it is filled, or was filled before and is now stopped by one event. */
    isReadable: (one: TrackedView<Event>): boolean =>
      isFilled(one) || (one.wasFilled && one.progress.state === 'stopped'),
    /** While another replica writes: a view that has not reached the furthest position of the look before is catching up. */
    async watch(): Promise<number | null> {
      const before = furthest()
      await look()
      for (const one of all) setProgress(one, isAtOrPast(one.position, before) ? 'live' : 'catchingUp')
      waiting.lookAgain()
      return furthest()
    },
    named(view: string): TrackedView<Event> {
      const found = all.find(({ name }) => name === view)
      if (!found) throw new Error(`${view} is no view of this service`)
      return found
    },
    /** @param state from then on, unless an event after `position` stops it */
    arrived(one: TrackedView<Event>, position: number, state: 'live' | 'catchingUp'): void {
      advance(one, position)
      setProgress(one, state)
      waiting.lookAgain()
    },
    /** Recorded, so that other replicas and later runs do not wait for it. @throws EngineAway */
    async stopped(one: TrackedView<Event>, fault: ViewFault, batchEnd: number): Promise<void> {
      const at = fault.event?.position ?? batchEnd
      if (one.progress.state !== 'stopped' || one.progress.at !== at)
        await documents.write([], [{ name: marks(one.name).stopped, position: at }])
      one.progress = { state: 'stopped', at, fault }
    },
    /** Records once which views are filled, for later runs. */
    async remember(): Promise<void> {
      const filled = all.filter((one) => isFilled(one) && !one.wasFilled)
      if (filled.length > 0) await documents.write([], filled.map(filledAt(begun?.head ?? 0)))
      for (const one of filled) one.wasFilled = true
    },
  }
}

const countFilled = (all: readonly TrackedView<never>[], begun: Begun | null): Omit<Filling, 'isReadable'> => {
  const head = begun?.head ?? 0
  const going = all.filter(({ progress }) => progress.state !== 'stopped')
  const toFrom = ({ checkpoint }: TrackedView<never>) => Math.min(begun?.from.get(checkpoint) ?? 0, head)
  return {
    taken: going.reduce((sum, one) => sum + Math.min(one.position ?? 0, head) - toFrom(one), 0),
    toTake: going.reduce((sum, one) => sum + head - toFrom(one), 0),
  }
}

/** Calls during a run share that run. A second run could answer with older data after its caller has worked on. */
const shareRunning = (run: () => Promise<void>): (() => Promise<void>) => {
  let running: Promise<void> | null = null
  return () => {
    running ??= run().finally(() => {
      running = null
    })
    return running
  }
}

const advance = (one: TrackedView<never>, position: number | null): void => {
  if (!isAtOrPast(one.position, position)) one.position = position
}

/** A view stays stopped until it has passed the event that stopped it. */
export const setProgress = (one: TrackedView<never>, state: 'live' | 'catchingUp'): void => {
  const { progress, position } = one
  if (progress.state !== 'stopped' || isAtOrPast(position, progress.at)) one.progress = { state }
}

const restore = (one: TrackedView<never>, stored: ReadonlyMap<string, number>): void => {
  const { checkpoint, filled, stopped } = marks(one.name)
  advance(one, stored.get(checkpoint) ?? null)
  one.wasFilled = stored.has(filled)
  const at = stored.get(stopped) ?? null
  const before = one.progress.state === 'stopped' ? one.progress.at : null
  if (at === null || isAtOrPast(one.position, at)) {
    if (before !== null) one.progress = { state: 'catchingUp' }
  } else if (at !== before) one.progress = { state: 'stopped', at, fault: null }
}

const filledAt =
  (position: number) =>
  ({ name }: { readonly name: string }): Checkpoint => ({ name: marks(name).filled, position })

const trackedView = <Event extends DomainEvent>(view: AnyView<Event>): TrackedView<Event> => ({
  view,
  name: view.collection.name,
  checkpoint: marks(view.collection.name).checkpoint,
  position: null,
  progress: { state: 'live' },
  wasFilled: false,
})
