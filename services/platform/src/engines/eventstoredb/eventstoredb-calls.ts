import type { Readable } from 'node:stream'
import type { EventStoreDBClient } from '@eventstore/db-client'
import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js'

export type Stub = { read(request: ReadReq, ...rest: unknown[]): unknown }
/** A call of gRPC. A call that only sends has nothing to read. */
type Call = { cancel(): void } & Partial<Pick<Readable, 'resume'>>

/** How the client begins every call that streams. It is not in the client's types. */
export type Calls = {
  GRPCStreamCreator(stub: unknown, name: string, create: (stub: Stub) => unknown, ...rest: unknown[]): unknown
}

/**
 * From now on the late data of a cancelled call are dropped. gRPC reports no end of an unread call that the server has
 * ended, and `dispose` waits for the end of each.
 */
export const dropWhatIsCancelled = (client: EventStoreDBClient): EventStoreDBClient => {
  const calls = client as unknown as Calls
  const { GRPCStreamCreator } = calls
  calls.GRPCStreamCreator = (stub, name, create, ...rest) =>
    GRPCStreamCreator(stub, name, async (made) => dropping((await create(made)) as Call), ...rest)
  return client
}

const dropping = (call: Call): Call => {
  const { cancel } = call
  return Object.assign(call, {
    cancel(): void {
      cancel.call(call)
      call.resume?.()
    },
  })
}
