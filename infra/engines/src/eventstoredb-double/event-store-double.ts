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
  /** One entry for every reading and subscription so far, in order; their counts go on growing. */
  readonly looks: readonly Look[]
  /** How many appends were requested, taken or not. */
  appendCount(): number
  /** A copy of everything that it has stored, for `startWith`. */
  disk(): Disk
  /** Starts with the data of another server, or with its own earlier data, as if another store had taken its place. */
  startWith(disk: Disk): Promise<void>
  /** Others append this many events, which are only counted. */
  appendOthers(count: number): void
}

/** How long `kill` waits for an append with which the server can die. */
const LAST_APPEND_MS = 50

/** How waiting calls end in a server that shuts down. */
const RESET = { code: status.INTERNAL, details: 'Received RST_STREAM with code 2' }

/**
 * The part of EventStoreDB 24 that its client uses, in this process and in memory: appends with an expected revision,
 * readings and filtered subscriptions. It follows the server's source and the observed behaviour of real ones
 * (`habits.ts`). Acknowledged events outlive `kill` and `start`, and so does an append without an answer.
 * It proves that we speak the protocol. It cannot prove what only the real server shows: that appends are durable and
 * survive a power failure, another leader of a cluster, scavenging, and how fast it searches a long log.
 */
export const startEventStoreDouble = async (
  port: number,
  options: {
    /** PEM of its certificate and key; without it the double speaks no TLS. */
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

/** The real log begins with system events, which our users may not see. */
export const newDisk = (): Disk => {
  const log = eventLog()
  const nothing = new Uint8Array()
  const user = { id: crypto.randomUUID(), type: '$User', contentType: '', data: nothing, metadata: nothing }
  log.append('$users', [user], -1)
  return log.all
}

const getSupportedMethods =
  (habits: Habits) => (_call: ServerUnaryCall<Empty, SupportedMethods>, answer: sendUnaryData<SupportedMethods>) => {
    // This call needs no right; only a server that is away does not answer.
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
