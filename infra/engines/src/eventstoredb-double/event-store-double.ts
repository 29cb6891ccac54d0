import features from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import supported, { type SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js'
import type { Empty } from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_grpc_pb.js'
import { Server, ServerCredentials, type ServerUnaryCall, type sendUnaryData } from '@grpc/grpc-js'
import type { EngineProcess } from '../running-engine.ts'
import { batchAppend } from './appending.ts'
import { eventLog } from './event-log.ts'
import { read } from './reading.ts'

/**
 * As much of EventStoreDB 24 as its client asks for, in this process and in memory: appends with an expected revision,
 * readings and filtered subscriptions, written after the server's source. What was acknowledged outlives `kill` and `start`.
 * It proves that we speak the protocol, not what only the real server can show: that appends are durable and survive
 * a power failure, another leader of a cluster, scavenging, its limits of size and time, its own checkpoint intervals,
 * how fast it searches a long log, certificates and users.
 */
export const startEventStoreDouble = async (port: number): Promise<EngineProcess> => {
  const log = eventLog()
  // The real one's log begins with events of its own, which nobody of ours may see.
  const nothing = new Uint8Array()
  log.append(
    '$users',
    [{ id: crypto.randomUUID(), type: '$User', contentType: '', data: nothing, metadata: nothing }],
    -1,
  )
  let server: Server | null = null

  const start = async () => {
    const starting = new Server()
    starting.addService(streams.StreamsService, { batchAppend: batchAppend(log), read: read(log) })
    starting.addService(features.ServerFeaturesService, { getSupportedMethods })
    await new Promise<void>((resolve, reject) => {
      starting.bindAsync(`127.0.0.1:${port}`, ServerCredentials.createInsecure(), (error) =>
        error ? reject(error) : resolve(),
      )
    })
    server = starting
  }
  await start()
  return {
    start,
    async kill() {
      server?.forceShutdown()
      server = null
    },
  }
}

const getSupportedMethods = (
  _call: ServerUnaryCall<Empty, SupportedMethods>,
  answer: sendUnaryData<SupportedMethods>,
) => {
  const methods = new supported.SupportedMethods()
  methods.setEventStoreServerVersion('24.10.0')
  for (const name of ['read', 'batchappend']) {
    const method = new supported.SupportedMethod()
    method.setServiceName('event_store.client.streams.streams')
    method.setMethodName(name)
    methods.addMethods(method)
  }
  answer(null, methods)
}
