import { MongoClient } from 'mongodb'
import type { DocumentStore } from '../ports/document-store.ts'
import type { EngineState } from '../ports/engines.ts'
import { EngineAway } from '../ports/message-bus.ts'
import { isAway, isRefused } from './mongodb-away.ts'
import { openDocuments } from './mongodb-documents.ts'
import type { Reaching } from './mongodb-writes.ts'
import { openQuestions, type QuestionClock } from './own-questions.ts'
import { clientFor, type OnRefused, openRefusals } from './refused-by-engine.ts'

const patienceMs = 3000
/** The longest that a server which has taken a call may be silent about it. */
const silenceMs = 10_000

/**
 * A database `tuma-<service>` for each service. Resolves also while MongoDB is away: calls then reject with `EngineAway`
 * after three seconds (ten to twenty, where it takes calls and is silent), and work again once it is back.
 * One that refuses us makes them reject with `EngineMisconfigured`. `state` says which; it changes back by itself, also where
 * nobody calls.
 * @param options.url mongodb://host:27017, with user, password and replica set where there are any
 * @param options.clock of the questions that it asks while the server is away
 * @throws WrongSettings
 */
export const openMongoDb = async (options: {
  url: string
  onRefused?: OnRefused
  clock?: QuestionClock
}): Promise<{
  of(service: string): DocumentStore
  close(): Promise<void>
  healthy(): boolean
  state(): EngineState
}> => {
  const client = clientOf(options.url)
  const refusals = openRefusals('MongoDB refuses the user or the password in MONGODB_URL.', options.onRefused)
  let state: EngineState = 'away'
  const services = new Map<string, DocumentStore>()
  const ask = () => reaching(() => askWhetherItWrites(client, [...services.keys()][0] ?? 'shared'))
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
      refusals.taken()
      return answer
    } catch (error) {
      if (isRefused(error)) {
        turn('refused')
        throw refusals.refused(error)
      }
      if (!isAway(error)) throw error
      turn('away')
      throw new EngineAway(`MongoDB is away: ${(error as Error).message}`, { cause: error })
    }
  }
  await reaching(async () => {}).catch(() => {})

  return {
    of(service) {
      const documents = services.get(service) ?? openDocuments(databaseOf(client, service), reaching)
      services.set(service, documents)
      return documents
    },
    healthy: () => state === 'reached',
    state: () => state,
    async close() {
      questions.close()
      await client.close()
    },
  }
}

const databaseOf = (client: MongoClient, service: string) => client.db(`tuma-${service}`)

/** Deletes what is not there: only a primary with its majority takes that, and only from a user who may write. */
const askWhetherItWrites = (client: MongoClient, service: string) =>
  databaseOf(client, service).collection<{ _id: string }>('_checkpoints').deleteOne({ _id: 'nobody' })

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
