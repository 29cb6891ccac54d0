import * as z from 'zod/mini'
import type { DocumentStore } from '../ports/document-store.ts'
import type { Engines } from '../ports/engines.ts'
import type { Json, StoredEvent } from '../ports/event-store.ts'
import type { InCommit } from '../ports/in-commit.ts'
import type { Ending, Message, MessageBus } from '../ports/message-bus.ts'
import type { CheckedStore } from './checked-store.ts'
import { checkpointBehind } from './checkpoint-behind.ts'
import type { DomainEvent, Recorded } from './event.ts'
import type { EventCodec } from './event-codec.ts'
import { type Follower, follow, placeOf } from './follower.ts'
import { inTurns } from './in-turns.ts'
import type { Lease } from './lease.ts'
import { reaches } from './waiting.ts'

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

/**
 * Puts what others may know of a service's events on its topic, keyed by stream, in order, never past a failed one.
 * The event store is the outbox: after a crash the last ones may be published again, with the same ids.
 */
export const publisher = <Event extends DomainEvent>(options: {
  readonly topic: string
  readonly store: CheckedStore
  readonly codec: EventCodec<Event>
  readonly documents: DocumentStore
  readonly bus: MessageBus
  /** The wall: null for what stays in the house. */
  readonly announce: (event: Recorded<Event>) => Announcement | null
  /** With `documents` and `bus` among them, messages stand in one commit with the events that they tell of. */
  readonly inOneCommit?: Engines['inOneCommit'] | undefined
  readonly leaseFor: (name: string) => Lease
  readonly onFault: (error: unknown) => void
}): Follower => {
  const checkpoint = `publisher-${options.topic}`
  const behind = checkpointBehind(options.documents)
  const messagesOf = async (batch: readonly StoredEvent[]): Promise<Message[]> => {
    const events = await inTurns(batch, options.codec.decode)
    return events.flatMap((event) => {
      const announcement = options.announce(event)
      return announcement ? [messageOf(event, announcement)] : []
    })
  }
  const inCommit: InCommit = async (batch) => ({
    writes: [],
    checkpoints: [{ name: checkpoint, ...placeOf(batch.at(-1) as StoredEvent) }],
    published: { topic: options.topic, messages: await messagesOf(batch) },
    committed: async () => undefined,
  })
  const isOneCommit = options.inOneCommit?.has(options.documents) && options.inOneCommit.has(options.bus)
  const retelling = options.bus.onMissed?.(options.topic, async ({ publish, signal }) => {
    try {
      await everything(options.store, signal, async (batch) => publish(await messagesOf(batch)))
    } catch (error) {
      options.onFault(error)
      throw error
    }
  })
  const follower = follow({
    store: options.store,
    lease: options.leaseFor(checkpoint),
    async startAfter() {
      await behind.kept()
      return options.documents.checkpoint(checkpoint)
    },
    onFault: options.onFault,
    async take(batch, last) {
      const messages = await messagesOf(batch)
      if (messages.length > 0) await options.bus.publish(options.topic, messages)
      await behind.keep([{ name: checkpoint, ...last }])
    },
    ...(isOneCommit ? { inCommit } : {}),
  })
  return {
    ...follower,
    async close() {
      await retelling?.close()
      await follower.close()
      await behind.kept()
    },
  }
}

/** All that stands in the store now, batch by batch. */
const everything = async (
  store: CheckedStore,
  signal: Ending,
  onBatch: (batch: readonly StoredEvent[]) => Promise<void>,
): Promise<void> => {
  const head = await store.head()
  if (head === null || signal.aborted) return
  const subscription = store.subscribe(null, async (batch) => {
    await onBatch(await store.sound(batch))
    if (reaches(batch.at(-1)?.position ?? null, head)) void subscription.close()
  })
  signal.addEventListener('abort', () => void subscription.close(), { once: true })
  await subscription.ended
}

const messageOf = (event: Recorded<DomainEvent>, { type, version, data }: Announcement): Message => ({
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
