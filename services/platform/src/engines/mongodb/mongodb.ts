import { MongoClient } from 'mongodb'
import type { DocumentStore } from '../../ports/document-store.ts'
import type { EngineState } from '../../ports/engines.ts'
import { EngineAway, EngineMisconfigured, type OtherStore } from '../../ports/message-bus.ts'
import { certificateIn } from '../certificate-file.ts'
import { findConnectionFault } from '../connection-check.ts'
import { stateAfter } from '../engine-faults.ts'
import { onceIn } from '../once.ts'
import { openQuestions, type QuestionClock } from '../own-questions.ts'
import { clientFor, type OnRefused, oncePerState } from '../refused-by-engine.ts'
import { explained } from './mongodb-away.ts'
import { openDocuments } from './mongodb-documents.ts'
import { openTie, type Tie } from './mongodb-tie.ts'
import type { Reaching } from './mongodb-writes.ts'
import { closerOfStuckClient } from './stuck-heartbeat.ts'

const patienceMs = 3000
/** The longest that a server may be silent about a call that it has accepted. */
const silenceMs = 10_000

/** When several calls fail at the same time, one of them checks the connection. */
const lookAgainMs = 2000

export type MongoDb = {
  of(service: string): DocumentStore
  /**
   * From now on the service's documents are only used while they carry that mark (`mongodb-tie.ts`).
   * @throws OtherStore EngineAway EngineMisconfigured
   */
  tie(service: string, mark: string): Promise<void>
  /**
   * For a start: makes a call to each of these services' databases.
   * @throws EngineAway with a sentence on why to wait; EngineMisconfigured when only an operator can help
   */
  assertThere(services: readonly string[]): Promise<void>
  healthy(): boolean
  state(): EngineState
  close(): Promise<void>
}

type Service = Tie & { readonly documents: DocumentStore }

/**
 * A database `tuma-<service>` for each service. Resolves also while MongoDB is away: calls then reject with
 * `EngineAway` after three seconds (ten to twenty when it accepts calls and is silent), and work again once it is back.
 * When it refuses us they reject with `EngineMisconfigured`, and with `OtherStore` when it is not tied to these data.
 * `state` says which; it recovers by itself, also without calls.
 * @param options.url mongodb://host:27017, with user, password and replica set if there are any
 * @param options.onOtherStore called when another MongoDB took the place of the one of these data: the process must end
 * then
 * @param options.clock of the questions that it asks while the server is away
 * @throws WrongSettings
 */
export const openMongoDb = async (options: {
  url: string
  onRefused?: OnRefused
  onOtherStore?: (error: OtherStore) => void
  clock?: QuestionClock
}): Promise<MongoDb> => {
  const { onOtherStore = () => {} } = options
  const client = createClient(options.url)
  // The driver's types say that `tls` is always set; without the option it is not.
  const { hosts, tls = false, tlsCAFile, rejectUnauthorized = true } = client.options
  const ca = tlsCAFile ? await certificateIn('tlsCAFile in MONGODB_URL', tlsCAFile) : undefined
  const endpoints = hosts.map(({ host = '', port = 27017 }) => ({ host, port }))
  const look = onceIn(lookAgainMs, async () => {
    const fault = await findConnectionFault(endpoints, { tls, ca })
    return fault === 'certificate' && !rejectUnauthorized ? null : fault
  })
  const told = oncePerState(options.onRefused)
  let state: EngineState = 'away'
  const services = new Map<string, Service>()
  let changes = 0
  // The driver checks for ended connections every 100 ms, and connects again for the next call.
  for (const event of ['connectionClosed', 'connectionReady'] as const)
    client.on(event, () => {
      changes += 1
    })
  const closeIfStuck = closerOfStuckClient(client)
  const ask = async () => {
    await closeIfStuck()
    const [[service, first] = ['shared', { reaching }] as const] = services
    return first.reaching(() => askWhetherItWrites(client, service))
  }
  const questions = openQuestions({ isBad: () => state !== 'reached', ask }, options.clock)
  const turn = (to: EngineState): void => {
    state = to
    if (state !== 'reached') questions.begin()
  }
  // A client that could not connect at first must be told to try again; a later one reconnects by itself.
  const reaching: Reaching = async (call) => {
    try {
      const answer = await client.connect().then(call)
      turn('reached')
      told.taken()
      return answer
    } catch (cause) {
      const error = await explained(cause, look)
      if (error instanceof EngineAway) turn(stateAfter(error))
      if (error instanceof EngineMisconfigured) told.refused(error)
      throw error
    }
  }
  await reaching(async () => {}).catch(() => {})

  const connections = { reaching, changes: () => changes }
  const openService = (service: string): Service => {
    const database = getDatabase(client, service)
    const tie = openTie({ service, connections, documents: openDocuments(database, reaching), onOtherStore })
    return { ...tie, documents: openDocuments(database, tie.reaching) }
  }
  const serviceOf = (name: string) => {
    const service = services.get(name) ?? openService(name)
    services.set(name, service)
    return service
  }
  const getDocuments = (service: string) => serviceOf(service).documents

  return {
    of: getDocuments,
    tie: (service, mark) => serviceOf(service).tie(mark),
    async assertThere(asked) {
      await Promise.all(asked.map((service) => getDocuments(service).checkpoint('start')))
    },
    healthy: () => state === 'reached',
    state: () => state,
    async close() {
      questions.close()
      await client.close()
    },
  }
}

const getDatabase = (client: MongoClient, service: string) => client.db(`tuma-${service}`)

/**
 * Deletes a document that does not exist: only a primary with its majority accepts that, and only from a user who may
 * write.
 */
const askWhetherItWrites = (client: MongoClient, service: string) =>
  getDatabase(client, service).collection<{ _id: string }>('_checkpoints').deleteOne({ _id: 'nobody' })

const createClient = (url: string): MongoClient =>
  clientFor(
    'MONGODB_URL',
    () =>
      new MongoClient(url, {
        appName: 'tuma',
        writeConcern: { w: 'majority', journal: true },
        readPreference: 'primary',
        serverSelectionTimeoutMS: patienceMs,
        connectTimeoutMS: patienceMs,
        waitQueueTimeoutMS: silenceMs,
        socketTimeoutMS: silenceMs,
      }),
  )
