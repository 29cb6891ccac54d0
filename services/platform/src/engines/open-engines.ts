import { hostname } from 'node:os'
import * as z from 'zod/mini'
import type { Cache } from '../ports/cache.ts'
import type { EngineHouse, Engines } from '../ports/engines.ts'
import type { LimitCounts } from '../ports/limit-counts.ts'
import type { MessageBus } from '../ports/message-bus.ts'
import { openLog } from '../runtime/log.ts'
import { WrongSettings } from '../runtime/settings.ts'
import { tellTrouble } from '../runtime/storage-told.ts'
import { certificateIn } from './certificate-file.ts'
import { openCache } from './embedded/cache.ts'
import { openLimitTables } from './embedded/limit-tables.ts'
import { type EmbeddedOptions, openEmbedded } from './embedded/open-embedded.ts'
import { readKafkaSecurity, saslMechanisms } from './kafka/kafka-security.ts'
import { busWithPrefix } from './prefix.ts'
import { withStandIn } from './redis-stand-in.ts'
import type { OnRefused } from './refused-by-engine.ts'

const name = /^[a-z][a-z0-9-]*$/

/** Each engine is chosen by its own setting; without it the embedded one serves. */
export const engineSettings = z.object({
  /** esdb://host:2113?tls=false */
  EVENTSTORE_URL: z.optional(
    z.string().check(z.regex(/^(esdb|kurrentdb)(\+discover)?:\/\//, 'must begin with esdb://')),
  ),
  /** host:9092,host:9092 */
  KAFKA_BROKERS: z.optional(z.string().check(z.regex(/^[^\s,:/]+:\d+(,[^\s,:/]+:\d+)*$/, 'must be like kafka:9092'))),
  /** Of a listener with SASL; both or neither. */
  KAFKA_USERNAME: z.optional(z.string()),
  KAFKA_PASSWORD: z.optional(z.string()),
  /** How that listener asks; plain where none is said. */
  KAFKA_SASL: z.optional(z.enum(saslMechanisms, 'must be plain, scram-sha-256 or scram-sha-512')),
  KAFKA_TLS: z.optional(z.enum(['yes', 'no'], 'must be yes or no')),
  /** PEM of the authority that signed the brokers' certificates, where no public one did. */
  KAFKA_CA_FILE: z.optional(z.string()),
  /** mongodb://host:27017, with a user: mongodb://user:password@host:27017/?authSource=admin */
  MONGODB_URL: z.optional(z.string().check(z.regex(/^mongodb(\+srv)?:\/\//, 'must begin with mongodb://'))),
  /** redis://host:6379, with a password: redis://:password@host:6379 */
  REDIS_URL: z.optional(z.string().check(z.regex(/^rediss?:\/\//, 'must begin with redis://'))),
  /** PEM of the authority that signed Redis' certificate, where no public one did; with rediss:// in REDIS_URL. */
  REDIS_CA_FILE: z.optional(z.string()),
  /** Of the embedded engines. */
  DATA_DIR: z._default(z.string(), './data'),
  /** Stands before every name in an engine, so that several installations can share it: 'staging-'. */
  ENGINE_PREFIX: z._default(
    z.string().check(z.regex(/^([a-z][a-z0-9-]*-)?$/, 'must be lower-case letters and digits and end with a hyphen')),
    '',
  ),
  /** Tells the replicas of a service apart; the same after a restart. The machine's name where nothing is said. */
  REPLICA: z._default(z.string().check(z.regex(/^[\w.-]{1,100}$/, 'must be letters, digits, dots and hyphens')), () =>
    hostname(),
  ),
})
export type EngineSettings = z.output<typeof engineSettings>

/** Whether anything is kept in the data file. */
export const keepsFile = ({ EVENTSTORE_URL, MONGODB_URL, KAFKA_BROKERS }: EngineSettings): boolean =>
  !(EVENTSTORE_URL && MONGODB_URL && KAFKA_BROKERS)

type Closing = { close(): Promise<void> } & Partial<Pick<EngineHouse, 'healthy' | 'trouble'>>
type Told = NonNullable<EmbeddedOptions['onTrouble']>
type Of<T> = { of(service: string): T }
type Opening = {
  readonly cacheMayBeAway?: boolean
  readonly services?: readonly string[]
  readonly onTrouble?: Told
}

/**
 * The engines that the settings name. A client library is loaded only where its engine is asked for, and the data file
 * is opened only where an engine is embedded.
 * @param cacheMayBeAway false for who must hear of every replica: then a Redis that is away is `EngineAway` to each call
 * @param services whose event stores are asked for their format before this resolves. One that is away is asked by the
 * first call that reaches it
 * @param onTrouble hears of the data file's troubles and of their ends; logged where nobody does
 * @throws EngineAway WrongSettings OtherFormat what the embedded engines throw
 */
export const openEngines = async (
  settings: EngineSettings,
  { cacheMayBeAway = true, services = [], onTrouble }: Opening = {},
): Promise<EngineHouse> => {
  const { EVENTSTORE_URL, MONGODB_URL, DATA_DIR, ENGINE_PREFIX: prefix, REPLICA } = settings
  const opened: Closing[] = []
  const keep = <T extends Closing>(engine: T): T => {
    opened.unshift(engine)
    return engine
  }
  try {
    const embedded = keepsFile(settings) ? keep(await embeddedIn(DATA_DIR, onTrouble)) : null
    const shared = await openShared(settings, keep, embedded, cacheMayBeAway)
    const documents = MONGODB_URL ? keep(await mongoDb(MONGODB_URL)) : documentsOf(embedded as EngineHouse)
    // Opened after the documents, and so closed before them: there it keeps how far it has come.
    const eventStore = EVENTSTORE_URL ? keep(await eventStoreDb(EVENTSTORE_URL)) : null
    const eventsOf = (own: string) =>
      eventStore ? eventStore.of(own, documents.of(own)) : (embedded as EngineHouse).of(own).events
    for (const service of services) eventsOf(prefix + service)
    await eventStore?.assertFormat()
    // The keys are documents: they are restored from where these stand.
    const noting = MONGODB_URL ? null : embedded
    return {
      of: (service) => {
        if (!name.test(service)) throw new Error(`not a service's name: ${service}`)
        const own = prefix + service
        const noteErased = noting?.of(own).noteErased
        const inOneCommit = EVENTSTORE_URL ? undefined : embedded?.of(own).inOneCommit
        return {
          ...{ ...shared, events: eventsOf(own), documents: documents.of(own), replica: REPLICA },
          ...(noteErased && { noteErased }),
          ...(inOneCommit && { inOneCommit }),
        }
      },
      ...houseOf(opened),
    }
  } catch (error) {
    await houseOf(opened).close()
    throw error
  }
}

type SharedSettings = Omit<EngineSettings, 'EVENTSTORE_URL' | 'MONGODB_URL'>
export type SharedEngines = Omit<EngineHouse, 'of'> & Pick<Engines, 'bus' | 'cache' | 'limits' | 'replica'>

/** Bus, cache and limits alone, for a process that stores nothing: with Kafka it opens no data file. @throws OtherFormat */
export const openSharedEngines = async (settings: SharedSettings): Promise<SharedEngines> => {
  const opened: Closing[] = []
  const keep = <T extends Closing>(engine: T): T => {
    opened.unshift(engine)
    return engine
  }
  const embedded = settings.KAFKA_BROKERS ? null : keep(await embeddedIn(settings.DATA_DIR))
  return { ...(await openShared(settings, keep, embedded)), replica: settings.REPLICA, ...houseOf(opened) }
}

const openShared = async (
  settings: SharedSettings,
  keep: <T extends Closing>(engine: T) => T,
  embedded: EngineHouse | null,
  cacheMayBeAway = true,
): Promise<{ bus: MessageBus; cache: Cache; limits: LimitCounts }> => {
  const { KAFKA_BROKERS, REDIS_URL, REDIS_CA_FILE, ENGINE_PREFIX: prefix } = settings
  const own = embedded?.of('shared')
  const counting = REDIS_URL
    ? keep(await redis({ url: REDIS_URL, prefix: `tuma:${prefix}`, caFile: REDIS_CA_FILE }, cacheMayBeAway))
    : { cache: own?.cache ?? openCache(), limits: own?.limits ?? openLimitTables() }
  const { cache, limits } = counting
  if (!KAFKA_BROKERS) return { bus: (embedded as EngineHouse).of('shared').bus, cache, limits }
  const bus = await kafka(KAFKA_BROKERS, settings)
  // While it is away everything but the news goes on: that does not make a process unfit for its work.
  keep({ close: bus.close })
  await bus.assertFormat()
  return { bus: busWithPrefix(bus, prefix), cache, limits }
}

/** Closes what was opened last first; healthy while each of them is. */
const houseOf = (opened: readonly Closing[]): Omit<EngineHouse, 'of'> => ({
  healthy: () => opened.every((engine) => engine.healthy?.() ?? true),
  trouble: () => opened.map((engine) => engine.trouble?.() ?? null).find((trouble) => trouble !== null) ?? null,
  async close() {
    for (const engine of opened) await engine.close()
  },
})

const documentsOf = (house: EngineHouse): Of<Engines['documents']> => ({ of: (service) => house.of(service).documents })

const embeddedIn = (folder: string, onTrouble: Told = tellTrouble(openLog('info'))) =>
  openEmbedded({ folder, onTrouble })

/** For whoever runs it: what it refuses us for is a setting's, and stays until that is mended. */
const tellRefused =
  (engine: string): OnRefused =>
  (reason) =>
    openLog('info').error({ reason }, `${engine} refuses us`)

/** Who may be without it does not wait for a cache: while it is away each process counts for itself. */
const redis = async (at: { url: string; prefix: string; caFile: string | undefined }, mayBeAway: boolean) => {
  const { url, prefix, caFile } = at
  if (caFile && !url.startsWith('rediss:'))
    throw new WrongSettings(['REDIS_CA_FILE: goes together with rediss:// in REDIS_URL'])
  const ca = caFile ? await certificateIn('REDIS_CA_FILE', caFile) : undefined
  const log = openLog('info')
  const onRefused = tellRefused('the cache')
  const shared = await (await import('./redis.ts')).openRedis({ url, prefix, ca, onRefused })
  const standIn = withStandIn(shared, {
    onAway: ({ message }) => log.warn({ reason: message }, 'the cache is away'),
    onBack: () => log.info('the cache is back'),
  })
  // Counts go on without it for everybody.
  return { cache: mayBeAway ? standIn.cache : shared.cache, limits: standIn.limits, close: shared.close }
}

const kafka = async (brokers: string, settings: SharedSettings) => {
  const { REPLICA, ENGINE_PREFIX: prefix } = settings
  const security = await readKafkaSecurity(settings)
  const { openKafka } = await import('./kafka/open-kafka.ts')
  return openKafka({ brokers, clientId: REPLICA, ...security, prefix, onRefused: tellRefused('the message bus') })
}

const mongoDb = async (url: string) =>
  (await import('./mongodb.ts')).openMongoDb({ url, onRefused: tellRefused('the document store') })
const eventStoreDb = async (url: string) =>
  (await import('./eventstoredb.ts')).openEventStoreDb({ url, onRefused: tellRefused('the event store') })
