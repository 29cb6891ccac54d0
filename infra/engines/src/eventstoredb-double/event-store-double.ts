import features from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import supported, { type SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js'
import type { Empty } from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_grpc_pb.js'
import { Server, ServerCredentials, type ServerUnaryCall, type sendUnaryData, status } from '@grpc/grpc-js'
import type { EngineProcess } from '../running-engine.ts'
import { batchAppend } from './appending.ts'
import { type Disk, eventLog } from './event-log.ts'
import { gossiping, gossipService } from './guarding.ts'
import { type Habits, type Look, noHabits } from './habits.ts'
import { read } from './reading.ts'

export type EventStoreDouble = EngineProcess & {
  readonly habits: Habits
  /** Of every reading and subscription so far, in their order; goes on counting. */
  readonly looks: readonly Look[]
  /** How many appends it was asked for, taken or not. */
  appendCount(): number
  /** A copy of all that it has stored, for `startWith`. */
  disk(): Disk
  /** Starts on what another server has stored, or this one had earlier: in its place is another store now. */
  startWith(disk: Disk): Promise<void>
  /** Others append so many events; none of them is held anywhere. */
  appendOthers(count: number): void
}

/** For how long a killed one may wait for an append to die of. */
const LAST_APPEND_MS = 50

/** How calls end that wait in a server which shuts down. */
const RESET = { code: status.INTERNAL, details: 'Received RST_STREAM with code 2' }

/**
 * As much of EventStoreDB 24 as its client asks for, in this process and in memory: appends with an expected revision,
 * readings and filtered subscriptions, written after the server's source and after what real ones were seen to do
 * (`habits.ts`). What was acknowledged outlives `kill` and `start`, and so does an append that nobody was answered.
 * It proves that we speak the protocol, not what only the real server can show: that appends are durable and survive
 * a power failure, another leader of a cluster, scavenging, how fast it searches a long log.
 */
export const startEventStoreDouble = async (
  port: number,
  options: {
    /** PEM of its certificate and key; without it, it speaks no TLS. */
    readonly certificate?: string
  } = {},
): Promise<EventStoreDouble> => {
  let log = eventLog(newDisk())
  const habits = noHabits()
  const looks: Look[] = []
  let appendCount = 0
  let server: Server | null = null

  const start = async () => {
    const starting = new Server()
    starting.addService(streams.StreamsService, {
      batchAppend: batchAppend(log, habits, () => {
        appendCount += 1
      }),
      read: read(log, habits, looks),
    })
    starting.addService(features.ServerFeaturesService, { getSupportedMethods: getSupportedMethods(habits) })
    starting.addService(gossipService, gossiping(habits, port))
    await new Promise<void>((resolve, reject) => {
      starting.bindAsync(`127.0.0.1:${port}`, toCredentials(options.certificate), (error) =>
        error ? reject(error) : resolve(),
      )
    })
    habits.shuttingDown = null
    server = starting
  }
  await start()
  return {
    habits,
    looks,
    appendCount: () => appendCount,
    appendOthers: (count) => log.appendOthers(count),
    disk: () => [...log.all],
    start,
    async startWith(disk) {
      log = eventLog(disk)
      await start()
    },
    async kill() {
      const dying = server
      if (!dying) return
      server = null
      for (const call of habits.shuttingDown ?? []) call.emit('error', RESET)
      await new Promise<void>((resolve) => {
        const waiting = setTimeout(resolve, LAST_APPEND_MS)
        habits.diesOfAppend = () => {
          clearTimeout(waiting)
          resolve()
        }
      })
      dying.forceShutdown()
      habits.diesOfAppend = null
    },
  }
}

const toCredentials = (certificate: string | undefined): ServerCredentials => {
  if (certificate === undefined) return ServerCredentials.createInsecure()
  const pem = Buffer.from(certificate)
  return ServerCredentials.createSsl(null, [{ cert_chain: pem, private_key: pem }])
}

/** The real one's log begins with events of its own, which nobody of ours may see. */
export const newDisk = (): Disk => {
  const log = eventLog()
  const nothing = new Uint8Array()
  const user = { id: crypto.randomUUID(), type: '$User', contentType: '', data: nothing, metadata: nothing }
  log.append('$users', [user], -1)
  return log.all
}

const getSupportedMethods =
  (habits: Habits) => (_call: ServerUnaryCall<Empty, SupportedMethods>, answer: sendUnaryData<SupportedMethods>) => {
    // Anybody may ask this; only one that is not there does not answer.
    if (habits.refusing?.code === status.UNAVAILABLE) return answer(habits.refusing, null)
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
