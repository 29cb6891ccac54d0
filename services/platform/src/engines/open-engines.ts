import { hostname } from 'node:os'
import * as z from 'zod/mini'
import type { DegradedEngine, EngineState, Engines, ProcessEngines } from '../ports/engines.ts'
import type { OtherStore } from '../ports/message-bus.ts'
import { openLog } from '../runtime/log.ts'
import { logStorageTrouble } from '../runtime/log-storage-trouble.ts'
import { reportOnce } from '../runtime/report-once.ts'
import { isRetried, type RetryWhileAway } from '../runtime/retry-while-away.ts'
import { WrongSettings } from '../runtime/settings.ts'
import { certificateIn } from './certificate-file.ts'
import { openCutOff, withLeasesWhileReached } from './cut-off.ts'
import { openCache } from './embedded/cache-limits/cache.ts'
import { openLimitTables } from './embedded/cache-limits/limit-tables.ts'
import { type EmbeddedOptions, type LoggedForBackup, openEmbedded } from './embedded/open-embedded.ts'
import type { EventStoreDb } from './eventstoredb/eventstoredb.ts'
import { readKafkaSecurity, saslMechanisms } from './kafka/kafka-security.ts'
import type { KafkaMessageBus } from './kafka/open-kafka.ts'
import { busWithPrefix } from './prefix.ts'
import { withStandIn } from './redis/redis-stand-in.ts'
import type { OnRefused } from './refused-by-engine.ts'
import { agreeWithDataFile } from './store-mark/documents-mark.ts'

const name = /^[a-z][a-z0-9-]*$/

