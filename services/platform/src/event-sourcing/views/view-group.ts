import type { DocumentStore, DocumentWrite } from '../../ports/document-store.ts'
import type { StoredEvent } from '../../ports/event-store.ts'
import type { InlineRows } from '../../ports/inline-projection.ts'
import { EngineAway } from '../../ports/message-bus.ts'
import type { CheckedStore } from '../checked-store.ts'
import type { DomainEvent } from '../events/event.ts'
import type { EventCodec } from '../events/event-codec.ts'
import type { KeyedHash } from '../events/ids.ts'
import { type CheckpointBehind, checkpointBehind } from '../following/checkpoint-behind.ts'
import { type Follower, follow, type Place, toPlace } from '../following/follower.ts'
import { alwaysHeld, type Lease } from '../following/lease.ts'
import { isAtOrPast } from '../following/waiting.ts'
import { mapInChunks } from '../yield-between-chunks.ts'
import { openRefills } from './refill.ts'
import { documentsAfter, ViewFault } from './view-batch.ts'
import { setProgress, type TrackedView, type ViewsProgress } from './view-progress.ts'

type Given<Event extends DomainEvent> = {
  readonly store: CheckedStore
  readonly codec: EventCodec<Event>
  readonly documents: DocumentStore
  readonly hash?: KeyedHash | undefined
  readonly progress: ViewsProgress<Event>
  readonly onFault: (error: unknown) => void
}
type Parts<Event extends DomainEvent> = Given<Event> & {
  readonly behind: CheckpointBehind
  /** The followers of views that are not in the group. */
  readonly alone: Map<TrackedView<Event>, Follower>
  /** Views that were filled beside their rows and change places with them now: nothing writes these rows. */
  readonly held: Set<TrackedView<Event>>
}
type Prepared<Event extends DomainEvent> = {
  readonly one: TrackedView<Event>
  readonly writes: readonly DocumentWrite[]
}

/**
 * Appends wait no longer than this for a group that is not up to date: otherwise one that falls behind once would stay
 * behind under load.
 */
const inlinePatienceMs = 20

/** The group's leader holds the lease, also for the views that catch up alone. */
const ofLeader: Lease = { ...alwaysHeld, forOthersMs: 0 } // no other process could try instead

/**
 * The views at the same position: each batch is decoded once for all of them, and their documents and checkpoints are
 * one unit. A view that cannot apply an event leaves the group, tries again alone, and joins the group again as soon as
 * it has reached the same position.
 */
export const openViewGroup = <Event extends DomainEvent>(given: Given<Event>) => {
  const parts: Parts<Event> = { ...given, behind: checkpointBehind(given.documents), alone: new Map(), held: new Set() }
  const { codec, documents, hash, progress, behind, alone, held } = parts
  const membership = openMembership(parts)
  const { rejoinGroup, catchUpAlone, closeAlone, stopView, closed } = membership
  const writing = openCountOfWork()
  let leads = false
  let groupPosition: number | null = null

  const members = (): TrackedView<Event>[] => {
    for (const one of progress.all) if (!held.has(one) && isAtOrPast(one.position, groupPosition)) rejoinGroup(one)
    return progress.all.filter((one) => !alone.has(one) && !held.has(one))
  }
  const refills = openRefills({ ...given, ...exchanges(parts, membership, writing.over) })

  return {
    leads: () => leads,
    /** Fills a view again beside its rows. @throws EngineAway when this process stops before it is done */
    refill: refills.refill,
    /** The views with the furthest position form the group. */
    async begin(): Promise<number | null> {
      await behind.kept()
      await progress.look()
      groupPosition = progress.furthest()
      leads = true
      for (const one of progress.all.filter((each) => !held.has(each))) {
        if (one.position === groupPosition) rejoinGroup(one)
        else catchUpAlone(one)
      }
      await progress.remember()
      progress.changed()
      return groupPosition
    },
    take: writing.counted(async (batch: readonly StoredEvent[], last: Place): Promise<void> => {
      const { position } = last
      if (isAtOrPast(groupPosition, position)) return
      const events = await mapInChunks(batch, codec.decode)
      const prepared: Prepared<Event>[] = []
      for (const one of members()) {
        await documentsAfter(one.view, events, documents, hash).then(
          (writes) => prepared.push({ one, writes }),
          (fault) => stopView(one, fault, position),
        )
      }
      await writeTogether(parts, prepared, last, stopView)
      groupPosition = position
      progress.changed()
      await progress.remember()
    }),
    /**
     * The group's rows for events that will be appended after that position; null when it is not up to date.
     * @throws ViewFault: the subscription brings the batch too, and there the view leaves the group. EngineAway
     */
    project: writing.counted(
      async (batch: readonly StoredEvent[], after: number | null): Promise<InlineRows | null> => {
        const hasCome = () => leads && groupPosition === after
        if (leads) await progress.until(hasCome, inlinePatienceMs)
        if (!hasCome()) return null
        return inlineRows(parts, members(), batch, (position) => {
          groupPosition = position
        })
      },
    ),
    /** Another replica leads from now on. */
    releaseLease(): void {
      leads = false
      for (const one of [...alone.keys()]) closeAlone(one)
    },
    async closed(): Promise<void> {
      await refills.close()
      await closed()
      await behind.kept()
    },
  }
}

