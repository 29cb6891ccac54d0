import { MongoClient } from 'mongodb'
import type { DocumentStore } from '../ports/document-store.ts'
import { EngineAway, EngineMisconfigured } from '../ports/message-bus.ts'
import { certificateIn } from './certificate-file.ts'
import { findConnectionFault } from './connection-check.ts'
import { explained } from './mongodb-away.ts'
import { openDocuments } from './mongodb-documents.ts'
import type { Reaching } from './mongodb-writes.ts'
import { onceIn } from './once.ts'
import { clientFor, type OnRefused, oncePerState } from './refused-by-engine.ts'

const patienceMs = 3000
/** The longest that a server which has taken a call may be silent about it. */
const silenceMs = 10_000

/** Of several calls that fail at the same time one looks at the connection. */
const lookAgainMs = 2000

export type DocumentHouse = {
  of(service: string): DocumentStore
  /**
   * For a start: asks each of these services' databases something.
   * @throws EngineAway with a sentence that says why it must be waited for; EngineMisconfigured what only an operator can mend
   */
  assertThere(services: readonly string[]): Promise<void>
  healthy(): boolean
  close(): Promise<void>
}

/**
 * A database `tuma-<service>` for each service. Resolves also while MongoDB is away: calls then reject with `EngineAway`
 * after three seconds (ten to twenty, where it takes calls and is silent), and work again once it is back.
 * One that refuses us makes them reject with `EngineMisconfigured`, and it is not healthy either.
 * @param options.url mongodb://host:27017, with user, password and replica set where there are any
 * @throws WrongSettings
 */
export const openMongoDb = async (options: { url: string; onRefused?: OnRefused }): Promise<DocumentHouse> => {
  const client = clientOf(options.url)
  const { hosts, tls, tlsCAFile, rejectUnauthorized = true } = client.options
  const ca = tlsCAFile ? await certificateIn('tlsCAFile in MONGODB_URL', tlsCAFile) : undefined
  const endpoints = hosts.map(({ host = '', port = 27017 }) => ({ host, port }))
  const look = onceIn(lookAgainMs, async () => {
    const fault = await findConnectionFault(endpoints, { tls, ca })
    return fault === 'certificate' && !rejectUnauthorized ? null : fault
  })
  const told = oncePerState(options.onRefused)
  let reached = false
  // A client that could not connect at first must be told to try again; one that could does so by itself.
  const reaching: Reaching = async (call) => {
    try {
      const answer = await client.connect().then(call)
      reached = true
      told.taken()
      return answer
    } catch (cause) {
      const error = await explained(cause, look)
      if (error instanceof EngineAway) reached = false
      if (error instanceof EngineMisconfigured) told.refused(error)
      throw error
    }
  }
  await reaching(async () => {}).catch(() => {})
  const services = new Map<string, DocumentStore>()

  const documentsOf = (service: string): DocumentStore => {
    const documents = services.get(service) ?? openDocuments(client.db(`tuma-${service}`), reaching)
    services.set(service, documents)
    return documents
  }

  return {
    of: documentsOf,
    async assertThere(asked) {
      await Promise.all(asked.map((service) => documentsOf(service).checkpoint('start')))
    },
    healthy: () => reached,
    close: () => client.close(),
  }
}

const clientOf = (url: string): MongoClient =>
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
