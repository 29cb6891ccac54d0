import type { Json } from './event-store.ts'

/**
 * Read models (and the few records that are no history, such as personal keys). Promises, proven by
 * `testing/document-store-suite.ts`:
 * - A write is guarded: it takes effect only when its `version` is higher than the stored one, so that it may be
 *   repeated and may come late. A removed document keeps its version until `forget`.
 * - A batch and its checkpoints are one unit as far as the engine can: embedded, one transaction; MongoDB, documents
 *   first and the checkpoints last, which the guard makes safe.
 * - `find` answers newest first by (`sortBy` descending, id descending) in keyset pages: no row twice, none missed
 *   while others are written. A filter that has an index of exactly its fields (a `startsWith` field last) uses it.
 * - The cost of a page found by words does not depend on the number of matches or of stored documents (embedded).
 */
export type FieldType = 'text' | 'number'

type ScalarShape = 'text' | 'number' | 'boolean'

/**
 * The fields of a document in words of our own: `{ name: 'text', since: 'text or null', parcels: { each: { at: 'text' }
 * }, rider: { orNull: { name: 'text' } } }`. A library's own format may change with its next version.
 */
export type Shape =
  | ScalarShape
  | `${ScalarShape} or null`
  | { readonly each: Shape }
  | { readonly orNull: Shape }
  | { readonly [field: string]: Shape }

export type CollectionSpec = {
  /** Unique within a service, with a version: `deliveries-v1`. A rebuild fills a new name. */
  readonly name: string
  /** Top-level fields of the document that may be filtered on; null and missing are the same. */
  readonly fields: { readonly [field: string]: FieldType }
  /**
   * Compound indexes over declared fields, in filter order; the engine appends the sort field. Indexes are not data:
   * other ones may be declared under the same name. The engine then makes them, and drops the rest if no other process
   * can query by them.
   */
  readonly indexes: readonly (readonly string[])[]
  /** The collection is never listed without a filter, so that it has no index for that. */
  readonly unlisted?: true
  /**
   * Combinations of declared fields with few different values. An engine that would have to walk an index to count
   * keeps counters of them: a count by some fields of one combination costs the same for any amount of data. An engine
   * without counters keeps an index of each. May be added at any time.
   */
  readonly counted?: readonly (readonly string[])[]
  /**
   * The field with the words a document is found by: short texts, spelled as in the filters of `find`. It must not be a
   * declared field; a removed document has no words.
   */
  readonly words?: string
  /** Fields whose values must differ between documents (missing values are free). */
  readonly unique?: readonly string[]
  /**
   * The declared field that lists are ordered by, newest first. Null: documents are only read by id, so that nothing
   * else is stored; such a collection declares no fields, and `find` and `count` are faults. A collection with an order
   * and without a shape may be declared so under its name later, and not the other way round.
   */
  readonly sortBy: string | null
  /** Stored beside the collection from the first declaration that has one; another shape is refused from then on. */
  readonly shape?: Shape
}

export type Document = { readonly [field: string]: Json | undefined }

/** Equality on declared fields; an array means any of these values; null means missing. */
export type Where = { readonly [field: string]: string | number | null | readonly (string | number)[] }

/** Conditions on a range; a document without the field is in none. */
export type Within = {
  /** On the sort field: `from` included, `to` not. */
  readonly between?: { readonly from?: string | number; readonly to?: string | number }
  /**
   * One declared text field begins with this text; case matters. The matches are sorted for each page, so use it with
   * texts long enough to match few.
   */
  readonly startsWith?: { readonly field: string; readonly text: string }
  /** For each entry the document has a word that begins with one of its texts; case matters. */
  readonly words?: readonly Beginnings[]
}

/** One match is enough. */
export type Beginnings = readonly string[]

export type Filter = Within & { readonly where?: Where }

export type FindOptions = Filter & {
  readonly limit: number
  /** `next` of the previous page. */
  readonly after?: string | null
  /** The other direction: oldest first, the same moment by id. */
  readonly upwards?: boolean
}

export type Page<D> = {
  readonly documents: D[]
  readonly next: string | null
  /** How many documents of the page are damaged and not among `documents`; missing when none is. */
  readonly leftOut?: number
}

export type Collection<D extends object> = {
  readonly spec: CollectionSpec
  /** @throws DocumentsDamaged */
  get(id: string): Promise<D | null>
  /** With the version of the last guarded write; null when never written (or forgotten), `document` null when removed. */
  getVersioned(id: string): Promise<{ document: D | null; version: number } | null>
  /** @throws BadCursor; DocumentsDamaged when the table cannot be read, or no document of the page */
  find(options: FindOptions): Promise<Page<D>>
  count(where?: Where, within?: Within): Promise<number>
  /** Counts no further than `max`, except when the filter is `counted`; `more`: there are more than `count`. */
  countUpTo(max: number, where?: Where, within?: Within): Promise<Counted>
}

export type Counted = { readonly count: number; readonly more: boolean }

