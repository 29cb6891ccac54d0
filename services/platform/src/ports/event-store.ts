/**
 * Where a service keeps its streams. Promises, proven for every engine by `testing/event-store-suite.ts`:
 * - An append is all or nothing, durable when its promise resolves, and has exactly one expected revision.
 * - The same append sent again (same event ids, same stream) adds nothing and answers as the first time. An id that
 *   stands in another stream is no earlier try. Two attempts at one command are two appends, of which one conflicts.
 * - An append of more than `maxAppendBytes` is refused on every engine, so that what one takes the next one does too.
 * - Positions grow along the whole store of a service; a subscription sees every event once, in that order, per run.
 */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json | undefined }

/** An event as the store takes it: already encoded (personal fields sealed), JSON only. */
export type EventToAppend = {
  /** A UUID of this attempt alone: by it an append is known that is sent again because its answer was lost. */
  readonly id: string
  readonly type: string
  /** Version of the schema `data` is written in. */
  readonly version: number
  readonly data: Json
  readonly metadata: Json
  /** Kept as it was given. An event without one counts as damaged: see `event-sourcing/events/checksum.ts`. */
  readonly checksum?: string
  /**
   * Asked when it is about to be written, and not kept: false where what it needs to be read was written ahead (`writeAhead`)
   * and did not come to the disk. An engine that writes ahead refuses it then, as one that is away.
   */
  readonly canStand?: () => boolean
}

export type StoredEvent = EventToAppend & {
  readonly stream: string
  /** 0 for the first event of its stream. */
  readonly revision: number
  /** Grows along all streams of this service's store; not dense. */
  readonly position: number
  /** What stands there is no JSON any more: `data` and `metadata` are null, and whoever reads goes on. */
  readonly unreadable?: true
}

/** What the stream must look like for the append to happen: nothing there yet, or its last event's revision. */
export type ExpectedRevision = 'no-stream' | number

export type Appended = {
  /** Revision of the last event of the append. */
  readonly revision: number
  /** Position of the last event of the append: wait for a projector to reach it to read what was written. */
  readonly position: number
}

/** Somebody else wrote to the stream first. Read again, decide again. */
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

/** The most that one append may hold, in bytes: its events as JSON. The smallest limit of an engine is 1 MiB (EventStoreDB 24). */
export const maxAppendBytes = 768 * 1024

/** Nothing of the append was taken, and nothing of it would be, however often it is sent. */
export class AppendTooLarge extends Error {
  override readonly name = 'AppendTooLarge'
  readonly stream: string
  /** @param limit what the append exceeds: ours, or in words that of a server which was set to take less */
  constructor(stream: string, limit = `more than ${maxAppendBytes} bytes of JSON`) {
    super(`an append to ${stream} holds ${limit}`)
    this.stream = stream
  }
}

export type StoreSubscription = {
  /** Resolves when the subscription has ended: after `close`, or rejected with what broke it. */
  readonly ended: Promise<void>
  close(): Promise<void>
}

export type EventStore = {
  /** @throws RevisionConflict AppendTooLarge */
  append(stream: string, events: readonly EventToAppend[], expected: ExpectedRevision): Promise<Appended>
  /**
   * Events of a stream from `fromRevision` (default 0), oldest first, at most `limit` (default all of them); empty when
   * there is no such stream.
   */
  read(stream: string, fromRevision?: number, limit?: number): Promise<StoredEvent[]>
  /** Events after `position` over all streams, oldest first, at most `limit`. */
  readAll(after: number | null, limit: number): Promise<StoredEvent[]>
  /**
   * Every event after `after` (null: from the beginning), catch-up first and then live, in order, in batches.
   * The next batch waits until `onEvents` has resolved. A rejection ends the subscription.
   * @param shown position up to which the subscriber has had all events in another way (an inline projection): an engine
   * that asks before each batch does not bring them again
   */
  subscribe(
    after: number | null,
    onEvents: (events: readonly StoredEvent[]) => Promise<void>,
    shown?: () => number | null,
  ): StoreSubscription
  /** Position of the newest event, null when the store is empty. */
  head(): Promise<number | null>
  /**
   * All of it stands as this engine left it when it was closed in order, and nobody has touched it before it was opened
   * now. Missing where an engine can't say.
   */
  readonly asLeft?: boolean
}
