import { randomBytes as byChance } from 'node:crypto'
import { type Collection, type CollectionSpec, type DocumentStore, DocumentsDamaged } from '../ports/document-store.ts'
import type { DegradedEngine, Engines } from '../ports/engines.ts'
import type { EventToAppend, Json, StoredEvent } from '../ports/event-store.ts'
import { EngineAway } from '../ports/message-bus.ts'
import type { AnyAuditCheck, AnyAuditSum } from './audit/audit-check.ts'
import { type Audited, type AuditorPace, openAuditor } from './audit/auditor.ts'
import { type CheckedStore, checkedStore, type DamagedStream } from './checked-store.ts'
import { type CommandHandler, commandHandler } from './command-handler.ts'
import { type DamagedCollections, openDamagedCollections } from './damaged-collections.ts'
import type { DamagedCollection } from './damaged-list.ts'
import type { Decider } from './events/decider.ts'
import type { DomainEvent, EventMetadata, Recorded } from './events/event.ts'
import { eventCodec, type StoredEventTypes, UnknownStoredEvent } from './events/event-codec.ts'
import { type KeyedHash, type RandomBytes, randomId } from './events/ids.ts'
import { openPersonalKeys, type PersonalKeys } from './events/personal-keys.ts'
import { reportBehind, reportLeftOut } from './following/behind.ts'
import type { Follower } from './following/follower.ts'
import { type Lease, openLease, leaseMs as usualLeaseMs } from './following/lease.ts'
import { type PublishedAgain, readPublishedAgain } from './following/lost-messages.ts'
import { type Announcement, publisher } from './following/publisher.ts'
import { openFormerCollections } from './views/former-collections.ts'
import { type Projector, projector } from './views/projector.ts'
import type { AnyView, View } from './views/view.ts'
import { assertIdsSealed } from './views/view-batch.ts'

/** Everything a service does with its own streams, connected once. */
export type Streams<Event extends DomainEvent> = {
  /** The service's events, for its followers. */
  readonly store: CheckedStore
  readonly keys: PersonalKeys
  /** A lease for other work that the service does once for all of its replicas. */
  readonly leaseFor: (name: string) => Lease
  readonly projector: Projector
  readonly followers: readonly Follower[]
  /** The decoded past of one stream, or at most `limit` events of it from a revision on. @throws Refused: `damaged` */
  read(stream: string, fromRevision?: number, limit?: number): Promise<Recorded<Event>[]>
  /** Decodes a stored event. */
  opened(event: StoredEvent): Promise<Recorded<Event>>
  /** Encodes an event for the store, for a caller that appends what was decided elsewhere. */
  sealed(id: string, event: Event, metadata: EventMetadata): Promise<EventToAppend>
  /**
   * Handles commands of one kind of stream and answers when the read models that are up to date show what they
   * recorded. The caller is notified when one of them does not yet (`reportBehind`).
   */
  getHandler<State, Command, Own extends Event>(
    decider: Decider<State, Command, Own>,
  ): CommandHandler<State, Command, Own>
  /** The same, answered when it is recorded: for a reaction, after which no read model is read. */
  createRecorder<State, Command, Own extends Event>(
    decider: Decider<State, Command, Own>,
  ): CommandHandler<State, Command, Own>
  /**
   * The rows of a view. While it is filled for the first time each call rejects with EngineAway; while rows are damaged,
   * lists of a view that `refuses` reject with DocumentsDamaged.
   */
  readModel<Doc extends object>(view: Filling<Doc>): Promise<Collection<Doc>>
  /**
   * For work that must not use late rows. @throws EngineAway `because` one of the views does not soon show all stored
   * events; UnknownStoredEvent when this release never will: a holder of a lease must then leave it to others
   */
  assertShown(views: readonly Named[], because: string): Promise<void>
  /** As all processes of the service have found them. */
  damaged(): Promise<DamagedStream[]>
  /** Collections with documents that differ from what was written, as this process has found them. */
  damagedCollections(): DamagedCollection[]
  /** What the auditor found, as this process knows it. */
  audited(): Audited
  /** Messages of its topic that Kafka had forgotten lately and that were published again. @throws EngineAway */
  publishedAgain(): Promise<PublishedAgain[]>
  /** The shared engines that this process cannot use now. */
  degraded(): DegradedEngine[]
  close(): Promise<void>
}

