import { EventStoreDBClient } from '@eventstore/db-client'
import type { DocumentStore } from '../ports/document-store.ts'
import type { EventStore } from '../ports/event-store.ts'
import { findConnectionFault } from './connection-check.ts'
import { explained } from './eventstoredb-away.ts'
import { type OwnQuestions, type Reach, reachingOf } from './eventstoredb-reach.ts'
import { assertReadsAll } from './eventstoredb-rights.ts'
import { type CheckedStore, openStore } from './eventstoredb-store.ts'
import { readEventStoreUrl } from './eventstoredb-url.ts'
import { silenceIpServerName } from './ip-server-name.ts'
import { onceIn } from './once.ts'
import type { QuestionClock } from './own-questions.ts'
import { clientFor, type OnRefused } from './refused-by-engine.ts'

export type EventStoreHouse = Pick<Reach, 'healthy' | 'state' | 'canRead' | 'outages'> & {
  /** @param documents of the same service: they keep how far its log has been searched */
  of(service: string, documents: DocumentStore): EventStore
  /**
   * For a start: asks whether these services can read, append and subscribe, and whether we can read what they stored.
   * @throws EngineAway with a sentence that says why it must be waited for; EngineMisconfigured OtherFormat what only an
   * operator can mend
   */
  assertThere(services: readonly string[], documentsOf: (service: string) => DocumentStore): Promise<void>
  close(): Promise<void>
}

/** Of several calls that fail at the same time one looks at the connection. */
const lookAgainMs = 2000

/**
 * One server for all services: the stream `delivery-abc` of the service `delivery` is `delivery.delivery-abc` there, of
 * the category `delivery.delivery`. Needs version 24.2 or newer (KurrentDB, as it is called since 25), whose subscriptions
 * tell how far they have come and wait for slow readers.
 * Resolves also while EventStoreDB is away: calls then reject with `EngineAway` within some seconds, and work again once it is back.
 * One that refuses us makes them reject with `EngineMisconfigured`; so with `OtherFormat`, where it holds what this version
 * can't read. `state` says which; it changes back by itself, also where nobody calls.
 * @param options.url esdb://host:2113?tls=false, or kurrentdb://
 * @param options.onRefused gets a sentence that names the setting, once until the server takes calls again
 * @param options.clock of the questions that it asks while the server is away
 * @throws WrongSettings
 */
export const openEventStoreDb = async (options: {
  url: string
  onRefused?: OnRefused
  clock?: QuestionClock
}): Promise<EventStoreHouse> => {
  const { url, endpoints, security } = await readEventStoreUrl(options.url)
  if (security.tls) silenceIpServerName()
  const client = clientFor('EVENTSTORE_URL', () => EventStoreDBClient.connectionString(url))
  const look = onceIn(lookAgainMs, () => findConnectionFault(endpoints, security))
  const explain = (cause: unknown) => explained(cause, look)
  const services = new Map<string, CheckedStore>()
  const questions: OwnQuestions = {
    async read() {
      await Promise.all([...services.values()].map((store) => store.assertFormat()))
      await assertReadsAll(client)
    },
    append: async () => [...services.values()][0]?.assertThere(),
  }
  const reach = reachingOf({ onRefused: options.onRefused, explain, questions }, options.clock)
  const { reaching, healthy, state, canRead, outages } = reach
  const of = (service: string, documents: DocumentStore) => {
    const store = services.get(service) ?? openStore(client, service, documents, reaching)
    services.set(service, store)
    return store
  }
  return {
    of,
    async assertThere(asked, documentsOf) {
      const toldWhy = (cause: unknown) => explain(cause).then((error) => Promise.reject(error))
      if (asked.length > 0) await assertReadsAll(client).catch(toldWhy)
      await Promise.all(asked.map((service) => of(service, documentsOf(service)).assertThere().catch(toldWhy)))
    },
    healthy,
    state,
    canRead,
    outages,
    async close() {
      reach.close()
      await Promise.all([...services.values()].map((store) => store.close()))
      await client.dispose()
    },
  }
}
