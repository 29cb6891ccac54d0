import {
  type AllStreamRecordedEvent,
  type AllStreamResolvedEvent,
  type EventStoreDBClient,
  type Position,
  type START,
  streamNameFilter,
} from '@eventstore/db-client'
import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import { Silence, silenceMs } from './eventstoredb-away.ts'
import { searchWindow } from './eventstoredb-reading.ts'

/** What a subscription is told, in the order in which the server sends it. */
export type SourceListener = {
  /** @param bytes of its data and metadata */
  onEvent(event: AllStreamRecordedEvent, bytes: number): void
  /** The server has searched up to there. */
  onCheckpoint(position: Position): void
  /** From here on it is told of what is appended. */
  onCaughtUp(): void
  /** More was appended than the server holds for it: it is told of that first. */
  onFellBehind(): void
}

/** One subscription to a service's streams. It never keeps the server waiting. */
export type Source = {
  /** Resolves when the server has taken the subscription; rejects when it did not. */
  readonly confirmed: Promise<void>
  /** Rejects with what broke it. */
  readonly broken: Promise<never>
  end(cause?: Error): void
}

type Converting = { convertGrpcEvent(event: ReadResp.ReadEvent): AllStreamResolvedEvent }

/**
 * What is told is taken where the client converts it: events that wait in its buffer would come after a checkpoint that was
 * sent behind them.
 */
export const openSource = (
  client: EventStoreDBClient,
  prefix: string,
  from: Position | typeof START,
  listener: SourceListener,
): Source => {
  const filter = streamNameFilter({
    prefixes: [prefix],
    maxSearchWindow: searchWindow,
    checkpointInterval: 1,
    checkpointReached: async (_, position) => listener.onCheckpoint(position),
  })
  const stream = client.subscribeToAll({ fromPosition: from, filter })
  const converting = stream as unknown as Converting
  const { convertGrpcEvent } = converting
  converting.convertGrpcEvent = (event) => {
    const resolved = convertGrpcEvent(event)
    if (resolved.event) listener.onEvent(resolved.event, bytesOf(event))
    return resolved
  }
  stream.on('caughtUp', listener.onCaughtUp)
  stream.on('fellBehind', listener.onFellBehind)
  stream.resume()

  const confirmed = Promise.withResolvers<void>()
  const broken = Promise.withResolvers<never>()
  const unconfirmed = setTimeout(() => stream.destroy(new Silence('no answer')), silenceMs.call)
  const fail = (error: Error) => {
    clearTimeout(unconfirmed)
    confirmed.reject(error)
    broken.reject(error)
  }
  // The tail waits for one after the other.
  for (const { promise } of [confirmed, broken]) promise.catch(() => {})
  stream.on('confirmation', () => {
    clearTimeout(unconfirmed)
    confirmed.resolve()
  })
  stream.on('error', fail)
  stream.on('close', () => fail(new Silence('it ended the subscription')))
  stream.on('end', () => fail(new Silence('it ended the subscription')))
  return {
    confirmed: confirmed.promise,
    broken: broken.promise,
    end(cause) {
      clearTimeout(unconfirmed)
      stream.destroy(cause)
      stream.unsubscribe().catch(() => {})
    },
  }
}

const bytesOf = (event: ReadResp.ReadEvent): number => {
  const recorded = event.getEvent()
  return recorded ? recorded.getData_asU8().length + recorded.getCustomMetadata_asU8().length : 0
}