/** Reads of read models by their name. */
export type ReadModels = Pick<Streams<DomainEvent>, 'readModel'>

type Named = { readonly collection: { readonly name: string } }

/** A view over any events, by its documents. */
type Filling<Doc extends object> = Pick<View<never, Doc>, 'collection' | 'project' | 'whenDamaged'>

export const openStreams = async <Event extends DomainEvent>(options: {
  readonly service: string
  readonly engines: Engines
  readonly types: StoredEventTypes<Event>
  /** @throws DeclaredDifferently when a view's shape differs from its existing collection */
  readonly views: readonly AnyView<Event>[]
  /**
   * Made from the service's own secret, for views that seal their ids. After a change of the secret these must be
   * filled again.
   */
  readonly hash?: KeyedHash
  /** The public form of an event; left out by a service that publishes nothing. */
  readonly announce?: (event: Recorded<Event>) => Announcement | null
  readonly onFault: (error: unknown) => void
  /** The source of events' ids (default the machine's randomness); a simulation with a seed brings its own. */
  readonly randomBytes?: RandomBytes
  /** ISO instant (default the machine's clock) at which a damaged stream was found. */
  readonly now?: () => string
  /** The time after which another replica continues for a dead one (default 5 s). */
  readonly leaseMs?: number
  /** How many of the last sealed events can be shown without opening them (default 2000). */
  readonly remembers?: number
  /** How long a command waits for the read models that are up to date (default 1 s). */
  readonly patienceMs?: number
  /** The service's own rules for the daily pass over all of its events. */
  readonly checks?: readonly AnyAuditCheck<Event>[]
  /** What it tells others at the end of each such pass. */
  readonly sums?: readonly AnyAuditSum<Event>[]
  readonly audit?: AuditorPace
}): Promise<Streams<Event>> => {
  const { service, engines, views, hash, onFault, randomBytes = byChance } = options
  const { leaseMs = usualLeaseMs, patienceMs = 1000, announce, checks = [], sums = [], audit } = options
  const leaseFor = (name: string) => openLease(engines, `${service} ${name}`, leaseMs)
  const { documents, events } = engines
  const { now = () => new Date().toISOString() } = options
  const store = checkedStore({ events, documents, now, onFault })
  const keys = await openPersonalKeys(engines)
  const codec = eventCodec<Event>(options.types, keys, options.remembers)
  assertIdsSealed(views, hash)
  for (const { collection } of views) await documents.collection(collection)
  const following = { store, codec, documents, leaseFor, onFault }
  const projecting = projector({ service, ...following, inline: engines.inline, views, hash })
  const named = { service, views: views.map(({ collection }) => collection.name), onFault }
  const damaged = openDamagedCollections({ ...named, documents, refill: projecting.refill, now })
  const former = openFormerCollections({ ...named, engines, replaces: projecting.replaces, leaseMs })
  const audited = { events, ...following, views, hash, projector: projecting, checks, sums, now }
  const auditor = openAuditor<Event>({ ...audited, ...audit, lease: leaseFor('audit') })
  const naming = { ...namingDamaged(projecting, service, damaged), audited: () => ({ service, ...auditor.status() }) }
  const followers: Follower[] = [naming]
  if (announce) followers.push(publisher({ topic: service, ...following, bus: engines.bus, now, announce }))

  // A stream has only events of its own kind, so the service's codec reads it as such.
  const createRecorder: Streams<Event>['createRecorder'] = (decider) =>
    commandHandler(store, codec as never, decider, () => randomId(randomBytes))
  const tooOld = (): UnknownStoredEvent | null => {
    const fault = projecting.fault()
    return fault instanceof UnknownStoredEvent ? fault : null
  }
  const caughtUp = ({ collection: { name: view } }: Named) => projecting.caughtUp({ view, patienceMs })
  return {
    store,
    keys,
    leaseFor,
    projector: naming,
    followers,
    read: async (...asked) => Promise.all((await store.read(...asked)).map(codec.decode)),
    opened: codec.decode,
    sealed: codec.encode,
    createRecorder,
    getHandler: (decider) => {
      const handle = createRecorder(decider)
      return async (stream, command, metadata, assumed) => {
        const handled = await handle(stream, command, metadata, assumed)
        await projecting.caughtUp({ position: handled.position, together: true, patienceMs })
        if (!projecting.passed(handled.position)) reportBehind()
        return handled
      }
    },
    readModel: readModelsOf(documents, projecting.isReadable, damaged.isDamaged),
    async assertShown(views, because) {
      for (const view of views) if (tooOld() || !(await caughtUp(view))) throw tooOld() ?? new EngineAway(because)
    },
    async damaged() {
      await store.look()
      return [...store.damaged()]
    },
    damagedCollections: () => [...damaged.all()],
    audited: auditor.status,
    publishedAgain: async () => (announce && !engines.bus.serve ? readPublishedAgain(documents, service, now()) : []),
    degraded: () => (engines.degraded?.() ?? []).filter((one) => one.engine !== 'backup'),
    close: () => closeInOrder([[former, auditor], followers, [damaged]]),
  }
}

