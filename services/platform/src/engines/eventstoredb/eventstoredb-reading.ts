import { addAbortSignal } from 'node:stream'
import {
  type AllStreamResolvedEvent,
  ErrorType,
  type EventStoreDBClient,
  type Position,
  type ReadAllOptions,
  type ReadStreamOptions,
  type StreamingRead,
} from '@eventstore/db-client'
import generated from '@eventstore/db-client/generated/streams_pb.js'
import { getRefusal, Silence, silenceMs } from './eventstoredb-away.ts'
import type { Calls, Stub } from './eventstoredb-calls.ts'

/**
 * How many events of other services the server checks at a time; a subscription gets its position as often. A start
 * searches again up to so many that the run before has searched, and so does the first question for the newest event.
 */
export const searchWindow = 200
/** The server's own default, for a reading that we end: the server continues until it notices the end. */
const endedWindow = 32

/** Of an event that was appended with its transaction, as all are; a byte offset, far below 2^53. */
export const at = (position: number) => ({ commit: BigInt(position), prepare: BigInt(position) })

/** What ends a reading early. */
type Until = {
  /** No event behind this position is wanted. */
  readonly through?: number | null
  readonly signal?: AbortSignal
}

/**
 * Events of the streams whose names begin with `prefix`, filtered by the server. It reads one event more than asked
 * for, or to the end of the log, unless we end it at `through`.
 */
export const readOwn = (
  client: EventStoreDBClient,
  prefix: string,
  read: ReadAllOptions,
  withinMs = silenceMs.search,
  until: Until = {},
) => {
  const window = typeof until.through === 'number' ? endedWindow : searchWindow
  return collected<AllStreamResolvedEvent>(filtering(client, prefix, window).readAll(read), withinMs, until)
}

/** At most `limit` events behind `after`, oldest first. */
export const readOwnAfter = async (
  client: EventStoreDBClient,
  prefix: string,
  { after, limit }: { readonly after: number | null; readonly limit: number },
  ...ending: [withinMs: number, until: Until]
) => {
  // The server begins with the event at the position itself.
  const read = after === null ? { maxCount: limit } : { fromPosition: at(after), maxCount: limit + 1 }
  const events = await readOwn(client, prefix, read, ...ending)
  return events.filter((event) => Number(getPosition(event).commit) > (after ?? -1)).slice(0, limit)
}

/** Empty when the stream does not exist. */
export const readStream = (client: EventStoreDBClient, stream: string, options: ReadStreamOptions) =>
  collected(client.readStream(stream, options), silenceMs.call).catch((error) => {
    if (getRefusal(error) === ErrorType.STREAM_NOT_FOUND) return []
    throw error
  })

/** @throws Error when the server is too old to send it */
export const getPosition = ({ position }: { readonly position?: Position }): Position => {
  if (!position) throw new Error('the server tells no positions: EventStoreDB 24.2 or newer is needed')
  return position
}

/**
 * The server can filter any reading, but the client (in its last version, 6.2.1) only supports it for subscriptions: so
 * the filter is added to the request on its way.
 */
const filtering = (client: EventStoreDBClient, prefix: string, window: number): Pick<EventStoreDBClient, 'readAll'> => {
  const calls = client as unknown as Calls
  const withFilter = (stub: Stub): Stub => ({
    read(request, ...rest) {
      request.getOptions()?.setFilter(ownStreams(prefix, window))
      return stub.read(request, ...rest)
    },
  })
  const GRPCStreamCreator: Calls['GRPCStreamCreator'] = (stub, name, create) =>
    calls.GRPCStreamCreator(stub, name, (made) => create(withFilter(made)))
  return Object.create(client, { GRPCStreamCreator: { value: GRPCStreamCreator } })
}

const ownStreams = (prefix: string, window: number) => {
  const { FilterOptions } = generated.ReadReq.Options
  const names = new FilterOptions.Expression()
  names.setPrefixList([prefix])
  const filter = new FilterOptions()
  filter.setStreamIdentifier(names)
  filter.setMax(window)
  return filter
}

/** @throws Silence when it has not reached its end by then */
export const collected = async <R extends { readonly event?: { readonly position?: Position } }>(
  reading: StreamingRead<R>,
  withinMs: number,
  { through, signal }: Until = {},
): Promise<NonNullable<R['event']>[]> => {
  // The first error is thrown below; later ones are ignored, but need a listener.
  reading.on('error', () => {})
  if (signal) addAbortSignal(signal, reading)
  const timer = setTimeout(() => reading.destroy(new Silence('no answer')), withinMs)
  const events: NonNullable<R['event']>[] = []
  try {
    for await (const { event } of reading) {
      if (event) events.push(event)
      if (event && typeof through === 'number' && Number(getPosition(event).commit) >= through) break
    }
    return events
  } finally {
    clearTimeout(timer)
    reading.cancel().catch(() => {})
  }
}