/** Each engine is chosen by its own setting; without it the embedded engine is used. */
export const engineSettings = z.object({
  /** esdb://host:2113?tls=false */
  EVENTSTORE_URL: z.optional(
    z.string().check(z.regex(/^(esdb|kurrentdb)(\+discover)?:\/\//, 'must begin with esdb://')),
  ),
  /** host:9092,host:9092 */
  KAFKA_BROKERS: z.optional(z.string().check(z.regex(/^[^\s,:/]+:\d+(,[^\s,:/]+:\d+)*$/, 'must be like kafka:9092'))),
  /** For a listener with SASL; both or neither. */
  KAFKA_USERNAME: z.optional(z.string()),
  KAFKA_PASSWORD: z.optional(z.string()),
  /** The mechanism of that listener; plain by default. */
  KAFKA_SASL: z.optional(z.enum(saslMechanisms, 'must be plain, scram-sha-256 or scram-sha-512')),
  KAFKA_TLS: z.optional(z.enum(['yes', 'no'], 'must be yes or no')),
  /** PEM of the authority that signed the brokers' certificates, unless a public one did. */
  KAFKA_CA_FILE: z.optional(z.string()),
  /** mongodb://host:27017, with a user: mongodb://user:password@host:27017/?authSource=admin */
  MONGODB_URL: z.optional(z.string().check(z.regex(/^mongodb(\+srv)?:\/\//, 'must begin with mongodb://'))),
  /** redis://host:6379, with a password: redis://:password@host:6379 */
  REDIS_URL: z.optional(z.string().check(z.regex(/^rediss?:\/\//, 'must begin with redis://'))),
  /** PEM of the authority that signed Redis' certificate, unless a public one did; with rediss:// in REDIS_URL. */
  REDIS_CA_FILE: z.optional(z.string()),
  /** For the embedded engines. */
  DATA_DIR: z._default(z.string(), './data'),
  /** Precedes every name in an engine, so that several installations can share it: 'staging-'. */
  ENGINE_PREFIX: z._default(
    z.string().check(z.regex(/^([a-z][a-z0-9-]*-)?$/, 'must be lower-case letters and digits and end with a hyphen')),
    '',
  ),
  /** Tells the replicas of a service apart, and stays the same after a restart. By default the machine's name. */
  REPLICA: z._default(z.string().check(z.regex(/^[\w.-]{1,100}$/, 'must be letters, digits, dots and hyphens')), () =>
    hostname(),
  ),
})
export type EngineSettings = z.output<typeof engineSettings>

/** Whether any engine uses the data file. */
export const keepsFile = ({ EVENTSTORE_URL, MONGODB_URL, KAFKA_BROKERS }: EngineSettings): boolean =>
  !(EVENTSTORE_URL && MONGODB_URL && KAFKA_BROKERS)

type Closing = { close(): Promise<void> } & Partial<
  Pick<ProcessEngines, 'healthy' | 'trouble' | 'degraded' | 'isCutOff' | 'examined'>
>
type OnTrouble = NonNullable<EmbeddedOptions['onTrouble']>
type Of<T> = { of(service: string): T }
type OnOtherStore = (error: OtherStore) => void
type Opening = {
  readonly cacheMayBeAway?: boolean
  readonly services?: readonly string[]
  readonly retryWhileAway?: RetryWhileAway
  readonly onTrouble?: OnTrouble
  readonly onOtherStore?: OnOtherStore
  readonly onChecking?: () => void
  readonly backup?: LoggedForBackup | undefined
}

/**
 * The engines that the settings name. A client library is loaded only if its engine is set, and the data file is opened
 * only if an engine is embedded.
 * @param cacheMayBeAway false for a process that must be notified by every replica: then each call rejects with
 * `EngineAway` while Redis is away
 * @param services whose event stores and documents are checked before this resolves: that they accept us and belong
 * together
 * @param retryWhileAway repeats the check while they are away; without it they are checked once
 * @param onTrouble called when the data file has trouble and when that ends; logged when it is missing
 * @param onOtherStore called when an event store, documents or topics in Kafka are not those of these data: at the
 * start, where this also rejects, and after any outage. The process must end then
 * @param onChecking called before a data file that is not known to be sound is read through
 * @param backup only where the data file has all data
 * @throws EngineAway EngineMisconfigured WrongSettings OtherFormat OtherStore the errors of the embedded engines
 */
export const openEngines = async (settings: EngineSettings, opening: Opening = {}): Promise<ProcessEngines> => {
  const { cacheMayBeAway = true, services = [], retryWhileAway = (attempt) => attempt() } = opening
  const { onOtherStore } = opening
  const { EVENTSTORE_URL, MONGODB_URL, DATA_DIR, ENGINE_PREFIX: prefix, REPLICA } = settings
  const opened: Closing[] = []
  const keep = <T extends Closing>(engine: T): T => {
    opened.unshift(engine)
    return engine
  }
  try {
    const embedded = keepsFile(settings) ? keep(await embeddedIn(DATA_DIR, opening)) : null
    const { requireMarks, ...shared } = await openShared(settings, { keep, embedded, cacheMayBeAway, onOtherStore })
    const mongo = MONGODB_URL ? await mongoDb(MONGODB_URL, onOtherStore) : null
    if (mongo) keep(sharing('mongodb', mongo))
    const documents = mongo ?? getDocuments(embedded as ProcessEngines)
    // Opened after the documents and closed before them, because it stores its progress there.
    const eventStore = EVENTSTORE_URL ? await eventStoreDb(EVENTSTORE_URL, onOtherStore) : null
    if (eventStore) keep(sharing('eventstoredb', eventStore))
    const events = eventStore ?? getEvents(embedded as ProcessEngines)
    const names = services.map((service) => prefix + service)
    await retryWhileAway(() =>
      assertAllThere([eventStore?.assertThere(names, documents.of), mongo?.assertThere(names)]),
    )
    const agree = agreementOf({ eventStore, mongo, embedded })
    const marks = await retryWhileAway(() => readMarks(names, agree))
    if (eventStore) await requireMarks?.(marks)
    if (mongo) await retryWhileAway(() => Promise.all([...marks].map(([service, mark]) => mongo.tie(service, mark))))
    const stores = sharedStores(eventStore, mongo)
    if (stores.length > 0 && services.length > 0)
      keep(openCutOff({ cache: shared.cache, replica: REPLICA, services, stores }))
    const cache = withLeasesWhileReached(shared.cache, stores)
    // The keys are documents: they are restored from the store that has the documents.
    const noting = MONGODB_URL ? null : embedded
    const engines = withoutServices(opened)
    const { degraded } = engines
    return {
      of: (service) => {
        if (!name.test(service)) throw new Error(`not a service's name: ${service}`)
        const own = prefix + service
        const noteErased = noting?.of(own).noteErased
        const inline = EVENTSTORE_URL ? undefined : embedded?.of(own).inline
        const kept = documents.of(own)
        return {
          ...{ ...shared, cache, events: events.of(own, kept), documents: kept, replica: REPLICA, degraded },
          ...(noteErased && { noteErased }),
          ...(inline && { inline }),
        }
      },
      ...engines,
    }
  } catch (error) {
    await withoutServices(opened).close()
    throw error
  }
}

type Agree = (service: string) => Promise<string>

/** Ties a service's events and documents to each other; null when one data file has both. */
const agreementOf = ({
  eventStore,
  mongo,
  embedded,
}: {
  readonly eventStore: Pick<EventStoreDb, 'agree'> | null
  readonly mongo: Of<Engines['documents']> | null
  readonly embedded: ProcessEngines | null
}): Agree | null => {
  const documents = mongo ?? getDocuments(embedded as ProcessEngines)
  if (eventStore) return (service) => eventStore.agree(service, documents.of(service))
  if (!mongo || !embedded) return null
  return (service) => agreeWithDataFile(service, { documents: mongo.of(service), file: embedded.of(service) })
}

const readMarks = async (services: readonly string[], agree: Agree | null): Promise<ReadonlyMap<string, string>> =>
  new Map(agree && (await Promise.all(services.map(async (service) => [service, await agree(service)] as const))))

/** An engine that refuses us ends a start, also while another one is away. */
const assertAllThere = async (asked: readonly (Promise<void> | undefined)[]): Promise<void> => {
  const answers = await Promise.allSettled(asked)
  const errors = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
  const first = errors.find((error) => !isRetried(error)) ?? errors[0]
  if (first !== undefined) throw first
}

type SharedSettings = Omit<EngineSettings, 'EVENTSTORE_URL' | 'MONGODB_URL'>
export type SharedEngines = Omit<ProcessEngines, 'of'> & Pick<Engines, 'bus' | 'cache' | 'limits' | 'replica'>

/**
 * Only bus, cache and limits, for a process that stores nothing: with Kafka it opens no data file. @throws OtherFormat
 * EngineMisconfigured
 */
export const openSharedEngines = async (settings: SharedSettings): Promise<SharedEngines> => {
  const opened: Closing[] = []
  const keep = <T extends Closing>(engine: T): T => {
    opened.unshift(engine)
    return engine
  }
  const embedded = settings.KAFKA_BROKERS ? null : keep(await embeddedIn(settings.DATA_DIR))
  const { bus, cache, limits } = await openShared(settings, { keep, embedded })
  return { bus, cache, limits, replica: settings.REPLICA, ...withoutServices(opened) }
}

type OpeningShared = Pick<Opening, 'cacheMayBeAway' | 'onOtherStore'> & {
  readonly keep: <T extends Closing>(engine: T) => T
  readonly embedded: ProcessEngines | null
}
type Shared = Pick<Engines, 'bus' | 'cache' | 'limits'> & Partial<Pick<KafkaMessageBus, 'requireMarks'>>

const openShared = async (
  settings: SharedSettings,
  { keep, embedded, cacheMayBeAway = true, onOtherStore }: OpeningShared,
): Promise<Shared> => {
  const { KAFKA_BROKERS, REDIS_URL, REDIS_CA_FILE, ENGINE_PREFIX: prefix } = settings
  const own = embedded?.of('shared')
  const at = REDIS_URL ? { url: REDIS_URL, prefix: `tuma:${prefix}`, caFile: REDIS_CA_FILE } : null
  const counting = at ? await redis(at, cacheMayBeAway) : null
  if (counting) keep(sharing('redis', counting))
  counting?.assertTaken()
  const { cache, limits } = counting ?? {
    cache: own?.cache ?? openCache(),
    limits: own?.limits ?? openLimitTables(),
  }
  if (!KAFKA_BROKERS) return { bus: (embedded as ProcessEngines).of('shared').bus, cache, limits }
  const bus = await kafka(KAFKA_BROKERS, settings, onOtherStore)
  keep(sharing('kafka', bus))
  await bus.assertTaken()
  return { bus: busWithPrefix(bus, prefix), cache, limits, requireMarks: bus.requireMarks }
}

type SharedEngine = { state(): EngineState; close(): Promise<void> }

/** A shared engine that is away leaves the process healthy: otherwise all replicas would be unhealthy at once. */
const sharing = (engine: DegradedEngine['engine'], { state, close }: SharedEngine): Closing => ({
  degraded() {
    const now = state()
    return now === 'reached' ? [] : [{ engine, state: now }]
  },
  close,
})

const sharedStores = (
  eventStore: { canRead(): boolean } | null,
  mongo: SharedEngine | null,
): Parameters<typeof openCutOff>[0]['stores'] => [
  ...(eventStore ? [{ engine: 'eventstoredb', isReached: eventStore.canRead } as const] : []),
  ...(mongo ? [{ engine: 'mongodb', isReached: () => mongo.state() === 'reached' } as const] : []),
]

/** Closes the engines in reverse order; healthy while each of them is. */
const withoutServices = (opened: readonly Closing[]): Omit<ProcessEngines, 'of'> => ({
  healthy: () => opened.every((engine) => engine.healthy?.() ?? true),
  degraded: () => opened.flatMap((engine) => engine.degraded?.() ?? []),
  isCutOff: () => opened.some((engine) => engine.isCutOff?.() ?? false),
  examined: () => opened.every((engine) => engine.examined?.() ?? true),
  trouble: () => opened.map((engine) => engine.trouble?.() ?? null).find((trouble) => trouble !== null) ?? null,
  async close() {
    for (const engine of opened) await engine.close()
  },
})

const getEvents = (engines: ProcessEngines): Pick<EventStoreDb, 'of'> => ({
  of: (service) => engines.of(service).events,
})
const getDocuments = (engines: ProcessEngines): Of<Engines['documents']> => ({
  of: (service) => engines.of(service).documents,
})

const embeddedIn = (
  folder: string,
  { onTrouble = logStorageTrouble(openLog('info')), onChecking, backup }: Opening = {},
) => openEmbedded({ folder, onTrouble, ...(onChecking ? { onChecking } : {}), ...(backup ? { backup } : {}) })

/** For the operator. Some calls may pass while others are refused, so the sentence is logged once. */
const tellRefused = (engine: string): OnRefused =>
  reportOnce((reason) => openLog('info').error({ reason }, `${engine} refuses us`))

/** A process that can work without the cache does not wait for it: while it is away each process counts for itself. */
const redis = async (at: { url: string; prefix: string; caFile: string | undefined }, mayBeAway: boolean) => {
  const { url, prefix, caFile } = at
  if (caFile && !url.startsWith('rediss:'))
    throw new WrongSettings(['REDIS_CA_FILE: goes together with rediss:// in REDIS_URL'])
  const ca = caFile ? await certificateIn('REDIS_CA_FILE', caFile) : undefined
  const log = openLog('info')
  const onRefused = tellRefused('the cache')
  const shared = await (await import('./redis/redis.ts')).openRedis({ url, prefix, ca, onRefused })
  const standIn = withStandIn(shared, {
    onAway: ({ message }) => log.warn({ reason: message }, 'the cache is away'),
    onBack: () => log.info('the cache is back'),
  })
  // Limits always have a stand-in.
  const { assertTaken, state, close } = shared
  return { cache: mayBeAway ? standIn.cache : shared.cache, limits: standIn.limits, assertTaken, state, close }
}

const kafka = async (brokers: string, settings: SharedSettings, onOtherStore: OnOtherStore = () => {}) => {
  const { REPLICA, ENGINE_PREFIX: prefix } = settings
  const security = await readKafkaSecurity(settings)
  const { openKafka } = await import('./kafka/open-kafka.ts')
  const onRefused = tellRefused('the message bus')
  const onForgotten = (topic: string) =>
    openLog('info').error({ topic }, 'Kafka has forgotten messages that it had acknowledged: they are published again')
  return openKafka({ brokers, clientId: REPLICA, ...security, prefix, onRefused, onOtherStore, onForgotten })
}

const mongoDb = async (url: string, onOtherStore: OnOtherStore = () => {}) =>
  (await import('./mongodb/mongodb.ts')).openMongoDb({
    url,
    onRefused: tellRefused('the document store'),
    onOtherStore,
  })
const eventStoreDb = async (url: string, onOtherStore: OnOtherStore = () => {}) =>
  (await import('./eventstoredb/eventstoredb.ts')).openEventStoreDb({
    url,
    onRefused: tellRefused('the event store'),
    onOtherStore,
  })
