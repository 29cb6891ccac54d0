/**
 * Where a service stores its streams. Promises, proven for every engine by `testing/event-store-suite.ts`:
 * - An append is all or nothing, durable when its promise resolves, and has exactly one expected revision.
 * - A repeated append (same event ids, same stream) adds nothing and answers as the first time. An id in another stream
 *   is no earlier try. Two attempts at one command are two appends, and one of them conflicts.
 * - An append of more than `maxAppendBytes` is refused on every engine, so that all engines accept the same appends.
 * - Positions grow along the whole store of a service; a subscription sees every event once, in that order, in each
 *   run.
 */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json | undefined }

/** An event in the form for the store: already encoded (personal fields sealed), JSON only. */
export type EventToAppend = {
  /** A UUID of this attempt alone: it identifies an append that is repeated because its answer was lost. */
  readonly id: string
  readonly type: string
  /** Version of the schema `data` is written in. */
  readonly version: number
  readonly data: Json
  readonly metadata: Json
  /** Stored unchanged. An event without one counts as damaged: see `event-sourcing/events/checksum.ts`. */
  readonly checksum?: string
  /**
   * Called just before the write, and not stored: false when a key that it needs was written ahead (`writeAhead`) and
   * did not reach the disk. An engine that writes ahead then refuses the event, as one that is away.
   */
  readonly canBeStored?: () => boolean
}

export type StoredEvent = EventToAppend & {
  readonly stream: string
  /** 0 for the first event of its stream. */
  readonly revision: number
  /** Grows along all streams of this service's store; not dense. */
  readonly position: number
  /** The stored event is no longer JSON: `data` and `metadata` are null, and the reading continues. */
  readonly unreadable?: true
}

/** The expected state of the stream for the append: empty, or the revision of its last event. */
export type ExpectedRevision = 'no-stream' | number

export type Appended = {
  /** Revision of the last event of the append. */
  readonly revision: number
  /**
   * Position of the last event of the append: wait until a projector has reached it before reading what was written.
   */
  readonly position: number
}

/** Another process wrote to the stream first. Read again, decide again. */
export class RevisionConflict extends Error {
  override readonly name = 'RevisionConflict'
  readonly stream: string
  readonly expected: ExpectedRevision
  constructor(stream: string, expected: ExpectedRevision) {
    super(`stream ${stream} is not at ${expected}`)
    this.stream = stream
    this.expected = expected
  }
}

/**
 * The maximum of one append in bytes: its events as JSON. The smallest limit of an engine is 1 MiB (EventStoreDB 24).
 */
export const maxAppendBytes = 768 * 1024

/** No event of the append was stored, and repeating it would fail again. */
export class AppendTooLarge extends Error {
  override readonly name = 'AppendTooLarge'
  readonly stream: string
  /** @param limit what the append exceeds: our limit, or, in words, that of a server which accepts less */
  constructor(stream: string, limit = `more than ${maxAppendBytes} bytes of JSON`) {
    super(`an append to ${stream} holds ${limit}`)
    this.stream = stream
  }
}

export type StoreSubscription = {
  /** Resolves when the subscription has ended: after `close`, or rejected with the error that ended it. */
  readonly ended: Promise<void>
  close(): Promise<void>
}

export type EventStore = {
  /** @throws RevisionConflict AppendTooLarge */
  append(stream: string, events: readonly EventToAppend[], expected: ExpectedRevision): Promise<Appended>
  /**
   * Events of a stream from `fromRevision` (default 0), oldest first, at most `limit` (default all of them); empty when
   * the stream does not exist.
   */
  read(stream: string, fromRevision?: number, limit?: number): Promise<StoredEvent[]>
  /** Events after `position` over all streams, oldest first, at most `limit`. */
  readAll(after: number | null, limit: number): Promise<StoredEvent[]>
  /**
   * Every event after `after` (null: from the beginning), catch-up first and then live, in order, in batches. The next
   * batch waits until `onEvents` has resolved. A rejection ends the subscription.
   * @param shown position up to which the subscriber has had all events in another way (an inline projection): an
   * engine that asks before each batch does not bring them again
   */
  subscribe(
    after: number | null,
    onEvents: (events: readonly StoredEvent[]) => Promise<void>,
    shown?: () => number | null,
  ): StoreSubscription
  /** Position of the newest event, null when the store is empty. */
  head(): Promise<number | null>
  /**
   * The store is as this engine left it when it was closed in order, or when only its process ended, and has not changed
   * before this opening. Missing when an engine does not know.
   */
  readonly asLeft?: boolean
}
