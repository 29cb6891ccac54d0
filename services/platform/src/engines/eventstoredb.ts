import { EventStoreDBClient } from '@eventstore/db-client'
import type { EventStore } from '../ports/event-store.ts'
import { formatStream } from './eventstoredb-format.ts'
import { openOwnQuestions } from './eventstoredb-questions.ts'
import { type Reach, reachingOf } from './eventstoredb-reach.ts'
import { type CheckedStore, openStore } from './eventstoredb-store.ts'
import type { QuestionClock } from './own-questions.ts'
import { clientFor, type OnRefused } from './refused-by-engine.ts'
import { rethrowOtherFormat } from './stored-format.ts'

export type EventStoreHouse = Pick<Reach, 'healthy' | 'state' | 'canRead' | 'outages'> & {
  of(service: string): EventStore
  /** Asks each of these services' stores, unless it can't be reached. @throws OtherFormat */
  assertFormat(services: readonly string[]): Promise<void>
  close(): Promise<void>
}

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
  // The client is older than the server's new name.
  const url = options.url.replace(/^kurrentdb/, 'esdb')
  const client = clientFor('EVENTSTORE_URL', () => EventStoreDBClient.connectionString(url))
  const services = new Map<string, CheckedStore>()
  const checkAll = () => Promise.all([...services.values()].map((store) => store.assertFormat()))
  const questions = openOwnQuestions(client, checkAll, () => formatStream([...services.keys()][0] ?? ''))
  const reach = reachingOf(options.onRefused ?? (() => {}), questions, options.clock)
  const { reaching, healthy, state, canRead, outages } = reach
  const of = (service: string) => {
    const store = services.get(service) ?? openStore(client, service, reaching)
    services.set(service, store)
    return store
  }
  /** @throws OtherFormat */
  const noteAway = async (error: unknown): Promise<void> => {
    rethrowOtherFormat(error)
    await reaching(() => Promise.reject(error)).catch(() => undefined)
  }
  return {
    of,
    async assertFormat(asked) {
      await Promise.all(asked.map((service) => of(service).assertFormat().catch(noteAway)))
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
