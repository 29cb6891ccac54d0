import {
  ErrorType,
  type EventStoreDBClient,
  type JSONType,
  jsonEvent,
  NO_STREAM,
  type Position,
} from '@eventstore/db-client'
import type { DocumentStore } from '../ports/document-store.ts'
import {
  type Appended,
  AppendTooLarge,
  type EventStore,
  type EventToAppend,
  type ExpectedRevision,
  RevisionConflict,
  type StoredEvent,
  type StoreSubscription,
} from '../ports/event-store.ts'
import { assertAppendable } from './appendable.ts'
import { refusalOf, silenceMs, within } from './eventstoredb-away.ts'
import { assertFormat } from './eventstoredb-format.ts'
import type { Reaching } from './eventstoredb-reach.ts'
import { positionOf, readOwnAfter, readStream } from './eventstoredb-reading.ts'
import { assertAppends } from './eventstoredb-rights.ts'
import { openTail } from './eventstoredb-tail.ts'
import { once } from './once.ts'

/** What the server keeps as an event's own metadata. */
type Kept = Pick<EventToAppend, 'version' | 'metadata' | 'checksum'>
type Recorded = Parameters<typeof toStoredEvent>[1]

export type CheckedStore = EventStore & {
  /** Each call does this first, until it has succeeded once. @throws OtherFormat what the server answers */
  assertFormat(): Promise<void>
  /** The same, and whether this service may append. Asks with an append that the server can't take. */
  assertThere(): Promise<void>
  close(): Promise<void>
}

/**
 * A service's streams. The server itself finds out that an append with an explicit revision came a second time; with
 * another revision its ids are looked for in the stream.
 */
export const openStore = (
  client: EventStoreDBClient,
  service: string,
  documents: DocumentStore,
  reachingServer: Reaching,
): CheckedStore => {
  // A category ends at the first hyphen and no service's name has a point or a low line: nobody else's names begin so.
  const prefix = `${service.replaceAll('-', '_')}.`
  const stored = (event: Recorded) => toStoredEvent(prefix, event)
  const checked = once(() => assertFormat(client, service, () => tail.hasEvents()))
  const reaching: Reaching = (call, kind) => reachingServer(() => checked().then(call), kind)
  const tail = openTail({ client, prefix, documents, toStored: stored, reachingServer, reaching })
  const subscriptions = new Set<StoreSubscription>()

  const read: EventStore['read'] = async (stream, fromRevision = 0) => {
    const from = { fromRevision: BigInt(fromRevision) }
    return (await reaching(() => readStream(client, prefix + stream, from))).map(stored)
  }

  return {
    async append(stream, events, expected) {
      assertAppendable(stream, events)
      try {
        const answer = await reaching(() => send(client, prefix + stream, events, expected), 'append')
        const revision = Number(answer.nextExpectedRevision)
        if (answer.position) {
          const position = Number(answer.position.commit)
          tail.appended(position)
          return { revision, position }
        }
        // The server does not always know it of an append that it took for a second try.
        const last = (await read(stream, revision))[0]
        if (last) return { revision, position: last.position }
        throw new Error(`the event ${revision} that was appended to ${stream} is not there`)
      } catch (error) {
        if (isTooLarge(error)) throw new AppendTooLarge(stream, serversLimit)
        if (refusalOf(error) !== ErrorType.WRONG_EXPECTED_VERSION) throw error
        const before = findEarlierTry(stream, await read(stream), events)
        if (before) return before
        throw new RevisionConflict(stream, expected)
      }
    },
    read,
    async readAll(after, limit) {
      const newest = await tail.head()
      if (newest === null || newest <= (after ?? -1)) return []
      const ending = { withinMs: silenceMs.search, through: newest }
      return (await reaching(() => readOwnAfter(client, prefix, after, limit, ending))).map(stored)
    },
    subscribe(after, onEvents) {
      const subscription = tail.subscribe(after, onEvents)
      subscriptions.add(subscription)
      const forget = () => subscriptions.delete(subscription)
      subscription.ended.then(forget, forget)
      return subscription
    },
    head: tail.head,
    assertFormat: checked,
    async assertThere() {
      await assertAppends(client, prefix)
      await checked()
    },
    async close() {
      await Promise.allSettled([...subscriptions].map((subscription) => subscription.close()))
      await tail.close()
    },
  }
}

const serversLimit = 'more than the server was set to take (MaxAppendSize, MaxAppendEventSize)'

/** Where the server was set to take less than we promise. KurrentDB has a limit for one event, which the client has no word for. */
const isTooLarge = (error: unknown): boolean =>
  refusalOf(error) === ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED ||
  (refusalOf(error) === ErrorType.UNKNOWN && (error as Error).message.includes('MaximumAppendEventSizeExceeded'))

const timeoutTypes: ReadonlySet<ErrorType | null> = new Set([ErrorType.TIMEOUT, ErrorType.DEADLINE_EXCEEDED])

/** A try that timed out may have happened: the second one finds out. */
const send = async (
  client: EventStoreDBClient,
  stream: string,
  events: readonly EventToAppend[],
  expected: ExpectedRevision,
) => {
  const kept = events.map(({ id, type, data, version, metadata, checksum }) => {
    const own: Kept = { version, metadata, ...(checksum === undefined ? {} : { checksum }) }
    return jsonEvent({ id, type, data: data as JSONType, metadata: own })
  })
  const expectedRevision = expected === 'no-stream' ? NO_STREAM : BigInt(expected)
  const once = () =>
    within(silenceMs.call, client.appendToStream(stream, kept, { expectedRevision, deadline: silenceMs.call }))
  return once().catch((error) => (timeoutTypes.has(refusalOf(error)) ? once() : Promise.reject(error)))
}

const findEarlierTry = (
  stream: string,
  stood: readonly StoredEvent[],
  sent: readonly EventToAppend[],
): Appended | null => {
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

const toStoredEvent = (
  prefix: string,
  event: {
    readonly streamId: string
    readonly revision: bigint
    readonly id: string
    readonly type: string
    readonly data: unknown
    readonly metadata: unknown
    readonly position?: Position
  },
): StoredEvent => {
  const { id, type, revision, streamId } = event
  return {
    id,
    type,
    ...kept(event),
    stream: streamId.slice(prefix.length),
    revision: Number(revision),
    position: Number(positionOf(event).commit),
  }
}

/** The client answers what it can't parse as it stands there: as text, or as bytes. */
const isJson = (data: unknown): data is StoredEvent['data'] => typeof data !== 'string' && !(data instanceof Uint8Array)

const kept = ({
  data,
  metadata,
}: Pick<Recorded, 'data' | 'metadata'>): Kept & Pick<StoredEvent, 'data' | 'unreadable'> => {
  const own = metadata as Partial<Kept> | undefined
  return typeof own?.version === 'number' && own.metadata !== undefined && isJson(data)
    ? {
        version: own.version,
        metadata: own.metadata,
        ...(own.checksum === undefined ? {} : { checksum: own.checksum }),
        data,
      }
    : { version: 0, metadata: null, data: null, unreadable: true }
}
