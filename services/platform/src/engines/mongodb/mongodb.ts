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
/** The longest that a server which has taken a call may be silent about it. */
const silenceMs = 10_000

/** Of several calls that fail at the same time one looks at the connection. */
const lookAgainMs = 2000

export type MongoDb = {
  of(service: string): DocumentStore
  /**
   * From now on the service's documents are used only where they carry that mark (`mongodb-tie.ts`).
   * @throws OtherStore EngineAway EngineMisconfigured
   */
  tie(service: string, mark: string): Promise<void>
  /**
   * For a start: asks each of these services' databases something.
   * @throws EngineAway with a sentence that says why it must be waited for; EngineMisconfigured what only an operator can mend
   */
  assertThere(services: readonly string[]): Promise<void>
  healthy(): boolean
  state(): EngineState
  close(): Promise<void>
}

type Service = Tie & { readonly documents: DocumentStore }

/**
 * A database `tuma-<service>` for each service. Resolves also while MongoDB is away: calls then reject with `EngineAway`
 * after three seconds (ten to twenty, where it takes calls and is silent), and work again once it is back.
 * One that refuses us makes them reject with `EngineMisconfigured`, and one that is not tied to these data with `OtherStore`.
 * `state` says which; it changes back by itself, also while no call is made.
 * @param options.url mongodb://host:27017, with user, password and replica set where there are any
 * @param options.onOtherStore hears that another MongoDB took the place of the one of these data: the process must end then
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
  // The driver's types say that `tls` is there; without the option it is not.
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
  // The driver looks for connections that have ended every 100 ms, and connects again for the next call.
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
  // A client that could not connect at first must be told to try again; one that could does so by itself.
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

/** Deletes what is not there: only a primary with its majority takes that, and only from a user who may write. */
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
