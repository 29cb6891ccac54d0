import {
  BACKWARDS,
  END,
  ErrorType,
  type EventStoreDBClient,
  type JSONType,
  jsonEvent,
  NO_STREAM,
} from '@eventstore/db-client'
import {
  type Appended,
  type EventStore,
  type EventToAppend,
  type ExpectedRevision,
  RevisionConflict,
  type StoredEvent,
  type StoreSubscription,
} from '../ports/event-store.ts'
import { type Reaching, refusalOf, SILENCE_MS, Silence } from './eventstoredb-away.ts'
import { at, collected, readOwn } from './eventstoredb-reading.ts'
import { startSubscription } from './eventstoredb-subscription.ts'

/** What the server keeps as an event's own metadata. */
type Kept = { readonly version: number; readonly metadata: EventToAppend['metadata'] }
type Recorded = Parameters<typeof toStoredEvent>[1]

/**
 * A service's streams. The server itself finds out that an append with an explicit revision came a second time; with
 * another revision its ids are looked for in the stream.
 */
export function openStore(
  client: EventStoreDBClient,
  service: string,
  reaching: Reaching,
): EventStore & { close(): Promise<void> } {
  // A category ends at the first hyphen and no service's name has a point or a low line: nobody else's names begin so.
  const prefix = `${service.replaceAll('-', '_')}.`
  const stored = (event: Recorded) => toStoredEvent(prefix, event)
  const subscriptions = new Set<StoreSubscription>()

  const read: EventStore['read'] = async (stream, fromRevision = 0) => {
    const events = await reaching(() =>
      collected(client.readStream(prefix + stream, { fromRevision: BigInt(fromRevision) }), SILENCE_MS.call),
    ).catch((error) => {
      if (refusalOf(error) === ErrorType.STREAM_NOT_FOUND) return []
      throw error
    })
    return events.map(stored)
  }

  return {
    async append(stream, events, expected) {
      if (events.length === 0) throw new Error(`nothing to append to ${stream}`)
      try {
        const answer = await reaching(() => send(client, prefix + stream, events, expected))
        const revision = Number(answer.nextExpectedRevision)
        if (answer.position) return { revision, position: Number(answer.position.commit) }
        // The server does not always know it of an append that it took for a second try.
        const last = (await read(stream, revision))[0]
        if (last) return { revision, position: last.position }
        throw new Error(`the event ${revision} that was appended to ${stream} is not there`)
      } catch (error) {
        if (refusalOf(error) !== ErrorType.WRONG_EXPECTED_VERSION) throw error
        const before = findEarlierTry(stream, await read(stream), events)
        if (before) return before
        throw new RevisionConflict(stream, expected)
      }
    },
    read,
    async readAll(after, limit) {
      // The server begins with the event at the position itself.
      const page = after === null ? { maxCount: limit } : { fromPosition: at(after), maxCount: limit + 1 }
      const events = (await reaching(() => readOwn(client, prefix, page))).map(stored)
      return events.filter(({ position }) => position > (after ?? -1)).slice(0, limit)
    },
    subscribe(after, onEvents) {
      const subscription = startSubscription(client, prefix, after, reaching, (events) => onEvents(events.map(stored)))
      subscriptions.add(subscription)
      const forget = () => subscriptions.delete(subscription)
      subscription.ended.then(forget, forget)
      return subscription
    },
    async head() {
      const newestFirst = { fromPosition: END, direction: BACKWARDS, maxCount: 1 } as const
      const [newest] = await reaching(() => readOwn(client, prefix, newestFirst))
      return newest ? stored(newest).position : null
    },
    async close() {
      await Promise.all([...subscriptions].map((subscription) => subscription.close()))
    },
  }
}

const TIMEOUTS: ReadonlySet<ErrorType | null> = new Set([ErrorType.TIMEOUT, ErrorType.DEADLINE_EXCEEDED])

/** A try that timed out may have happened: the second one finds out. */
async function send(
  client: EventStoreDBClient,
  stream: string,
  events: readonly EventToAppend[],
  expected: ExpectedRevision,
) {
  const kept = events.map(({ id, type, data, version, metadata }) =>
    jsonEvent({ id, type, data: data as JSONType, metadata: { version, metadata } satisfies Kept }),
  )
  const expectedRevision = expected === 'no-stream' ? NO_STREAM : BigInt(expected)
  const once = () => promptly(client.appendToStream(stream, kept, { expectedRevision, deadline: SILENCE_MS.call }))
  return once().catch((error) => (TIMEOUTS.has(refusalOf(error)) ? once() : Promise.reject(error)))
}

/** The client's own deadline is the server's to keep: a silent server keeps none. */
async function promptly<T>(call: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Silence('no answer')), SILENCE_MS.call)
  })
  return Promise.race([call, silence]).finally(() => clearTimeout(timer))
}

function findEarlierTry(
  stream: string,
  stood: readonly StoredEvent[],
  sent: readonly EventToAppend[],
): Appended | null {
  const ids = new Set(sent.map(({ id }) => id))
  const found = stood.filter(({ id }) => ids.has(id))
  const [first, last] = [found[0], found.at(-1)]
  if (!first || !last) return null
  const same =
    found.length === sent.length &&
    found.every(({ id, revision }, i) => id === sent[i]?.id && revision === first.revision + i)
  if (!same) throw new Error(`some of the event ids sent to ${stream} are used already`)
  return { revision: last.revision, position: last.position }
}

function toStoredEvent(
  prefix: string,
  event: {
    readonly streamId: string
    readonly revision: bigint
    readonly id: string
    readonly type: string
    readonly data: unknown
    readonly metadata: unknown
    readonly position?: { readonly commit: bigint }
  },
): StoredEvent {
  const { id, type, data, revision, streamId, position } = event
  if (!position) throw new Error('the server tells no positions: EventStoreDB 22.6 or newer is needed')
  const { version, metadata } = event.metadata as Kept
  return {
    id,
    type,
    version,
    data: data as StoredEvent['data'],
    metadata,
    stream: streamId.slice(prefix.length),
    revision: Number(revision),
    position: Number(position.commit),
  }
}
