import * as z from 'zod/mini'
import type { DocumentStore } from '../../ports/document-store.ts'
import type { Json, StoredEvent } from '../../ports/event-store.ts'
import {
  EngineAway,
  type Message,
  type MessageBus,
  type Publishing,
  type ServedMessage,
  type Serving,
} from '../../ports/message-bus.ts'
import type { CheckedStore } from '../checked-store.ts'
import type { DomainEvent, Recorded } from '../events/event.ts'
import type { EventCodec } from '../events/event-codec.ts'
import { inTurns } from '../in-turns.ts'
import { checkpointBehind } from './checkpoint-behind.ts'
import { type Follower, type Following, follow } from './follower.ts'
import { alwaysHeld, type Lease } from './lease.ts'

/** As the contracts define one: a type, its version and its schema. */
export type PublishedType<Schema extends z.ZodMiniType = z.ZodMiniType> = {
  readonly topic: string
  readonly type: string
  readonly version: number
  readonly schema: Schema
}

export type Announcement = { readonly type: string; readonly version: number; readonly data: Json }

/** An integration event with data of its schema; what the schema does not name is dropped. */
export const announce = <Schema extends z.ZodMiniType>(
  published: PublishedType<Schema>,
  data: z.input<Schema>,
): Announcement => ({
  type: published.type,
  version: published.version,
  data: z.parse(published.schema, data) as Json,
})

type PublisherOptions<Event extends DomainEvent> = {
  readonly topic: string
  readonly store: CheckedStore
  readonly codec: EventCodec<Event>
  readonly documents: DocumentStore
  readonly bus: MessageBus
  /** The wall: null for what stays in the house. */
  readonly announce: (event: Recorded<Event>) => Announcement | null
  readonly leaseFor: (name: string) => Lease
  readonly onFault: (error: unknown) => void
}

/** Where the messages go, and how the publisher knows after a restart what it has done. */
type End = Pick<Following, 'lease' | 'startAfter' | 'take'> & Pick<Follower, 'close' | 'fault'>

/**
 * Brings what others may know of a service's events to its topic, keyed by stream, in order, never past a failed one.
 * The event store is the outbox. A bus that stores messages gets them published, and a checkpoint says how far: after a crash
 * the last ones may be published again, with the same ids. A bus that stores none is served with them.
 */
export const publisher = <Event extends DomainEvent>(options: PublisherOptions<Event>): Follower => {
  const { bus, store, onFault } = options
  const getMessages = async (batch: readonly StoredEvent[]): Promise<ServedMessage[]> => {
    const events = await inTurns(batch, options.codec.decode)
    return events.flatMap((event) => {
      const announcement = options.announce(event)
      if (!announcement) return []
      const { position, metadata } = event
      return [{ message: toMessage(event, announcement), position, recordedAt: Date.parse(metadata.at) }]
    })
  }
  const { lease, startAfter, take, fault, close } = bus.serve
    ? servingEnd(bus, options, getMessages)
    : publishingEnd(bus, options, getMessages)
  const follower = follow({ store, onFault, lease, startAfter, take })
  return {
    ...follower,
    fault: () => follower.fault() ?? fault(),
    async close() {
      await follower.close()
      await close()
    },
  }
}

type MessagesOf = (batch: readonly StoredEvent[]) => Promise<readonly ServedMessage[]>
type OfEnd = Pick<PublisherOptions<DomainEvent>, 'topic' | 'store' | 'documents' | 'leaseFor' | 'onFault'>

const publishingEnd = (bus: Publishing, { topic, documents, leaseFor }: OfEnd, getMessages: MessagesOf): End => {
  const checkpoint = `publisher-${topic}`
  const behind = checkpointBehind(documents)
  return {
    lease: leaseFor(checkpoint),
    async startAfter() {
      await behind.kept()
      return documents.checkpoint(checkpoint)
    },
    async take(batch, last) {
      const messages = (await getMessages(batch)).map(({ message }) => message)
      if (messages.length > 0) await bus.publish(topic, messages)
      await behind.keep([{ name: checkpoint, ...last }])
    },
    fault: () => null,
    close: behind.kept,
  }
}

/** The groups keep how far they are, so this end keeps nothing. */
const servingEnd = (bus: Serving, { topic, store, onFault }: OfEnd, getMessages: MessagesOf): End => {
  const readPage = async (after: number | null, maxEvents: number) => {
    const batch = await store.readAll(after, maxEvents)
    const last = batch.at(-1)
    if (!last) return null
    return { messages: await getMessages(await store.sound(batch)), through: last.position, eventCount: batch.length }
  }
  const readFault = openReadFault(onFault)
  const served = bus.serve(topic, {
    head: store.head,
    read: (after, maxEvents) => readFault.watch(after, readPage(after, maxEvents)),
  })
  return {
    lease: alwaysHeld,
    startAfter: served.startAfter,
    async take(batch, { position }) {
      served.take({ messages: await getMessages(batch), through: position, eventCount: batch.length })
    },
    fault: readFault.now,
    close: served.close,
  }
}

/** What could not be read for a group that is behind, until the same events can be read. */
const openReadFault = (onFault: (error: unknown) => void) => {
  let failed: { readonly after: number | null; readonly error: unknown } | null = null
  return {
    now: (): unknown => failed?.error ?? null,
    async watch<Page>(after: number | null, reading: Promise<Page>): Promise<Page> {
      try {
        const page = await reading
        if (failed?.after === after) failed = null
        return page
      } catch (error) {
        if (!(error instanceof EngineAway)) {
          failed = { after, error }
          onFault(error)
        }
        throw error
      }
    },
  }
}

const toMessage = (event: Recorded<DomainEvent>, { type, version, data }: Announcement): Message => ({
  id: event.id,
  key: event.stream,
  type,
  version,
  data,
  headers: {
    at: event.metadata.at,
    correlationId: event.metadata.correlationId,
    causationId: event.id,
    ...(event.metadata.origin ? { origin: event.metadata.origin } : {}),
  },
})
