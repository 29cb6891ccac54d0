import { once } from 'node:events'
import generated, { type ReadReq, type ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import type { ServerWritableStream } from '@grpc/grpc-js'
import type { Recorded } from './event-log.ts'
import type { Look } from './habits.ts'

export type ReadCall = ServerWritableStream<ReadReq, ReadResp>

/** The reader of a call. Like the server, the double waits for a slow client and does not store events for it. */
export type Reader = {
  readonly options: ReadReq.Options
  /** Resolves when the client has cancelled, or its connection is lost; rejects with an error that ends the call. */
  readonly gone: Promise<unknown>
  isGone(): boolean
  send(response: ReadResp): Promise<void>
  /** Counts events that were read but not wanted. */
  lookedThrough(others: number): void
}

export type Wanted = ((event: Recorded) => boolean) | null

export function createReader(call: ReadCall, looks: Look[]): Reader {
  const gone = once(call, 'cancelled')
  // A reading that does not wait for this promise must not end the process with its error.
  gone.catch(() => undefined)
  const options = call.request.getOptions() ?? new generated.ReadReq.Options()
  const look: Look = { call: options.hasSubscription() ? 'subscribe' : 'read', others: 0 }
  looks.push(look)
  return {
    options,
    gone,
    isGone: () => call.cancelled,
    async send(response) {
      if (!call.cancelled && !call.write(response)) await Promise.race([once(call, 'drain'), gone])
    },
    lookedThrough(others) {
      look.others += others
    },
  }
}

export const getWindow = (options: ReadReq.Options): number => options.getFilter()?.getMax() || 32

export function buildFilter(options: ReadReq.Options): Wanted {
  const names = options.getFilter()?.getStreamIdentifier()
  if (!names) return null
  const prefixes = names.getPrefixList()
  return ({ stream }) => prefixes.some((prefix) => stream.startsWith(prefix))
}
