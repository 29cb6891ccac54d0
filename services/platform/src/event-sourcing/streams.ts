import { randomBytes as byChance } from 'node:crypto'
import type { Engines } from '../ports/engines.ts'
import type { Json } from '../ports/event-store.ts'
import { EngineAway } from '../ports/message-bus.ts'
import { type CommandHandler, commandHandler } from './command-handler.ts'
import type { Decider } from './decider.ts'
import type { DomainEvent, EventMetadata, Recorded } from './event.ts'
import { eventCodec, type StoredEventTypes } from './event-codec.ts'
import type { Follower } from './follower.ts'
import { type RandomBytes, randomId } from './ids.ts'
import { type Lease, openLease } from './lease.ts'
import { openPersonalKeys, type PersonalKeys } from './personal-keys.ts'
import { type Projector, projector } from './projector.ts'
import { type Announcement, publisher } from './publisher.ts'
import type { AnyView } from './view.ts'

/** Everything a service does with its own streams, wired once. */
export type Streams<Event extends DomainEvent> = {
  readonly keys: PersonalKeys
  /** Of what else the service does once for all of its replicas. */
  readonly leaseFor: (name: string) => Lease
  readonly projector: Projector
  readonly followers: readonly Follower[]
  /** The decoded past of one stream, oldest first. */
  read(stream: string): Promise<Recorded<Event>[]>
  /** Handles commands of one kind of stream and answers when the read models show what they recorded. */
  handlerOf<State, Command, Own extends Event>(
    decider: Decider<State, Command, Own>,
  ): CommandHandler<State, Command, Own>
  /** Resolves when the read models show all that stood in the store at the call. @throws EngineAway when they don't soon */
  settled(): Promise<void>
  close(): Promise<void>
}

export const openStreams = async <Event extends DomainEvent>(options: {
  readonly service: string
  readonly engines: Engines
  readonly types: StoredEventTypes<Event>
  readonly views: readonly AnyView<Event>[]
  /** What others may know; a service that publishes nothing leaves it out. */
  readonly announce?: (event: Recorded<Event>) => Announcement | null
  readonly onFault: (error: unknown) => void
  /** Of which the ids of events are made (default the machine's chance); a simulation with a seed brings its own. */
  readonly randomBytes?: RandomBytes
  /** After which another replica goes on where one has died (default 5 s). */
  readonly leaseMs?: number
}): Promise<Streams<Event>> => {
  const { service, engines, views, onFault, randomBytes = byChance } = options
  const leaseFor = (name: string) => openLease(engines, `${service} ${name}`, options.leaseMs)
  const store = engines.events
  const documents = engines.documents
  const keys = await openPersonalKeys(documents)
  const codec = eventCodec<Event>(options.types, keys)
  const projecting = projector({ service, store, codec, documents, views, leaseFor, onFault })
  const followers: Follower[] = [projecting]
  if (options.announce) {
    const { announce } = options
    const { bus } = engines
    followers.push(publisher({ service, topic: service, store, codec, documents, bus, announce, leaseFor, onFault }))
  }

  return {
    keys,
    leaseFor,
    projector: projecting,
    followers,
    read: async (stream) => Promise.all((await store.read(stream)).map(codec.decode)),
    handlerOf: (decider) => {
      // A stream holds events of its own kind only, so the service's codec reads it as such.
      const handle = commandHandler(store, codec as never, decider, () => randomId(randomBytes))
      return async (stream, command, metadata) => {
        const handled = await handle(stream, command, metadata)
        await projecting.reached(handled.position)
        return handled
      }
    },
    async settled() {
      if (!(await projecting.reached(await store.head()))) throw new EngineAway('the read models are behind')
    },
    async close() {
      await Promise.all(followers.map((follower) => follower.close()))
    },
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
