import type { DocumentStore, DocumentWrite } from '../ports/document-store.ts'
import type { StoredEvent } from '../ports/event-store.ts'
import type { Consequences } from '../ports/in-commit.ts'
import { EngineAway } from '../ports/message-bus.ts'
import type { CheckedStore } from './checked-store.ts'
import { type CheckpointBehind, checkpointBehind } from './checkpoint-behind.ts'
import type { DomainEvent } from './event.ts'
import type { EventCodec } from './event-codec.ts'
import { type Follower, follow, type Place, placeOf } from './follower.ts'
import type { KeyedHash } from './ids.ts'
import { inTurns } from './in-turns.ts'
import type { Lease } from './lease.ts'
import { documentsAfter, ViewFault } from './view-batch.ts'
import type { Standing, Standings } from './view-standings.ts'
import { reaches } from './waiting.ts'

type Given<Event extends DomainEvent> = {
  readonly store: CheckedStore
  readonly codec: EventCodec<Event>
  readonly documents: DocumentStore
  readonly hash?: KeyedHash | undefined
  readonly standings: Standings<Event>
  readonly onFault: (error: unknown) => void
}
type Parts<Event extends DomainEvent> = Given<Event> & { readonly behind: CheckpointBehind }
type Prepared<Event extends DomainEvent> = { readonly one: Standing<Event>; readonly writes: readonly DocumentWrite[] }

/** Who leads the group has the lease, and the views beside it are its own. */
const noLease: Lease = {
  take: async () => true,
  keep: () => () => undefined,
  release: async () => undefined,
  forOthersMs: 0, // there are none who could try instead
}

/**
 * The views that stand at the same place: each batch is decoded once for all of them, and their documents and
 * checkpoints are one unit. A view that can't take an event leaves, goes on trying beside the group, and is back in it
 * as soon as it stands where the group stands.
 */
export const openViewGroup = <Event extends DomainEvent>(given: Given<Event>) => {
  const parts = { ...given, behind: checkpointBehind(given.documents) }
  const { codec, documents, hash, standings, behind } = parts
  const { all } = standings
  const { rejoin, goBeside, leave, closed } = openBeside(parts)
  let leads = false
  let stands: number | null = null

  /** Who has come as far as the group is in it again. */
  const together = (): Standing<Event>[] => {
    for (const one of all) if (reaches(one.position, stands)) rejoin(one)
    return all.filter(({ beside }) => !beside)
  }

  return {
    leads: () => leads,
    /** The views that stand furthest are the group. */
    async begin(): Promise<number | null> {
      await behind.kept()
      await standings.look()
      stands = standings.furthest()
      leads = true
      for (const one of all) {
        one.behind = false
        if (one.position === stands) rejoin(one)
        else goBeside(one)
      }
      await standings.remember()
      standings.changed()
      return stands
    },
    async take(batch: readonly StoredEvent[], last: Place): Promise<void> {
      const { position } = last
      const events = await inTurns(batch, codec.decode)
      const prepared: Prepared<Event>[] = []
      for (const one of together()) {
        await documentsAfter(one.view, events, documents, hash).then(
          (writes) => prepared.push({ one, writes }),
          (fault) => leave(one, fault, position),
        )
      }
      await writeTogether(parts, prepared, last, leave)
      stands = position
      await standings.remember()
    },
    /** @throws ViewFault: taken as all others are, a view leaves that can't take one of them */
    async inCommit(batch: readonly StoredEvent[]): Promise<Consequences> {
      const { position } = batch.at(-1) as StoredEvent
      return consequencesFor(parts, together(), batch, async () => {
        stands = position
        await standings.remember()
      })
    },
    /** Another replica leads from now on. */
    disband(): void {
      leads = false
      for (const one of all) rejoin(one)
    },
    async closed(): Promise<void> {
      await closed()
      await behind.kept()
    },
  }
}

/** The ways out of the group and back into it. */
const openBeside = <Event extends DomainEvent>(parts: Parts<Event>) => {
  const { standings } = parts
  const closing = new Set<Promise<void>>()
  const goBeside = (one: Standing<Event>): void => {
    one.beside ??= followBeside(parts, one)
    standings.changed()
  }
  return {
    goBeside,
    /** What the view is still doing beside it is done twice then, which the documents' versions make nothing of. */
    rejoin(one: Standing<Event>): void {
      if (!one.beside) return
      const closed: Promise<void> = one.beside.close().finally(() => closing.delete(closed))
      closing.add(closed)
      one.beside = null
    },
    async leave(one: Standing<Event>, fault: unknown, position: number): Promise<void> {
      if (!(fault instanceof ViewFault)) throw fault
      await standings.stopped(one, fault, position)
      goBeside(one)
    },
    closed: () => Promise.all(closing),
  }
}

const writeTogether = async <Event extends DomainEvent>(
  parts: Parts<Event>,
  prepared: readonly Prepared<Event>[],
  last: Place,
  leave: (one: Standing<Event>, fault: unknown, position: number) => Promise<void>,
): Promise<void> => {
  try {
    if (prepared.length > 0) await write(parts, prepared, last)
  } catch (error) {
    if (error instanceof EngineAway) throw error
    // One of them wants what the store refuses; which one shows when each writes by itself.
    for (const each of prepared)
      await writeByItself(parts, each, last).catch((fault) => leave(each.one, fault, last.position))
  }
}

/** @throws ViewFault, EngineAway */
const consequencesFor = async <Event extends DomainEvent>(
  { codec, documents, hash, standings }: Parts<Event>,
  showing: readonly Standing<Event>[],
  batch: readonly StoredEvent[],
  arrived: () => Promise<void>,
): Promise<Consequences> => {
  const events = await inTurns(batch, codec.decode)
  const last = placeOf(batch.at(-1) as StoredEvent)
  const { position } = last
  const writes: DocumentWrite[] = []
  for (const { view } of showing) writes.push(...(await documentsAfter(view, events, documents, hash)))
  return {
    writes,
    checkpoints: showing.map(({ checkpoint: name }) => ({ name, ...last })),
    async committed() {
      for (const one of showing) standings.arrived(one, position)
      await arrived()
    },
  }
}

const write = async <Event extends DomainEvent>(
  { documents, standings, behind }: Parts<Event>,
  prepared: readonly Prepared<Event>[],
  last: Place,
): Promise<void> => {
  const writes = prepared.flatMap((each) => each.writes)
  const moved = prepared.map(({ one }) => ({ name: one.checkpoint, ...last }))
  // Where nothing changes there is nothing to wait for.
  if (writes.length === 0) await behind.keep(moved)
  else await documents.write(writes, behind.withWaiting(moved))
  for (const { one } of prepared) standings.arrived(one, last.position)
}

const writeByItself = <Event extends DomainEvent>(
  parts: Parts<Event>,
  prepared: Prepared<Event>,
  last: Place,
): Promise<void> =>
  write(parts, [prepared], last).catch((error) => {
    throw error instanceof EngineAway ? error : new ViewFault(prepared.one.name, null, error)
  })

const followBeside = <Event extends DomainEvent>(parts: Parts<Event>, one: Standing<Event>): Follower => {
  const { store, codec, documents, hash, standings, onFault } = parts
  return follow({
    store,
    lease: noLease,
    startAfter: async () => one.position,
    async take(batch, last) {
      try {
        const events = await inTurns(batch, codec.decode)
        await writeByItself(parts, { one, writes: await documentsAfter(one.view, events, documents, hash) }, last)
        await standings.remember()
      } catch (error) {
        if (error instanceof ViewFault) await standings.stopped(one, error, last.position)
        throw error
      }
    },
    onFault,
  })
}
