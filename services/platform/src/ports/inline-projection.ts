import type { Checkpoint, DocumentStore, DocumentWrite } from './document-store.ts'
import type { StoredEvent } from './event-store.ts'

/** The rows that a projection makes from events, to write in one commit with them. */
export type InlineRows = {
  readonly writes: readonly DocumentWrite[]
  readonly checkpoints: readonly Checkpoint[]
  /** Called after that commit, before the appends are answered; not called when the rows were not written. */
  readonly afterCommit: () => void
}

/**
 * Called before `events` are appended, with the positions that they will have. After null or a rejection, the
 * projection's subscription brings them after the commit; the same when the rows cannot be written.
 * @param after position of the newest event in the store, null when it is empty
 */
export type InlineProjection = (events: readonly StoredEvent[], after: number | null) => Promise<InlineRows | null>

/** For an event store and a document store that write into one commit. */
export type InlineProjections = {
  /** The document store of these rows. A wrapper around it is another store, whose rows are written separately. */
  readonly documents: DocumentStore
  /** @returns a function that removes the projection */
  readonly add: (projection: InlineProjection) => () => void
}
