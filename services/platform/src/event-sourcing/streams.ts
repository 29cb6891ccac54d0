import { randomBytes as byChance } from 'node:crypto'
import type { Collection, CollectionSpec } from '../ports/document-store.ts'
import type { DegradedEngine, Engines } from '../ports/engines.ts'
import type { EventToAppend, Json, StoredEvent } from '../ports/event-store.ts'
import { EngineAway } from '../ports/message-bus.ts'
import { type CheckedStore, checkedStore, type DamagedStream } from './checked-store.ts'
import { type CommandHandler, commandHandler } from './command-handler.ts'
import type { Decider } from './events/decider.ts'
import type { DomainEvent, EventMetadata, Recorded } from './events/event.ts'
import { eventCodec, type StoredEventTypes, UnknownStoredEvent } from './events/event-codec.ts'
import { type KeyedHash, type RandomBytes, randomId } from './events/ids.ts'
import { openPersonalKeys, type PersonalKeys } from './events/personal-keys.ts'
import { tellBehind } from './following/behind.ts'
import { openExamination } from './following/examination.ts'
import type { Follower } from './following/follower.ts'
import { type Lease, openLease, leaseMs as usualLeaseMs } from './following/lease.ts'
import { type Announcement, publisher } from './following/publisher.ts'
import { openFormerCollections } from './views/former-collections.ts'
import { type Projector, projector } from './views/projector.ts'
import type { AnyView, View } from './views/view.ts'
import { assertIdsSealed } from './views/view-batch.ts'

/** Everything a service does with its own streams, wired once. */
export type Streams<Event extends DomainEvent> = {
  /** The service's events, for who follows them. */
  readonly store: CheckedStore
  readonly keys: PersonalKeys
  /** Of what else the service does once for all of its replicas. */
  readonly leaseFor: (name: string) => Lease
  readonly projector: Projector
  readonly followers: readonly Follower[]
  /** The decoded past of one stream, or at most `limit` events of it from a revision on. @throws Refused: `damaged` */
  read(stream: string, fromRevision?: number, limit?: number): Promise<Recorded<Event>[]>
  /** One event as it stands in the store, decoded. */
  opened(event: StoredEvent): Promise<Recorded<Event>>
  /** One event as it is to stand in the store, for who appends what was decided elsewhere. */
  sealed(id: string, event: Event, metadata: EventMetadata): Promise<EventToAppend>
  /**
   * Handles commands of one kind of stream and answers when the read models that stand together show what they recorded.
   * Whoever asked is told where one of them does not yet (`tellBehind`).
   */
  getHandler<State, Command, Own extends Event>(
    decider: Decider<State, Command, Own>,
  ): CommandHandler<State, Command, Own>
  /** The same, answered when it is recorded: for a reaction, after which nobody looks at a read model. */
  createRecorder<State, Command, Own extends Event>(
    decider: Decider<State, Command, Own>,
  ): CommandHandler<State, Command, Own>
  /** What a view shows. While it is filled for the first time nothing can be read from it: each call rejects with EngineAway. */
  readModel<Doc extends object>(view: Filling<Doc>): Promise<Collection<Doc>>
  /** True when the view shows all that stood in the store at the call; false when it doesn't soon. */
  caughtUp(view: Named): Promise<boolean>
  /**
   * For who must not go by rows that are late. @throws EngineAway `because` one of them does not soon show all that stood
   * there; UnknownStoredEvent where this release never will: whoever has a lease leaves it to others then
   */
  assertShown(views: readonly Named[], because: string): Promise<void>
  /** As all processes of the service have met them. */
  damaged(): Promise<DamagedStream[]>
  /** Which engines that processes share this process can't use now. */
  degraded(): DegradedEngine[]
  close(): Promise<void>
}

/** What is asked of read models by their name. */
export type ReadModels = Pick<Streams<DomainEvent>, 'readModel'>

type Named = { readonly collection: { readonly name: string } }

