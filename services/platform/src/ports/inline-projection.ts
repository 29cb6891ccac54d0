import type { Checkpoint, DocumentStore, DocumentWrite } from './document-store.ts'
import type { StoredEvent } from './event-store.ts'

/** What a projection shows of events, to be written in one commit with them. */
export type InlineRows = {
  readonly writes: readonly DocumentWrite[]
  readonly checkpoints: readonly Checkpoint[]
  /** Called after that commit, before the appends are answered; not called where the rows were not written. */
  readonly committed: () => void
}

/**
 * Asked before `events` are appended, with the positions that they will have. Null, or a rejection: the projection's
 * subscription brings them after the commit, as it does where the rows can't be written.
 * @param after position of the newest event in the store, null when there is none
 */
export type InlineProjection = (events: readonly StoredEvent[], after: number | null) => Promise<InlineRows | null>

/** Where an event store and a document store write into one commit. */
export type InlineProjections = {
  /** The document store whose rows these are. A wrapper around it is another store, and its rows are written apart. */
  readonly documents: DocumentStore
  /** @returns takes the projection out again */
  readonly add: (projection: InlineProjection) => () => void
}
