import { EventStoreDBClient } from '@eventstore/db-client'
import type { DocumentStore } from '../ports/document-store.ts'
import type { EventStore } from '../ports/event-store.ts'
import { reachingOf } from './eventstoredb-away.ts'
import { type CheckedStore, openStore } from './eventstoredb-store.ts'
import { clientFor, type OnRefused } from './refused-by-engine.ts'
import { rethrowOtherFormat } from './stored-format.ts'

export type EventStoreHouse = {
  /** @param documents of the same service: it keeps there how far its log has been searched */
  of(service: string, documents: DocumentStore): EventStore
  /** Asks each store that `of` has given, unless it can't be reached. @throws OtherFormat */
  assertFormat(): Promise<void>
  healthy(): boolean
  close(): Promise<void>
}

/**
 * One server for all services: the stream `delivery-abc` of the service `delivery` is `delivery.delivery-abc` there, of
 * the category `delivery.delivery`. Needs version 24.2 or newer (KurrentDB, as it is called since 25), whose subscriptions
 * tell how far they have come and wait for slow readers.
 * Resolves also while EventStoreDB is away: calls then reject with `EngineAway` within some seconds, and work again once it is back.
 * One that refuses us makes them reject with `EngineMisconfigured`, and it is not healthy either; so with `OtherFormat`,
 * where it holds what this version can't read.
 * @param options.url esdb://host:2113?tls=false, or kurrentdb://
 * @param options.onRefused gets a sentence that names the setting, once until the server takes calls again
 * @throws WrongSettings
 */
export const openEventStoreDb = async (options: { url: string; onRefused?: OnRefused }): Promise<EventStoreHouse> => {
  // The client is older than the server's new name.
  const url = options.url.replace(/^kurrentdb/, 'esdb')
  const client = clientFor('EVENTSTORE_URL', () => EventStoreDBClient.connectionString(url))
  const { reaching, healthy } = reachingOf(options.onRefused ?? (() => {}))
  const services = new Map<string, CheckedStore>()
  return {
    of(service, documents) {
      const store = services.get(service) ?? openStore(client, service, documents, reaching)
      services.set(service, store)
      return store
    },
    async assertFormat() {
      await Promise.all([...services.values()].map((store) => store.assertFormat().catch(rethrowOtherFormat)))
    },
    healthy,
    async close() {
      await Promise.all([...services.values()].map((store) => store.close()))
      await client.dispose()
    },
  }
}
