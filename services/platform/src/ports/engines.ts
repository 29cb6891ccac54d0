import type { Cache } from './cache.ts'
import type { DocumentStore } from './document-store.ts'
import type { EventStore } from './event-store.ts'
import type { InlineProjections } from './inline-projection.ts'
import type { LimitCounts } from './limit-counts.ts'
import type { MessageBus } from './message-bus.ts'

/** Of an engine that processes share: `notReady` where it answers and can't serve, `refused` where a setting of ours is wrong. */
export type EngineState = 'reached' | 'away' | 'notReady' | 'refused'

/** The engines that processes may share; each can also be embedded. */
export const sharedEngines = ['eventstoredb', 'kafka', 'mongodb', 'redis'] as const

/** A shared engine that this process can't use now. It goes on by itself once the engine is back. */
export type DegradedEngine = {
  readonly engine: (typeof sharedEngines)[number]
  readonly state: Exclude<EngineState, 'reached'>
}

/** What one service is given: its own event store and documents, and the bus, cache and counts of limits that all share. */
export type Engines = {
  readonly events: EventStore
  readonly bus: MessageBus
  readonly documents: DocumentStore
  readonly cache: Cache
  readonly limits: LimitCounts
  /** Missing where events and documents are in different engines. */
  readonly inline?: InlineProjections
  /** As of the whole process; missing where no engine is shared. */
  readonly degraded?: ProcessEngines['degraded']
  /** Names this process among the replicas of the service: who holds a lease. */
  readonly replica: string
  /**
   * Resolves when it is on disk that these people's keys are to be destroyed: a copy of the data that is older, and is
   * restored, has them still. Missing where copies are an engine's own business. @throws EngineAway
   */
  readonly noteErased?: (personIds: readonly string[]) => Promise<void>
}

/** Opened once a process. `of('delivery')` gives that service's engines; no service can reach another's. */
export type ProcessEngines = {
  of(service: string): Engines
  /**
   * False as soon as this process's own storage could no longer keep what was acknowledged (dead writer, full disk); true
   * where it has none. Engines that processes share: `degraded`.
   */
  healthy(): boolean
  /** What it shares with other processes and can't use now, each engine once; empty where all is well or embedded. */
  degraded(): readonly DegradedEngine[]
  /** This process can't reach a store, and another replica of its services has reached it within three seconds. */
  isCutOff(): boolean
  /** Why storage takes nothing just now, with a `code`; null while it does, or where nobody can say. */
  trouble?(): (Error & { readonly code: string }) | null
  /** Finishes what is under way, then lets go of files and connections. */
  close(): Promise<void>
}
