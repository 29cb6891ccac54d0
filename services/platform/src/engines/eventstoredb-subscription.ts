import {
  type AllStreamRecordedEvent,
  type AllStreamResolvedEvent,
  type AllStreamSubscription,
  type EventStoreDBClient,
  START,
  streamNameFilter,
} from '@eventstore/db-client'
import type { StoreSubscription } from '../ports/event-store.ts'
import { type Reaching, SILENCE_MS, Silence } from './eventstoredb-away.ts'
import { at, SEARCH_WINDOW } from './eventstoredb-reading.ts'

const BATCH = 500
/** In search windows. Nobody asks for the server's own checkpoints: who follows remembers the last event. */
const CHECKPOINT_INTERVAL = 100

/**
 * While `onEvents` runs, up to a batch is taken in advance; then the stream fills and the server waits. It ends when the
 * connection breaks: who follows begins anew after the last event that was taken.
 */
export function startSubscription(
  client: EventStoreDBClient,
  prefix: string,
  after: number | null,
  reaching: Reaching,
  onEvents: (events: readonly AllStreamRecordedEvent[]) => Promise<void>,
): StoreSubscription {
  const stream = client.subscribeToAll(
    {
      fromPosition: after === null ? START : at(after),
      filter: streamNameFilter({
        prefixes: [prefix],
        maxSearchWindow: SEARCH_WINDOW,
        checkpointInterval: CHECKPOINT_INTERVAL,
      }),
    },
    { highWaterMark: BATCH },
  )
  // What breaks it is thrown below; what comes after its end is of no interest, but must not go unheard.
  stream.on('error', () => {})
  const unconfirmed = setTimeout(() => stream.destroy(new Silence('no answer')), SILENCE_MS.call)
  stream.on('confirmation', () => clearTimeout(unconfirmed))
  const batches = batchesOf(stream)
  let closing = false

  const nextBatch = () =>
    reaching(() => batches.next()).catch((error) => {
      if (closing) return null
      throw error
    })
  const follow = async () => {
    try {
      for (let batch = await nextBatch(); batch && !closing; batch = await nextBatch()) await onEvents(batch.value)
    } finally {
      clearTimeout(unconfirmed)
      stream.destroy()
      stream.unsubscribe().catch(() => {})
    }
  }
  const ended = follow()
  // Whoever waits for the end learns of it; nobody has to.
  ended.catch(() => {})
  return {
    ended,
    async close() {
      closing = true
      stream.destroy()
      await ended.catch(() => {})
    },
  }
}

/** Of what has come already, up to a batch at once. */
async function* batchesOf(stream: AllStreamSubscription): AsyncGenerator<AllStreamRecordedEvent[], never> {
  for await (const { event } of stream) {
    const batch = event ? [event] : []
    while (batch.length < BATCH) {
      const next: AllStreamResolvedEvent | null = stream.read()
      if (next?.event) batch.push(next.event)
      if (!next) break
    }
    if (batch.length > 0) yield batch
  }
  throw new Silence('it ended the subscription')
}
