import type { Checkpoint, DocumentWrite } from './document-store.ts'
import type { StoredEvent } from './event-store.ts'

/** What follows from events, to stand in one commit with them, in the documents of the same engine. */
export type Consequences = {
  readonly writes: readonly DocumentWrite[]
  readonly checkpoints: readonly Checkpoint[]
  /** They stand, and so do the events: nobody has been answered yet. */
  readonly committed: () => Promise<void>
}

/**
 * Asked of a subscriber who has had all that stands in the store, before `events` are appended, with the positions that they
 * will have. Null, and whatever it throws: they come to it as all others do, and so they do where the commit fails.
 */
export type InCommit = (events: readonly StoredEvent[]) => Promise<Consequences | null>
