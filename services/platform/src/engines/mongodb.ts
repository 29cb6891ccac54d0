import { MongoClient } from 'mongodb'
import type { DocumentStore } from '../ports/document-store.ts'
import { EngineAway } from '../ports/message-bus.ts'
import { isAway, isRefused } from './mongodb-away.ts'
import { openDocuments } from './mongodb-documents.ts'
import type { Reaching } from './mongodb-writes.ts'
import { clientFor, type OnRefused, openRefusals } from './refused-by-engine.ts'

const patienceMs = 3000
/** The longest that a server which has taken a call may be silent about it. */
const silenceMs = 10_000

/**
 * A database `tuma-<service>` for each service. Resolves also while MongoDB is away: calls then reject with `EngineAway`
 * after three seconds (ten to twenty, where it takes calls and is silent), and work again once it is back.
 * One that refuses us makes them reject with `EngineMisconfigured`, and it is not healthy either.
 * @param options.url mongodb://host:27017, with user, password and replica set where there are any
 * @throws WrongSettings
 */
export const openMongoDb = async (options: {
  url: string
  onRefused?: OnRefused
}): Promise<{ of(service: string): DocumentStore; close(): Promise<void>; healthy(): boolean }> => {
  const client = clientOf(options.url)
  const refusals = openRefusals('MongoDB refuses the user or the password in MONGODB_URL.', options.onRefused)
  let reached = false
  // A client that could not connect at first must be told to try again; one that could does so by itself.
  const reaching: Reaching = async (call) => {
    try {
      const answer = await client.connect().then(call)
      reached = true
      refusals.taken()
      return answer
    } catch (error) {
      if (isRefused(error)) {
        reached = false
        throw refusals.refused(error)
      }
      if (!isAway(error)) throw error
      reached = false
      throw new EngineAway(`MongoDB is away: ${(error as Error).message}`, { cause: error })
    }
  }
  await reaching(async () => {}).catch(() => {})
  const services = new Map<string, DocumentStore>()

  return {
    of(service) {
      const documents = services.get(service) ?? openDocuments(client.db(`tuma-${service}`), reaching)
      services.set(service, documents)
      return documents
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