type Closing = { close(): Promise<void> }

/** Closes the parts of a group side by side, and the groups one after the other. */
const closeInOrder = async (groups: readonly (readonly Closing[])[]): Promise<void> => {
  for (const group of groups) await Promise.all(group.map((part) => part.close()))
}

const namingDamaged = (projecting: Projector, service: string, damaged: DamagedCollections): Projector => ({
  ...projecting,
  damagedCollections: () => damaged.all().map((one) => ({ service, ...one })),
})

const readModelsOf =
  (
    documents: DocumentStore,
    isReadable: Projector['isReadable'],
    isDamaged: (collection: string) => boolean,
  ): ReadModels['readModel'] =>
  async <Doc extends object>({ collection, whenDamaged }: Filling<Doc>) => {
    // TypeScript cannot see that every document's shape is a `Shape` before it knows the document.
    const rows = await documents.collection<Doc>(collection as CollectionSpec)
    const { name } = collection
    const readable = onceReadable(rows, () => isReadable(name))
    return whenDamaged === 'leavesOut' ? countingLeftOut(readable) : refusingLists(readable, () => isDamaged(name))
  }

/** A half-filled view would miss existing things. */
const onceReadable = <Doc extends object>(
  stands: Collection<Doc>,
  isReadable: () => Promise<boolean>,
): Collection<Doc> => {
  const first =
    <Asked extends unknown[], Answer>(ask: (...asked: Asked) => Promise<Answer>) =>
    async (...asked: Asked): Promise<Answer> => {
      if (!(await isReadable())) throw new EngineAway(`${stands.spec.name} is being filled`)
      return ask(...asked)
    }
  return {
    spec: stands.spec,
    get: first(stands.get),
    getVersioned: first(stands.getVersioned),
    find: first(stands.find),
    count: first(stands.count),
    countUpTo: first(stands.countUpTo),
  }
}

/** The caller of a list is told how many damaged rows it is without. */
const countingLeftOut = <Doc extends object>(rows: Collection<Doc>): Collection<Doc> => ({
  ...rows,
  async find(options) {
    const page = await rows.find(options)
    if (page.leftOut !== undefined) reportLeftOut(page.leftOut)
    return page
  },
})

/** A list or a sum without a damaged row would be wrong; single rows are still read. */
const refusingLists = <Doc extends object>(rows: Collection<Doc>, isDamaged: () => boolean): Collection<Doc> => {
  const first =
    <Asked extends unknown[], Answer>(ask: (...asked: Asked) => Promise<Answer>) =>
    async (...asked: Asked): Promise<Answer> => {
      if (isDamaged()) throw new DocumentsDamaged(rows.spec.name)
      return ask(...asked)
    }
  return {
    ...rows,
    find: first(async (options) => {
      const page = await rows.find(options)
      if (page.leftOut !== undefined) throw new DocumentsDamaged(rows.spec.name)
      return page
    }),
    count: first(rows.count),
    countUpTo: first(rows.countUpTo),
  }
}

/** The metadata of a command as a caller asked for it. @param now for a command without a time of its own */
export const metadataFrom = (
  asked: {
    readonly actor: Json
    readonly commandId: string
    readonly correlationId: string
    readonly requestHash?: string | undefined
    readonly origin?: string | undefined
    readonly at?: string | undefined
  },
  now: string,
): EventMetadata => ({
  at: asked.at ?? now,
  commandId: asked.commandId,
  correlationId: asked.correlationId,
  causationId: asked.commandId,
  actor: asked.actor,
  ...(asked.requestHash === undefined ? {} : { requestHash: asked.requestHash }),
  ...(asked.origin === undefined ? {} : { origin: asked.origin }),
})
