import {
  type AllStreamRecordedEvent,
  type AllStreamResolvedEvent,
  type AllStreamSubscription,
  type EventStoreDBClient,
  streamNameFilter,
} from '@eventstore/db-client'
import type { StoreSubscription } from '../ports/event-store.ts'
import { isTooSlow, Silence, silenceMs } from './eventstoredb-away.ts'
import type { Following } from './eventstoredb-looked.ts'
import type { Newest } from './eventstoredb-newest.ts'
import type { Reaching } from './eventstoredb-reach.ts'
import { positionOf, searchWindow } from './eventstoredb-reading.ts'

const largestBatch = 500

type Own = {
  readonly client: EventStoreDBClient
  readonly prefix: string
  readonly reaching: Reaching
  readonly newest: Newest
}
type Events = readonly AllStreamRecordedEvent[]

/**
 * While `onEvents` runs, up to a batch is taken in advance; then the stream fills and the server waits. It ends when the
 * connection breaks: who follows begins anew after the last event that was taken. Where a server does not wait but ends
 * it, it begins anew by itself.
 */
export const startSubscription = (
  own: Own,
  after: number | null,
  onEvents: (events: Events) => Promise<void>,
): StoreSubscription => {
  let taken = after
  let closing = false
  let source: ReturnType<typeof openSource> | null = null

  const opened = () => {
    source ??= openSource(own, taken)
    return source
  }
  /** Opens the stream once the server may be asked at all: `reaching` checks its format first. */
  const nextBatch = (): Promise<Events | null> =>
    own
      .reaching(async () => (closing ? null : opened().next()))
      .catch((error) => {
        if (closing) return null
        throw error
      })
  const follow = async () => {
    try {
      for (let batch = await nextBatch(); batch && !closing; batch = await nextBatch()) {
        const last = batch.at(-1)
        if (last) {
          await opened().whileStanding(() => onEvents(batch))
          taken = Number(positionOf(last).commit)
        } else {
          source?.end()
          source = null
        }
      }
    } finally {
      source?.end()
    }
  }
  const ended = follow()
  // Whoever waits for the end learns of it; nobody has to.
  ended.catch(() => {})
  return {
    ended,
    async close() {
      closing = true
      source?.destroy()
      await ended.catch(() => {})
    },
  }
}

const openSource = ({ client, prefix, newest }: Own, after: number | null) => {
  const following = newest.follow(after)
  const filter = streamNameFilter({
    prefixes: [prefix],
    maxSearchWindow: searchWindow,
    checkpointInterval: 1,
    checkpointReached: async (_, position) => following.checkpoint(position),
  })
  const stream = client.subscribeToAll({ fromPosition: following.from, filter }, { highWaterMark: largestBatch })
  overhear(stream, following)
  // What breaks it is thrown by `next`; what comes after its end is of no interest, but must not go unheard.
  stream.on('error', () => {})
  const unconfirmed = setTimeout(() => stream.destroy(new Silence('no answer')), silenceMs.call)
  let confirmed = false
  stream.on('confirmation', () => {
    confirmed = true
    clearTimeout(unconfirmed)
  })
  const batches = batchesOf(stream)
  return {
    /** None when the server has ended it because we were too slow. */
    next: async (): Promise<Events> => {
      try {
        return (await batches.next()).value
      } catch (error) {
        if (confirmed && isTooSlow(error)) return []
        throw error
      }
    },
    whileStanding: async (take: () => Promise<void>) => {
      following.standsStill(true)
      await take()
      following.standsStill(false)
    },
    destroy: () => void stream.destroy(),
    end() {
      clearTimeout(unconfirmed)
      following.ended()
      stream.destroy()
      stream.unsubscribe().catch(() => {})
    },
  }
}

/** What comes is known at once and in the order in which it was sent: who takes the events may be far behind. */
const overhear = (stream: AllStreamSubscription, following: Following): void => {
  const converting = stream as unknown as { convertGrpcEvent(event: unknown): AllStreamResolvedEvent }
  const { convertGrpcEvent } = converting
  converting.convertGrpcEvent = (event) => {
    const resolved = convertGrpcEvent(event)
    if (resolved.event) following.event(Number(positionOf(resolved.event).commit))
    return resolved
  }
  stream.on('caughtUp', following.caughtUp)
}

/** Of what has come already, up to a batch at once. */
async function* batchesOf(stream: AllStreamSubscription): AsyncGenerator<AllStreamRecordedEvent[], never> {
  for await (const { event } of stream) {
    const batch = event ? [event] : []
    while (batch.length < largestBatch) {
      const next: AllStreamResolvedEvent | null = stream.read()
      if (next?.event) batch.push(next.event)
      if (!next) break
    }
    if (batch.length > 0) yield batch
  }
  throw new Silence('it ended the subscription')
}
