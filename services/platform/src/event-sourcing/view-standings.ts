import type { Checkpoint, DocumentStore } from '../ports/document-store.ts'
import type { EventStore } from '../ports/event-store.ts'
import type { DomainEvent } from './event.ts'
import type { Follower } from './follower.ts'
import type { AnyView } from './view.ts'
import type { ViewFault } from './view-batch.ts'
import { openWaiting, reaches } from './waiting.ts'

/** How far one view has come. */
export type Standing<Event extends DomainEvent> = {
  readonly view: AnyView<Event>
  readonly name: string
  readonly checkpoint: string
  /** Of the last event that its documents show. */
  position: number | null
  /** Once it shows all that stood when this process began; from then on it is read, however far behind it may fall. */
  shows: boolean
  /** It has been read before, in another run. */
  wasRead: boolean
  /** Of the event that stopped it, now or in a former run; it stands still as long as it has not passed that. */
  stoppedAt: number | null
  fault: ViewFault | null
  /** It is not with the others: it catches up, or tries again, by itself. */
  beside: Follower | null
  /** Another replica works, and there it is not with the others. */
  behind: boolean
}

export type Standings<Event extends DomainEvent> = ReturnType<typeof openStandings<Event>>

const marks = (view: string) => ({
  checkpoint: `view-${view}`,
  filled: `view-${view}-filled`,
  stopped: `view-${view}-stopped`,
})

/** Everything that is remembered of a view's progress. */
export const checkpointsOf = (view: string): string[] => Object.values(marks(view))

export const isStopped = ({ stoppedAt, position }: Standing<never>): boolean =>
  stoppedAt !== null && !reaches(position, stoppedAt)

/** Whether it may be read: it has caught up, or it once had and one event stops it now. */
export const isReadable = (one: Standing<never>): boolean => one.shows || (one.wasRead && isStopped(one))

export const openStandings = <Event extends DomainEvent>(options: {
  readonly store: Pick<EventStore, 'head'>
  readonly documents: DocumentStore
  readonly views: readonly AnyView<Event>[]
}) => {
  const { store, documents } = options
  const all = options.views.map(standingOf)
  const waiting = openWaiting()
  let begun: { readonly head: number | null } | null = null

  const changed = () => {
    for (const one of all) one.shows ||= begun !== null && reaches(one.position, begun.head)
    waiting.lookAgain()
  }
  const furthest = () =>
    all.reduce<number | null>((far, { position }) => (reaches(far, position) ? far : position), null)

  /** Reads from the store how far each has come; one that works by itself knows better. */
  const look = whoeverAsks(async () => {
    begun ??= { head: await store.head() }
    const stored = await documents.checkpoints(all.flatMap(({ name }) => checkpointsOf(name)))
    for (const one of all) if (!one.beside) restoreStanding(one, stored)
    changed()
  })
  return {
    all,
    look,
    changed,
    known: () => (begun ? Promise.resolve() : look()),
    furthest,
    until: waiting.until,
    end: waiting.end,
    /** While another replica works: who is not where the furthest was at the look before is not with the others there. */
    async watch(): Promise<number | null> {
      const before = furthest()
      await look()
      for (const one of all) one.behind = !reaches(one.position, before)
      changed()
      return furthest()
    },
    named(view: string): Standing<Event> {
      const found = all.find(({ name }) => name === view)
      if (!found) throw new Error(`${view} is no view of this service`)
      return found
    },
    arrived(one: Standing<Event>, position: number): void {
      if (!reaches(one.position, position)) one.position = position
      if (!isStopped(one)) one.fault = null
      changed()
    },
    /** Other replicas and later runs know it too: nobody waits for it. */
    async stopped(one: Standing<Event>, fault: ViewFault, batchEnd: number): Promise<void> {
      const position = fault.event?.position ?? batchEnd
      one.fault = fault
      if (one.stoppedAt === position) return
      one.stoppedAt = position
      await documents.write([], [{ name: marks(one.name).stopped, position }])
    },
    /** Writes down what a later run has to know, once. */
    async remember(): Promise<void> {
      const shown = all.filter(({ shows, wasRead }) => shows && !wasRead)
      if (shown.length > 0) await documents.write([], shown.map(filledAt(begun?.head ?? 0)))
      for (const one of shown) one.wasRead = true
    },
  }
}

/** One answer for all who ask meanwhile: what an earlier one has read must not come late, when somebody works on by it. */
const whoeverAsks = (run: () => Promise<void>): (() => Promise<void>) => {
  let running: Promise<void> | null = null
  return () => {
    running ??= run().finally(() => {
      running = null
    })
    return running
  }
}

const restoreStanding = (one: Standing<never>, stored: ReadonlyMap<string, number>): void => {
  const { checkpoint, filled, stopped } = marks(one.name)
  one.position = stored.get(checkpoint) ?? null
  one.wasRead = stored.has(filled)
  one.stoppedAt = stored.get(stopped) ?? null
}

const filledAt =
  (position: number) =>
  ({ name }: { readonly name: string }): Checkpoint => ({ name: marks(name).filled, position })

const standingOf = <Event extends DomainEvent>(view: AnyView<Event>): Standing<Event> => ({
  view,
  name: view.collection.name,
  checkpoint: marks(view.collection.name).checkpoint,
  position: null,
  shows: false,
  wasRead: false,
  stoppedAt: null,
  fault: null,
  beside: null,
  behind: false,
})
