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
 * How many of the others' events the server looks through at a time; a subscription is told how far it is as often. A start
 * searches up to so many that the run before has searched, and the first question for the newest event once more.
 */
export const searchWindow = 200
/** The server's own default, for a reading that we end: it searches on until the server hears of that. */
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
 * Events of the streams whose names begin with `prefix`, chosen by the server. It goes on to one event more than it is
 * asked for, or to the end of the log, unless we end it at `through`.
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

/** None where there is no such stream. */
export const readStream = (client: EventStoreDBClient, stream: string, options: ReadStreamOptions) =>
  collected(client.readStream(stream, options), silenceMs.call).catch((error) => {
    if (getRefusal(error) === ErrorType.STREAM_NOT_FOUND) return []
    throw error
  })

/** @throws Error where the server is too old to tell it */
export const getPosition = ({ position }: { readonly position?: Position }): Position => {
  if (!position) throw new Error('the server tells no positions: EventStoreDB 24.2 or newer is needed')
  return position
}

/**
 * The server filters any reading, but the client (in its last version, 6.2.1) asks for it in subscriptions only: so the
 * filter is put into the request on its way.
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

/** @throws Silence when it has not come to its end by then */
export const collected = async <R extends { readonly event?: { readonly position?: Position } }>(
  reading: StreamingRead<R>,
  withinMs: number,
  { through, signal }: Until = {},
): Promise<NonNullable<R['event']>[]> => {
  // What breaks it is thrown below; what comes after its end is of no interest, but must not go unheard.
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