/** How a view that was filled beside its rows leaves the group and comes back. */
const exchanges = <Event extends DomainEvent>(
  { progress, documents, held }: Parts<Event>,
  { closeAlone, catchUpAlone, closed }: ReturnType<typeof openMembership<Event>>,
  workIsOver: () => Promise<unknown>,
) => ({
  async leave(one: TrackedView<Event>): Promise<void> {
    held.add(one)
    setProgress(one, 'catchingUp')
    progress.changed()
    await workIsOver()
    closeAlone(one)
    await closed()
    // Rows in the commit of their events are sent a turn later, and the writer takes all in order.
    await new Promise(setImmediate)
    await documents.write([])
    await new Promise(setImmediate)
  },
  comeBack(one: TrackedView<Event>, position: number | null): void {
    held.delete(one)
    one.position = position
    catchUpAlone(one)
  },
})

/** Work that is under way, for a caller that must begin after it. */
const openCountOfWork = () => {
  const underWay = new Set<Promise<unknown>>()
  return {
    counted:
      <Asked extends unknown[], Done>(work: (...asked: Asked) => Promise<Done>) =>
      (...asked: Asked): Promise<Done> => {
        const done = work(...asked)
        const over: Promise<unknown> = done.catch(() => undefined).finally(() => underWay.delete(over))
        underWay.add(over)
        return done
      },
    over: () => Promise.all(underWay),
  }
}

/** Lets views leave the group and come back. */
const openMembership = <Event extends DomainEvent>(parts: Parts<Event>) => {
  const { progress, alone } = parts
  const closing = new Set<Promise<void>>()
  /** A batch that its own follower still writes is written twice, which is harmless because documents have versions. */
  const closeAlone = (one: TrackedView<Event>): void => {
    const follower = alone.get(one)
    if (!follower) return
    alone.delete(one)
    const closed: Promise<void> = follower.close().finally(() => closing.delete(closed))
    closing.add(closed)
  }
  const catchUpAlone = (one: TrackedView<Event>): void => {
    if (!alone.has(one)) alone.set(one, followAlone(parts, one))
    setProgress(one, 'catchingUp')
    progress.changed()
  }
  return {
    closeAlone,
    catchUpAlone,
    rejoinGroup(one: TrackedView<Event>): void {
      closeAlone(one)
      setProgress(one, 'live')
    },
    async stopView(one: TrackedView<Event>, fault: unknown, position: number): Promise<void> {
      if (!(fault instanceof ViewFault)) throw fault
      await progress.stopped(one, fault, position)
      catchUpAlone(one)
    },
    closed: () => Promise.all(closing),
  }
}

const writeTogether = async <Event extends DomainEvent>(
  parts: Parts<Event>,
  prepared: readonly Prepared<Event>[],
  last: Place,
  stopView: (one: TrackedView<Event>, fault: unknown, position: number) => Promise<void>,
): Promise<void> => {
  try {
    if (prepared.length > 0) await write(parts, prepared, last)
  } catch (error) {
    if (error instanceof EngineAway) throw error
    // The store refuses a write of one of them; writing each by itself shows which.
    for (const each of prepared)
      await writeByItself(parts, each, last).catch((fault) => stopView(each.one, fault, last.position))
  }
}

/** @throws ViewFault, EngineAway */
const inlineRows = async <Event extends DomainEvent>(
  { codec, documents, hash, progress }: Parts<Event>,
  showing: readonly TrackedView<Event>[],
  batch: readonly StoredEvent[],
  arrived: (position: number) => void,
): Promise<InlineRows> => {
  const events = await mapInChunks(batch, codec.decode)
  const last = toPlace(batch.at(-1) as StoredEvent)
  const writes: DocumentWrite[] = []
  for (const { view } of showing) writes.push(...(await documentsAfter(view, events, documents, hash)))
  return {
    writes,
    checkpoints: showing.map(({ checkpoint: name }) => ({ name, ...last })),
    afterCommit() {
      arrived(last.position)
      for (const one of showing) progress.arrived(one, last.position, 'live')
    },
  }
}

const write = async <Event extends DomainEvent>(
  { documents, progress, behind, alone }: Parts<Event>,
  prepared: readonly Prepared<Event>[],
  last: Place,
): Promise<void> => {
  const writes = prepared.flatMap((each) => each.writes)
  const moved = prepared.map(({ one }) => ({ name: one.checkpoint, ...last }))
  // When nothing changes there is nothing to wait for.
  if (writes.length === 0) await behind.keep(moved)
  else await documents.write(writes, behind.withWaiting(moved))
  for (const { one } of prepared) progress.arrived(one, last.position, alone.has(one) ? 'catchingUp' : 'live')
}

const writeByItself = <Event extends DomainEvent>(
  parts: Parts<Event>,
  prepared: Prepared<Event>,
  last: Place,
): Promise<void> =>
  write(parts, [prepared], last).catch((error) => {
    throw error instanceof EngineAway ? error : new ViewFault(prepared.one.name, null, error)
  })

const followAlone = <Event extends DomainEvent>(parts: Parts<Event>, one: TrackedView<Event>): Follower => {
  const { store, codec, documents, hash, progress, onFault } = parts
  return follow({
    store,
    lease: ofLeader,
    startAfter: async () => one.position,
    async take(batch, last) {
      try {
        const events = await mapInChunks(batch, codec.decode)
        await writeByItself(parts, { one, writes: await documentsAfter(one.view, events, documents, hash) }, last)
        await progress.remember()
      } catch (error) {
        if (error instanceof ViewFault) await progress.stopped(one, error, last.position)
        throw error
      }
    },
    onFault,
  })
}
