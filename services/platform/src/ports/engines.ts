import type { Cache } from './cache.ts'
import type { DocumentStore } from './document-store.ts'
import type { EventStore } from './event-store.ts'
import type { InlineProjections } from './inline-projection.ts'
import type { LimitCounts } from './limit-counts.ts'
import type { MessageBus } from './message-bus.ts'

/**
 * The state of a shared engine: `notReady` when it answers and cannot serve, `refused` when a setting of ours is wrong.
 */
export type EngineState = 'reached' | 'away' | 'notReady' | 'refused'

/** The engines that processes may share; each can also be embedded. */
export const sharedEngines = ['eventstoredb', 'kafka', 'mongodb', 'redis'] as const

/** A shared engine that this process cannot use now. It recovers by itself once the engine is back. */
export type DegradedEngine = {
  readonly engine: (typeof sharedEngines)[number]
  readonly state: Exclude<EngineState, 'reached'>
}
/**
 * The place to which the backup is shipped has not taken everything since that ISO instant: it is away, full or too
 * slow, or it refuses us.
 */
export type DegradedBackup = {
  readonly engine: 'backup'
  readonly state: 'away' | 'full' | 'slow' | 'refused'
  readonly since: string
}

/** The engines of one service: its own event store and documents, and the shared bus, cache and counts of limits. */
export type Engines = {
  readonly events: EventStore
  readonly bus: MessageBus
  readonly documents: DocumentStore
  readonly cache: Cache
  readonly limits: LimitCounts
  /** Missing when events and documents are in different engines. */
  readonly inline?: InlineProjections
  /** The state of the whole process; missing when no engine is shared. */
  readonly degraded?: ProcessEngines['degraded']
  /** Names this process among the replicas of the service, as the holder of leases. */
  readonly replica: string
  /**
   * Resolves when it is on disk that these people's keys will be destroyed: an older copy of the data, when restored,
   * still has them. Missing when the engine itself manages its copies. @throws EngineAway
   */
  readonly noteErased?: (personIds: readonly string[]) => Promise<void>
}

/** Opened once in each process. `of('delivery')` gives that service's engines; no service can reach another's. */
export type ProcessEngines = {
  of(service: string): Engines
  /**
   * False as soon as this process's own storage can no longer keep what was acknowledged (dead writer, full disk); true
   * when it has none. For shared engines see `degraded`.
   */
  healthy(): boolean
  /**
   * The shared engines and the place of the backup that it cannot use now, each once; empty when all work or are
   * embedded.
   */
  degraded(): readonly (DegradedEngine | DegradedBackup)[]
  /** This process cannot reach a store, and another replica of its services has reached it within three seconds. */
  isCutOff(): boolean
  /** Why the storage accepts no writes now, with a `code`; null while it does, or when the reason is unknown. */
  trouble?(): (Error & { readonly code: string }) | null
  /**
   * False while a data file that was not closed in order is examined for damage, beside everything else; missing without
   * such a file.
   */
  examined?(): boolean
  /** Finishes running work, then releases files and connections. */
  close(): Promise<void>
}
