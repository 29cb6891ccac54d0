import { EventStoreDBClient } from '@eventstore/db-client'
import type { DocumentStore } from '../ports/document-store.ts'
import type { EventStore } from '../ports/event-store.ts'
import type { OtherStore } from '../ports/message-bus.ts'
import { reachingOf } from './eventstoredb-away.ts'
import { type CheckedStore, openStore } from './eventstoredb-store.ts'
import { clientFor, type OnRefused } from './refused-by-engine.ts'
import { takeUpStore } from './store-mark.ts'
import { markStream, openMarkedStore } from './store-mark-eventstoredb.ts'
import { watchConnection } from './store-mark-watch.ts'

export type EventStoreHouse = {
  /** @param documents that service's, whose mark must be the one of its store */
  of(service: string, documents: DocumentStore): EventStore
  /** The mark that both agree on, made where both are new. @throws OtherFormat OtherStore EngineAway */
  agree(service: string, documents: DocumentStore): Promise<string>
  /**
   * Ties the documents to the store that is there now, whatever they were tied to.
   * @param emptyViews called once the store has answered. @throws EngineAway
   */
  takeUp(service: string, documents: DocumentStore, emptyViews: () => Promise<void>): Promise<void>
  healthy(): boolean
  close(): Promise<void>
}

/**
 * One server for all services: the stream `delivery-abc` of the service `delivery` is `delivery.delivery-abc` there, of
 * the category `delivery.delivery`. Needs version 24.2 or newer (KurrentDB, as it is called since 25), whose subscriptions
 * tell how far they have come and wait for slow readers.
 * Resolves also while EventStoreDB is away: calls then reject with `EngineAway` within some seconds, and work again once it is back.
 * One that refuses us makes them reject with `EngineMisconfigured`, and it is not healthy either; so with `OtherFormat`,
 * where it holds what this version can't read, and with `OtherStore`, where it is not the store of these documents.
 * @param options.url esdb://host:2113?tls=false, or kurrentdb://
 * @param options.onRefused gets a sentence that names the setting, once until the server takes calls again
 * @param options.onOtherStore hears of a store that is not the one of these documents, at the start or after an outage.
 * A process must end then
 * @throws WrongSettings
 */
export const openEventStoreDb = async (options: {
  url: string
  onRefused?: OnRefused
  onOtherStore?: (error: OtherStore) => void
}): Promise<EventStoreHouse> => {
  // The client is older than the server's new name.
  const url = options.url.replace(/^kurrentdb/, 'esdb')
  const client = clientFor('EVENTSTORE_URL', () => EventStoreDBClient.connectionString(url))
  const { reaching, healthy, outages } = reachingOf(options.onRefused ?? (() => {}))
  const { onOtherStore = () => {} } = options
  const services = new Map<string, CheckedStore>()
  let watch: { close(): Promise<void> } | null = null
  const of = (service: string, documents: DocumentStore): CheckedStore => {
    const onAgreed = () => {
      watch ??= watchConnection(client, markStream(service), { reaching, check: allAgree })
    }
    const parts = { documents, reaching, outages, onOtherStore, onAgreed }
    const store = services.get(service) ?? openStore(client, service, parts)
    services.set(service, store)
    return store
  }
  const allAgree = async () => void (await Promise.all([...services.values()].map((store) => store.agree())))
  return {
    of,
    agree: (service, documents) => of(service, documents).agree(),
    takeUp: (service, documents, emptyViews) =>
      takeUpStore({ documents, store: openMarkedStore(client, service, reaching) }, emptyViews),
    healthy,
    async close() {
      await watch?.close()
      await Promise.all([...services.values()].map((store) => store.close()))
      await client.dispose()
    },
  }
}