/** A view of whatever events, by its documents. */
type Filling<Doc extends object> = Pick<View<never, Doc>, 'collection' | 'project'>

export const openStreams = async <Event extends DomainEvent>(options: {
  readonly service: string
  readonly engines: Engines
  readonly types: StoredEventTypes<Event>
  /** @throws DeclaredDifferently where one's shape is not that of the collection that stands */
  readonly views: readonly AnyView<Event>[]
  /** Of the service's own secret: for views that seal their ids. Another secret needs these filled anew. */
  readonly hash?: KeyedHash
  /** What others may know; a service that publishes nothing leaves it out. */
  readonly announce?: (event: Recorded<Event>) => Announcement | null
  readonly onFault: (error: unknown) => void
  /** Of which the ids of events are made (default the machine's chance); a simulation with a seed brings its own. */
  readonly randomBytes?: RandomBytes
  /** ISO instant (default the machine's clock) at which a damaged stream was met. */
  readonly now?: () => string
  /** After which another replica goes on where one has died (default 5 s). */
  readonly leaseMs?: number
  /** So many of the last events that were sealed need not be opened to be shown (default 2000). */
  readonly remembers?: number
  /** How long a command waits for the read models that stand together (default 1 s). */
  readonly patienceMs?: number
}): Promise<Streams<Event>> => {
  const { service, engines, views, hash, onFault, randomBytes = byChance } = options
  const { leaseMs = usualLeaseMs, patienceMs = 1000 } = options
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
  const { replaces } = projecting
  const names = views.map(({ collection }) => collection.name)
  const former = openFormerCollections({ service, engines, views: names, replaces, leaseMs, onFault })
  const examination = openExamination({ events, documents, store, lease: leaseFor('examination'), now, onFault })
  const followers: Follower[] = [projecting]
  const { announce } = options
  if (announce) followers.push(publisher({ topic: service, ...following, bus: engines.bus, announce }))

  // A stream holds events of its own kind only, so the service's codec reads it as such.
  const createRecorder: Streams<Event>['createRecorder'] = (decider) =>
    commandHandler(store, codec as never, decider, () => randomId(randomBytes))
  const tooOld = (): UnknownStoredEvent | null => {
    const fault = projecting.fault()
    return fault instanceof UnknownStoredEvent ? fault : null
  }
  const caughtUp: Streams<Event>['caughtUp'] = ({ collection: { name: view } }) =>
    projecting.caughtUp({ view, patienceMs })
  return {
    store,
    keys,
    leaseFor,
    projector: projecting,
    followers,
    read: async (...asked) => Promise.all((await store.read(...asked)).map(codec.decode)),
    opened: codec.decode,
    sealed: codec.encode,
    createRecorder,
    getHandler: (decider) => {
      const handle = createRecorder(decider)
      return async (stream, command, metadata, supposed) => {
        const handled = await handle(stream, command, metadata, supposed)
        await projecting.caughtUp({ position: handled.position, together: true, patienceMs })
        if (!projecting.passed(handled.position)) tellBehind()
        return handled
      }
    },
    async readModel<Doc extends object>({ collection }: Filling<Doc>) {
      // TypeScript can't see that every document's shape is a `Shape` before it knows the document.
      const stands = await documents.collection<Doc>(collection as CollectionSpec)
      return onceReadable(stands, () => projecting.isReadable(collection.name))
    },
    caughtUp,
    async assertShown(views, because) {
      for (const view of views) if (tooOld() || !(await caughtUp(view))) throw tooOld() ?? new EngineAway(because)
    },
    async damaged() {
      await store.look()
      return [...store.damaged()]
    },
    degraded: () => [...(engines.degraded?.() ?? [])],
    async close() {
      await Promise.all([former.close(), examination.close()])
      await Promise.all(followers.map((follower) => follower.close()))
    },
  }
}

/** Half-filled it would say that things do not exist. */
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

/** The metadata of a command as a caller asked for it. @param now for a command that does not say when it happened */
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
