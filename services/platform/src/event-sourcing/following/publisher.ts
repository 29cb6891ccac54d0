import * as z from 'zod/mini'
import type { DocumentStore } from '../../ports/document-store.ts'
import type { Json, StoredEvent } from '../../ports/event-store.ts'
import { EngineAway, type Message, type MessageBus, type ServedMessage, type Serving } from '../../ports/message-bus.ts'
import type { CheckedStore } from '../checked-store.ts'
import type { DomainEvent, Recorded } from '../events/event.ts'
import type { EventCodec } from '../events/event-codec.ts'
import { mapInChunks } from '../yield-between-chunks.ts'
import { type Follower, type Following, follow } from './follower.ts'
import { alwaysHeld, type Lease } from './lease.ts'
import { publishingEnd } from './publishing-end.ts'

/** A published type in the contracts: name, version and schema. */
export type PublishedType<Schema extends z.ZodMiniType = z.ZodMiniType> = {
  readonly topic: string
  readonly type: string
  readonly version: number
  readonly schema: Schema
}

export type Announcement = { readonly type: string; readonly version: number; readonly data: Json }

/** An integration event with data of its schema; fields that the schema does not have are dropped. */
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
  /** The border of the service: null for an event that other services must not get. */
  readonly announce: (event: Recorded<Event>) => Announcement | null
  readonly leaseFor: (name: string) => Lease
  /** ISO instant */
  readonly now: () => string
  readonly onFault: (error: unknown) => void
}

/** The target of the messages, and how the publisher knows its progress after a restart. */
export type End = Pick<Following, 'lease' | 'startAfter' | 'take' | 'watch'> &
  Pick<Follower, 'close' | 'fault' | 'toldAgain'>

/**
 * Brings a service's public events to its topic, keyed by stream, in order, never past a failed one. The event store is
 * the outbox. On a bus that stores messages they are published, and a checkpoint holds the progress: after a crash the
 * last ones may be published again, with the same ids. On a bus that stores none the topic is served from the events.
 */
export const publisher = <Event extends DomainEvent>(options: PublisherOptions<Event>): Follower => {
  const { bus, store, onFault } = options
  const getMessages = async (batch: readonly StoredEvent[]): Promise<ServedMessage[]> => {
    const events = await mapInChunks(batch, options.codec.decode)
    return events.flatMap((event) => {
      const announcement = options.announce(event)
      if (!announcement) return []
      const { position, metadata } = event
      return [{ message: toMessage(event, announcement), position, recordedAt: Date.parse(metadata.at) }]
    })
  }
  const { fault, close, toldAgain, ...end } = bus.serve
    ? servingEnd(bus, options, getMessages)
    : publishingEnd(bus, options, getMessages)
  const follower = follow({ store, onFault, ...end })
  return {
    ...follower,
    ...(toldAgain ? { toldAgain } : {}),
    fault: () => follower.fault() ?? fault(),
    async close() {
      await follower.close()
      await close()
    },
  }
}

export type MessagesOf = (batch: readonly StoredEvent[]) => Promise<readonly ServedMessage[]>
type OfEnd = Pick<PublisherOptions<DomainEvent>, 'topic' | 'store' | 'documents' | 'leaseFor' | 'onFault'>

/** The groups store their own progress, so this end stores none. */
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

/** An error while reading for a group that is behind, until the same events can be read. */
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
