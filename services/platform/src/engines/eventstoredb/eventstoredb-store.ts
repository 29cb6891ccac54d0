import {
  ErrorType,
  type EventStoreDBClient,
  type JSONType,
  jsonEvent,
  NO_STREAM,
  type Position,
} from '@eventstore/db-client'
import {
  type Appended,
  AppendTooLarge,
  type EventStore,
  type EventToAppend,
  type ExpectedRevision,
  RevisionConflict,
  type StoredEvent,
  type StoreSubscription,
} from '../../ports/event-store.ts'
import { assertAppendable } from '../appendable.ts'
import { type AgreementParts, openAgreement } from './eventstoredb-agreement.ts'
import { getRefusal, silenceMs, within } from './eventstoredb-away.ts'
import type { CallKind } from './eventstoredb-reach.ts'
import { getPosition, readOwnAfter, readStream } from './eventstoredb-reading.ts'
import { assertAppends } from './eventstoredb-rights.ts'
import { openTail } from './eventstoredb-tail.ts'

/** The event's own metadata on the server. */
type Kept = Pick<EventToAppend, 'version' | 'metadata' | 'checksum'>
type Recorded = Parameters<typeof toStoredEvent>[1]

export type CheckedStore = EventStore & {
  /**
   * Each call does this first, once at the start and once after each failed call. Marks both sides when both are new.
   * @returns the mark of this store and of its documents. @throws OtherFormat OtherStore the engines' errors
   */
  agree(kind: CallKind): Promise<string>
  /** The same, and checks that this service may append, with an append that the server cannot accept. */
  assertThere(): Promise<void>
  close(): Promise<void>
}

/**
 * A service's streams. The server itself recognises a repeated append with an explicit revision; with another revision
 * its ids are searched in the stream.
 */
export const openStore = (client: EventStoreDBClient, service: string, parts: AgreementParts): CheckedStore => {
  // A category ends at the first hyphen and no service's name has a point or an underscore, so that no other service's
  // names begin so.
  const prefix = `${service.replaceAll('-', '_')}.`
  const stored = (event: Recorded) => toStoredEvent(prefix, event)
  const { agree, reaching } = openAgreement(client, service, { ...parts, hasEvents: () => tail.hasEvents() })
  const tail = openTail({ client, prefix, documents: parts.documents, reaching, toStored: stored })
  const subscriptions = new Set<StoreSubscription>()

  const read: EventStore['read'] = async (stream, fromRevision = 0, limit) => {
    const options = { fromRevision: BigInt(fromRevision), ...(limit === undefined ? {} : { maxCount: limit }) }
    return (await reaching(() => readStream(client, prefix + stream, options))).map(stored)
  }

  return {
    async append(stream, events, expected) {
      assertAppendable(stream, events)
      try {
        const answer = await reaching(() => send(client, prefix + stream, { events, expected, agree }), 'append')
        const revision = Number(answer.nextExpectedRevision)
        if (answer.position) {
          const position = Number(answer.position.commit)
          tail.appended(position)
          return { revision, position }
        }
        // The server does not always return it for an append that it took for a repeated one.
        const last = (await read(stream, revision, 1))[0]
        if (last) return { revision, position: last.position }
        throw new Error(`the event ${revision} that was appended to ${stream} is not there`)
      } catch (error) {
        if (isTooLarge(error)) throw new AppendTooLarge(stream, serversLimit)
        if (getRefusal(error) !== ErrorType.WRONG_EXPECTED_VERSION) throw error
        const before = findEarlierTry(stream, await read(stream), events)
        if (before) return before
        throw new RevisionConflict(stream, expected)
      }
    },
    read,
    async readAll(after, limit) {
      const through = await tail.head()
      if (through === null || through <= (after ?? -1)) return []
      const page = { after, limit }
      return (await reaching(() => readOwnAfter(client, prefix, page, silenceMs.search, { through }))).map(stored)
    },
    subscribe(after, onEvents) {
      const subscription = tail.subscribe(after, onEvents)
      subscriptions.add(subscription)
      const forget = () => subscriptions.delete(subscription)
      subscription.ended.then(forget, forget)
      return subscription
    },
    head: tail.head,
    agree,
    async assertThere() {
      await assertAppends(client, prefix)
      await agree('append')
    },
    async close() {
      await Promise.allSettled([...subscriptions].map((subscription) => subscription.close()))
      await tail.close()
    },
  }
}

const serversLimit = 'more than the server was set to take (MaxAppendSize, MaxAppendEventSize)'

/**
 * True when the server's limit is lower than ours. KurrentDB has a limit for one event, which the client has no name
 * for.
 */
const isTooLarge = (error: unknown): boolean =>
  getRefusal(error) === ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED ||
  (getRefusal(error) === ErrorType.UNKNOWN && (error as Error).message.includes('MaximumAppendEventSizeExceeded'))

type Sent = {
  readonly events: readonly EventToAppend[]
  readonly expected: ExpectedRevision
} & Pick<CheckedStore, 'agree'>

const timeoutTypes: ReadonlySet<ErrorType | null> = new Set([ErrorType.TIMEOUT, ErrorType.DEADLINE_EXCEEDED])

/** An attempt that timed out may have succeeded: the second one finds out. By then another server may answer. */
const send = async (client: EventStoreDBClient, stream: string, { events, expected, agree }: Sent) => {
  const kept = events.map(({ id, type, data, version, metadata, checksum }) => {
    const own: Kept = { version, metadata, ...(checksum === undefined ? {} : { checksum }) }
    return jsonEvent({ id, type, data: data as JSONType, metadata: getBytes(own) })
  })
  const expectedRevision = expected === 'no-stream' ? NO_STREAM : BigInt(expected)
  const once = () =>
    within(silenceMs.call, client.appendToStream(stream, kept, { expectedRevision, deadline: silenceMs.call }))
  return once().catch((error) =>
    timeoutTypes.has(getRefusal(error)) ? agree('append').then(once) : Promise.reject(error),
  )
}

const encoder = new TextEncoder()
/** The JSON that the client would make. An object would be encoded as base64, and decoded twice in JavaScript. */
const getBytes = (kept: Kept): Uint8Array => encoder.encode(JSON.stringify(kept))

const findEarlierTry = (
  stream: string,
  stored: readonly StoredEvent[],
  sent: readonly EventToAppend[],
): Appended | null => {
  const ids = new Set(sent.map(({ id }) => id))
  const found = stored.filter(({ id }) => ids.has(id))
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
    position: Number(getPosition(event).commit),
  }
}

/** The client returns unparsable data unchanged: as text, or as bytes. */
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
