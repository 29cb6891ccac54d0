import { EventStoreDBClient } from '@eventstore/db-client'
import type { DocumentStore } from '../../ports/document-store.ts'
import type { EventStore } from '../../ports/event-store.ts'
import type { OtherStore } from '../../ports/message-bus.ts'
import { findConnectionFault } from '../connection-check.ts'
import { silenceIpServerName } from '../ip-server-name.ts'
import { onceIn } from '../once.ts'
import type { QuestionClock } from '../own-questions.ts'
import { clientFor, type OnRefused } from '../refused-by-engine.ts'
import { takeUpStore } from '../store-mark/store-mark.ts'
import { markStream, openMarkedStore } from '../store-mark/store-mark-eventstoredb.ts'
import { watchConnection } from '../store-mark/store-mark-watch.ts'
import { explained } from './eventstoredb-away.ts'
import { dropWhatIsCancelled } from './eventstoredb-calls.ts'
import { forgetLogPosition } from './eventstoredb-position.ts'
import { type OwnQuestions, type Reach, toReaching } from './eventstoredb-reach.ts'
import { assertReadsAll } from './eventstoredb-rights.ts'
import { type CheckedStore, openStore } from './eventstoredb-store.ts'
import { readEventStoreUrl } from './eventstoredb-url.ts'

export type EventStoreDb = Pick<Reach, 'healthy' | 'state' | 'canRead' | 'outages'> & {
  /**
   * @param documents of the same service: their mark must equal the store's, and they store how far its log has been
   * searched
   */
  of(service: string, documents: DocumentStore): EventStore
  /**
   * For a start: checks that these services can read, append and subscribe, that we can read what they stored, and that
   * it belongs to their documents.
   * @throws EngineAway with a sentence on why to wait; EngineMisconfigured OtherFormat OtherStore when only an operator
   * can help
   */
  assertThere(services: readonly string[], getDocuments: (service: string) => DocumentStore): Promise<void>
  /** The mark of the service's store and documents, made when both are new. @throws as `assertThere` */
  agree(service: string, documents: DocumentStore): Promise<string>
  /**
   * Ties the documents to the current store, whatever they were tied to.
   * @param emptyViews called once the store has answered. @throws EngineAway
   */
  takeUp(service: string, documents: DocumentStore, emptyViews: () => Promise<void>): Promise<void>
  close(): Promise<void>
}

/** When several calls fail at the same time, one of them checks the connection. */
const lookAgainMs = 2000

/**
 * One server for all services: the stream `delivery-abc` of the service `delivery` is `delivery.delivery-abc` there, of
 * the category `delivery.delivery`. Needs version 24.2 or newer (called KurrentDB since 25), whose subscriptions report
 * their progress and wait for slow readers. Resolves also while EventStoreDB is away: calls then reject with
 * `EngineAway` within some seconds, and work again once it is back. When the server refuses us they reject with
 * `EngineMisconfigured`; with `OtherFormat`, when it holds data that this version cannot read; with `OtherStore`, when
 * it is not the store of these documents. `state` says which; it recovers by itself, also without calls.
 * @param options.url esdb://host:2113?tls=false, or kurrentdb://
 * @param options.onRefused gets a sentence that names the setting, once until the server accepts calls again
 * @param options.onOtherStore called when the store is not the one of these documents, at the start or after an outage:
 * the process must end then
 * @param options.clock of the questions that it asks while the server is away
 * @throws WrongSettings
 */
export const openEventStoreDb = async (options: {
  url: string
  onRefused?: OnRefused
  onOtherStore?: (error: OtherStore) => void
  clock?: QuestionClock
}): Promise<EventStoreDb> => {
  const { url, endpoints, security } = await readEventStoreUrl(options.url)
  if (security.tls) silenceIpServerName()
  const client = dropWhatIsCancelled(clientFor('EVENTSTORE_URL', () => EventStoreDBClient.connectionString(url)))
  const look = onceIn(lookAgainMs, () => findConnectionFault(endpoints, security))
  const explain = (cause: unknown) => explained(cause, look)
  const services = new Map<string, CheckedStore>()
  const used = new Set<string>()
  const inUse = () => [...services].flatMap(([service, store]) => (used.has(service) ? [store] : []))
  const questions: OwnQuestions = {
    async read() {
      await Promise.all(inUse().map((store) => store.agree('read')))
      await assertReadsAll(client)
    },
    append: async () => inUse()[0]?.assertThere(),
  }
  const reach = toReaching({ onRefused: options.onRefused, explain, questions }, options.clock)
  const { reaching, healthy, state, canRead, outages } = reach
  const { onOtherStore = () => {} } = options
  const rejectExplained = (cause: unknown) => explain(cause).then((error) => Promise.reject(error))
  let watch: { close(): Promise<void> } | null = null
  const of = (service: string, documents: DocumentStore): CheckedStore => {
    const onAgreed = () => {
      watch ??= watchConnection(client, markStream(service), reach, options.clock)
    }
    const onUsed = () => void used.add(service)
    const parts = { documents, reach, onOtherStore, onUsed, onAgreed }
    const store = services.get(service) ?? openStore(client, service, parts)
    services.set(service, store)
    return store
  }
  return {
    of,
    async assertThere(asked, getDocuments) {
      if (asked.length > 0) await assertReadsAll(client).catch(rejectExplained)
      await Promise.all(asked.map((service) => of(service, getDocuments(service)).assertThere().catch(rejectExplained)))
    },
    agree: (service, documents) => of(service, documents).agree('append').catch(rejectExplained),
    takeUp: (service, documents, emptyViews) =>
      reaching(() =>
        takeUpStore({ documents, store: openMarkedStore(client, service) }, async () => {
          await emptyViews()
          await forgetLogPosition(documents)
        }),
      ),
    healthy,
    state,
    canRead,
    outages,
    async close() {
      reach.close()
      await watch?.close()
      await Promise.all([...services.values()].map((store) => store.close()))
      await client.dispose()
    },
  }
}
