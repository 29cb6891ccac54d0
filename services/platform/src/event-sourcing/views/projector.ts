import type { DocumentStore } from '../../ports/document-store.ts'
import type { StoredEvent } from '../../ports/event-store.ts'
import type { InlineProjection, InlineProjections } from '../../ports/inline-projection.ts'
import type { CheckedStore, DamagedStream } from '../checked-store.ts'
import type { DomainEvent } from '../events/event.ts'
import type { EventCodec } from '../events/event-codec.ts'
import { derivedId, type KeyedHash } from '../events/ids.ts'
import { openStoredKinds } from '../events/stored-kinds.ts'
import { type Filling, type Follower, follow, type ViewBehind } from '../following/follower.ts'
import type { Lease } from '../following/lease.ts'
import { throttle } from '../following/throttle.ts'
import { isAtOrPast, untilCaughtUp, type Waiting } from '../following/waiting.ts'
import type { AnyView } from './view.ts'
import { openViewGroup } from './view-group.ts'
import { openViewProgress, type TrackedView } from './view-progress.ts'

const usualPatienceMs = 1000

export type Projector = Omit<Follower, 'caughtUp' | 'behind' | 'damaged' | 'filling'> & {
  behind(): ViewBehind[]
  filling(): Filling
  /** Whether the view is behind the others of its service, so that its rows are late. */
  isBehind(view: string): boolean
  damaged(): (DamagedStream & { readonly service: string })[]
  /** Every view shows all events up to there. */
  passed(position: number | null): boolean
  getPosition(view: string): number | null
  /**
   * As for every follower. Waits for all views except stopped ones; with `view` for that one, in any state; with
   * `together` for the views that are up to date, and for none that is behind.
   */
  caughtUp(waiting?: Waiting & { readonly view?: string; readonly together?: boolean }): Promise<boolean>
  /**
   * False while a view is filled for the first time and does not soon show the events stored when this process began.
   */
  isReadable(view: string): Promise<boolean>
  /** This process writes the view, and the view has caught up: former versions are no longer needed. */
  replaces(view: string): boolean
}

/**
 * The only writer of a service's read models. A view has its own checkpoint and its own faults, and fills by itself
 * when it is new; no command waits for a view that is behind. Of several replicas the one with the lease writes, and
 * the others watch.
 */
export const projector = <Event extends DomainEvent>(options: {
  readonly service: string
  readonly store: CheckedStore
  readonly codec: EventCodec<Event>
  readonly documents: DocumentStore
  readonly hash?: KeyedHash | undefined
  readonly views: readonly AnyView<Event>[]
  /** With the same `documents`, rows are written in one commit with the events that they show. */
  readonly inline?: InlineProjections | undefined
  readonly leaseFor: (name: string) => Lease
  readonly onFault: (error: unknown) => void
}): Projector => {
  const { store, inline } = options
  const progress = openViewProgress(options)
  const { all, named, until, isReadable } = progress
  const group = openViewGroup({ ...options, progress })
  const kinds = openStoredKinds(options.documents, options.codec)
  const lookForDamage = throttle(store.look)
  /** Positions may be known earlier, and would make a release that is too old look ready. */
  let canRead = false
  const assertReadable = async (): Promise<void> => {
    await kinds.assertReadable()
    canRead = true
  }
  const { took, ...follower } = follow({
    store,
    // A lease for this set of views: while one release replaces another, each keeps its own.
    lease: options.leaseFor(`views-${derivedId(...all.map(({ name }) => name).sort())}`),
    async startAfter() {
      await assertReadable()
      return group.begin()
    },
    async watch() {
      group.releaseLease()
      await assertReadable()
      await lookForDamage()
      return progress.watch()
    },
    onLost: async () => group.releaseLease(),
    async take(batch, last) {
      await kinds.remember(batch)
      await group.take(batch, last)
    },
    onFault: options.onFault,
  })
  const removeInline =
    inline?.documents === options.documents ? inline.add(inlineProjection({ store, kinds, group, took })) : null

  return {
    ...follower,
    // The service waits for a view that is being filled; a later fault is only reported, and the other views continue.
    fault: () => follower.fault() ?? all.flatMap((one) => (isReadable(one) ? [] : (findFault(one) ?? [])))[0] ?? null,
    damaged: () => store.damaged().map((one) => ({ service: options.service, ...one })),
    behind: () => behind(options.service, all, follower.position()),
    filling: progress.filling,
    isBehind: (view) => isLate(named(view), follower.position()),
    passed: (position) => all.every((one) => isAtOrPast(one.position, position)),
    getPosition: (view) => named(view).position,
    replaces: (view) => group.leads() && progress.isFilled(named(view)),
    caughtUp({ view, together, ...waiting } = {}) {
      const isAwaited = (one: TrackedView<Event>) =>
        together ? one.progress.state === 'live' : !(isStopped(one) && isReadable(one))
      const show = (position: number | null) =>
        canRead &&
        (view
          ? isAtOrPast(named(view).position, position)
          : all.every((one) => isAtOrPast(one.position, position) || !isAwaited(one)))
      return untilCaughtUp(store, waiting, (position, patienceMs) => until(() => show(position), patienceMs))
    },
    async isReadable(view) {
      await progress.known()
      return isReadable(named(view)) || until(() => isReadable(named(view)), usualPatienceMs)
    },
    async close() {
      progress.end()
      removeInline?.()
      await follower.close()
      group.releaseLease()
      await group.closed()
    },
  }
}

type Projecting<Event extends DomainEvent> = {
  readonly store: CheckedStore
  readonly kinds: ReturnType<typeof openStoredKinds>
  readonly group: ReturnType<typeof openViewGroup<Event>>
  readonly took: (position: number) => void
}

const inlineProjection =
  <Event extends DomainEvent>({ store, kinds, group, took }: Projecting<Event>): InlineProjection =>
  async (batch, after) => {
    // For a damaged stream `sound` decides which events are shown.
    const isDamaged = store.damaged().some(({ stream }) => batch.some((event) => event.stream === stream))
    if (!group.leads() || isDamaged) return null
    await kinds.remember(batch)
    const rows = await group.project(batch, after)
    if (!rows) return null
    const afterCommit = () => {
      rows.afterCommit()
      took((batch.at(-1) as StoredEvent).position)
    }
    return { ...rows, afterCommit }
  }

const isStopped = ({ progress }: TrackedView<never>): boolean => progress.state === 'stopped'

const findFault = ({ progress }: TrackedView<never>) => (progress.state === 'stopped' ? progress.fault : null)

const isLate = <Event extends DomainEvent>(one: TrackedView<Event>, together: number | null): boolean =>
  isStopped(one) || !isAtOrPast(one.position, together)

const behind = <Event extends DomainEvent>(
  service: string,
  all: readonly TrackedView<Event>[],
  together: number | null,
): ViewBehind[] =>
  all
    .filter((one) => isLate(one, together))
    .map((one) => ({
      service,
      view: one.name,
      position: one.position,
      stoppedBy: stoppedBy(one),
    }))

const stoppedBy = ({ progress }: TrackedView<never>): ViewBehind['stoppedBy'] => {
  if (progress.state !== 'stopped') return null
  const { at, fault } = progress
  return { position: at, event: fault?.event?.type ?? null, error: nameOf(fault?.cause) }
}

/** The name only, because the message may contain personal data. */
const nameOf = (error: unknown): string | null => (error instanceof Error ? error.name : null)