export type DocumentWrite = {
  readonly collection: string
  readonly id: string
  /** null removes it. */
  readonly document: object | null
  /** Higher than the stored version, else nothing is written. Read models use the event's position. */
  readonly version: number
  /** The former content leaves no byte behind, as far as the engine can ensure it: embedded, in file and log. */
  readonly erases?: boolean
}

export type Checkpoint = {
  readonly name: string
  readonly position: number
  /** Id of the event at the position, from a follower of a store: shows later whether it is still the same store. */
  readonly event?: string
}

export class NotUnique extends Error {
  override readonly name = 'NotUnique'
  readonly collection: string
  readonly field: string
  constructor(collection: string, field: string) {
    super(`${collection}.${field} is taken`)
    this.collection = collection
    this.field = field
  }
}

/** Another collection is stored under this name: a changed collection needs a new name. */
export class DeclaredDifferently extends Error {
  override readonly name = 'DeclaredDifferently'
  readonly code = 'DeclaredDifferently'
  readonly collection: string
  constructor(collection: string) {
    super(`collection ${collection} was declared differently before: give the new one a new name`)
    this.collection = collection
  }
}

/**
 * The document with this id differs from what was written; null: the collection itself or an index of it.
 * `beyondIndexes`: making the indexes again does not repair it.
 */
export type Damage = { readonly collection: string; readonly id: string | null; readonly beyondIndexes?: true }

/**
 * Stored documents cannot be read as they were written. Has the form of the refusal `damaged`, so that people read its
 * sentence. No engine is away: the same read fails until the collection is filled again or restored.
 */
export class DocumentsDamaged extends Error {
  override readonly name = 'Refused'
  readonly code = 'damaged'
  readonly collection: string
  constructor(collection: string, cause?: unknown) {
    super(`${collection} is damaged`, { cause })
    this.collection = collection
  }
}

export type Examined = {
  /** The id after which the next call continues; null when no row is left. */
  readonly next: string | null
  /** Ids of rows that differ from their checksums or cannot be read. */
  readonly differing: readonly string[]
}

export type DocumentStore = {
  /**
   * Declares (and on first use makes) a collection; declaring it again with the same spec is free.
   * @throws DeclaredDifferently
   */
  collection<D extends object>(spec: CollectionSpec): Promise<Collection<D>>
  /** The names of all collections here, whichever process declared them. */
  collections(): Promise<string[]>
  /** All of it or none of it (see above). @returns for each write whether it took effect. @throws NotUnique */
  write(writes: readonly DocumentWrite[], checkpoints?: readonly Checkpoint[]): Promise<boolean[]>
  /**
   * As `write`, for data that later writes rely on, and for checkpoints of what has been written already: everything
   * that this process writes afterwards, in any store of this engine, reaches the disk with it or after it. Left out by
   * an engine that cannot promise that.
   */
  writeAhead?(writes: readonly DocumentWrite[], checkpoints?: readonly Checkpoint[]): Promise<boolean[]>
  checkpoint(name: string): Promise<number | null>
  /** Several in one call; those that were never written are missing. */
  checkpoints(names: readonly string[]): Promise<ReadonlyMap<string, number>>
  /**
   * The checkpoint with the highest position among those with an event. If none has one, the highest of the others,
   * with `event` null; null when there is no checkpoint at all.
   */
  furthestCheckpoint(): Promise<{ readonly position: number; readonly event: string | null } | null>
  /**
   * Deletes all checkpoints: every follower begins with the first event again. For documents that are tied to another
   * store.
   */
  forgetCheckpoints(): Promise<void>
  /** Deletes the record with its version and overwrites its bytes: for destroying keys. */
  forget(collection: string, id: string): Promise<void>
  /**
   * Deletes records with their versions, in one commit if the engine can. Cheap, because unlike `forget` it leaves
   * bytes in copies: the records must have no personal data.
   */
  discard(collection: string, ids: readonly string[]): Promise<void>
  /** Drops the collection, with the checkpoints of its followers: declared again, it is filled from the beginning. */
  drop(collection: string, checkpoints?: readonly string[]): Promise<void>
  /**
   * Compares at most `max` rows by id after `after` (null: from the first) with their checksums, and hands no document
   * out. Damage is told as by a read. A collection that this process has not declared has no rows here. Left out by an
   * engine with checksums of its own, as are the next four.
   * @throws DocumentsDamaged when the table cannot be read
   */
  examineRows?(collection: string, after: string | null, max: number): Promise<Examined>
  /** Calls `heard` at each damage that a read, a write or an examination meets, also repeatedly. */
  onDamage?(heard: (damage: Damage) => void): void
  /**
   * Makes the indexes of a collection again from its rows.
   * @returns whether rows and indexes then agree
   */
  reindex?(collection: string): Promise<boolean>
  /**
   * Declares an empty collection for the same documents under a name of its own, to be filled while this one is read.
   * @returns that name
   */
  beside?(spec: CollectionSpec): Promise<string>
  /** The collection beside takes the place of this one, and the other way round, with these checkpoints in one commit. */
  exchange?(collection: string, checkpoints: readonly Checkpoint[]): Promise<void>
}
