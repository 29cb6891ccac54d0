import type { Cache } from './cache.ts'
import type { DocumentStore } from './document-store.ts'
import type { EventStore } from './event-store.ts'
import type { LimitCounts } from './limit-counts.ts'
import type { MessageBus } from './message-bus.ts'

/** What one service is given: its own event store and documents, and the bus, cache and counts of limits that all share. */
export type Engines = {
  readonly events: EventStore
  readonly bus: MessageBus
  readonly documents: DocumentStore
  readonly cache: Cache
  readonly limits: LimitCounts
  /**
   * Those of them that write in one commit with events what follows from these (`subscribe`, `inCommit`). Whoever stands
   * before one of them is none of these, and is called as ever.
   */
  readonly inOneCommit?: ReadonlySet<DocumentStore | MessageBus>
  /** Names this process among the replicas of the service: who holds a lease. */
  readonly replica: string
  /**
   * Resolves when it is on disk that these people's keys are to be destroyed: a copy of the data that is older, and is
   * restored, has them still. Missing where copies are an engine's own business. @throws EngineAway
   */
  readonly noteErased?: (personIds: readonly string[]) => Promise<void>
}

/** Opened once a process. `of('delivery')` gives that service's engines; no service can reach another's. */
export type EngineHouse = {
  of(service: string): Engines
  /** False as soon as something that was acknowledged could no longer be kept (dead writer, full disk). */
  healthy(): boolean
  /** Why storage takes nothing just now, with a `code`; null while it does, or where nobody can say. */
  trouble?(): (Error & { readonly code: string }) | null
  /** Finishes what is under way, then lets go of files and connections. */
  close(): Promise<void>
}
