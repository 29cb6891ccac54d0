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
 * - What a page of found words costs hangs neither on how many are found nor on how many stand there (embedded).
 */
export type FieldType = 'text' | 'number'

type ScalarShape = 'text' | 'number' | 'boolean'

/**
 * What a document holds, field by field, in words of our own: `{ name: 'text', since: 'text or null', parcels: { each:
 * { at: 'text' } }, rider: { orNull: { name: 'text' } } }`. Whatever a library prints may change with its next version.
 */
export type Shape =
  | ScalarShape
  | `${ScalarShape} or null`
  | { readonly each: Shape }
  | { readonly orNull: Shape }
  | { readonly [field: string]: Shape }

export type CollectionSpec = {
  /** Unique within a service; carries its version: `deliveries-v1`. A rebuild fills a new name. */
  readonly name: string
  /** Top-level fields of the document that may be filtered on; null and missing are the same. */
  readonly fields: { readonly [field: string]: FieldType }
  /**
   * Compound indexes over declared fields, in filter order; the sort field is appended by the engine. They are no data: other
   * ones may be declared under the same name: the engine makes them, and lets the rest go where no other process can ask by
   * them.
   */
  readonly indexes: readonly (readonly string[])[]
  /** Nobody lists all of them, newest first: there is no index for it. */
  readonly unlisted?: true
  /**
   * Combinations of declared fields with few different values. An engine that would have to walk an index to count keeps
   * counters of them: a count by some fields of one combination costs the same whatever is stored. One that has no counters
   * keeps an index of each. May be added at any time.
   */
  readonly counted?: readonly (readonly string[])[]
  /**
   * The field that holds the words a document is found by: short texts, spelled as `find` is asked for them. None may be
   * declared; a document has those that stand in it, and a removed one has none.
   */
  readonly words?: string
  /** Fields of which no two documents may share a value (missing values are free). */
  readonly unique?: readonly string[]
  /**
   * The declared field that lists are ordered by, newest first. Null: its documents are asked for by their id alone, so
   * that nothing is kept but them; such a collection declares no fields, and `find` and `count` are faults. One that
   * stood with an order and without a shape may be declared so under its name, and not the other way round.
   */
  readonly sortBy: string | null
  /** Kept beside the collection from the first declaration that names one; another is refused from then on. */
  readonly shape?: Shape
}

export type Document = { readonly [field: string]: Json | undefined }

/** Equality on declared fields; an array means any of these values; null means missing. */
export type Where = { readonly [field: string]: string | number | null | readonly (string | number)[] }

/** Ways to ask for a range; a document that misses the field is in none. */
export type Within = {
  /** Of the sort field: `from` included, `to` not. */
  readonly between?: { readonly from?: string | number; readonly to?: string | number }
  /**
   * One declared text field begins with this text, case and all. What it finds is sorted anew for each page: for
   * texts long enough to find few.
   */
  readonly startsWith?: { readonly field: string; readonly text: string }
  /** For each entry the document has a word that begins with one of its texts, case and all. */
  readonly words?: readonly Beginnings[]
}

/** Any of them will do. */
export type Beginnings = readonly string[]

export type Filter = Within & { readonly where?: Where }

export type FindOptions = Filter & {
  readonly limit: number
  /** `next` of the page before. */
  readonly after?: string | null
  /** The other way round: the oldest first, the same moment by id. */
  readonly upwards?: boolean
}

export type Page<D> = { readonly documents: D[]; readonly next: string | null }

export type Collection<D extends object> = {
  readonly spec: CollectionSpec
  get(id: string): Promise<D | null>
  /** With the version of the last guarded write; null when never written (or forgotten), `document` null when removed. */
  getVersioned(id: string): Promise<{ document: D | null; version: number } | null>
  /** @throws BadCursor */
  find(options: FindOptions): Promise<Page<D>>
  count(where?: Where, within?: Within): Promise<number>
  /** Counts no further than `max` but for what is `counted`: `more` then says that there are more of them than `count`. */
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
  /** What stood there before leaves no byte behind, as far as the engine can see to it: embedded, in file and log. */
  readonly erases?: boolean
}

export type Checkpoint = {
  readonly name: string
  readonly position: number
  /** Id of the event at the position, from a follower of a store: it tells later whether that is still the same store. */
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

/** What stands under this name is something else: a changed collection needs a new name. */
export class DeclaredDifferently extends Error {
  override readonly name = 'DeclaredDifferently'
  readonly code = 'DeclaredDifferently'
  readonly collection: string
  constructor(collection: string) {
    super(`collection ${collection} was declared differently before: give the new one a new name`)
    this.collection = collection
  }
}

export type DocumentStore = {
  /**
   * Declares (and on first use makes) a collection; declaring it again with the same spec is free.
   * @throws DeclaredDifferently
   */
  collection<D extends object>(spec: CollectionSpec): Promise<Collection<D>>
  /** The names of all that stand here, whoever declared them. */
  collections(): Promise<string[]>
  /** All of it or none of it (see above). @returns for each write whether it took effect. @throws NotUnique */
  write(writes: readonly DocumentWrite[], checkpoints?: readonly Checkpoint[]): Promise<boolean[]>
  /**
   * As `write`, for what later ones need to stand, and for checkpoints of what has been written already: whatever this
   * process writes afterwards, in any store of this engine, comes to the disk with it or after it. An engine that can't
   * promise that leaves it out.
   */
  writeAhead?(writes: readonly DocumentWrite[], checkpoints?: readonly Checkpoint[]): Promise<boolean[]>
  checkpoint(name: string): Promise<number | null>
  /** Several at one call; those that were never written are missing. */
  checkpoints(names: readonly string[]): Promise<ReadonlyMap<string, number>>
  /**
   * The checkpoint with the highest position among those that name an event. Where none does, the highest of the others,
   * with `event` null; null when there is no checkpoint at all.
   */
  furthestCheckpoint(): Promise<{ readonly position: number; readonly event: string | null } | null>
  /** Takes all checkpoints away: every follower begins with the first event again. For a store that is taken up. */
  forgetCheckpoints(): Promise<void>
  /** Takes the record away with its version and overwrites its bytes: for destroying keys. */
  forget(collection: string, id: string): Promise<void>
  /**
   * Takes records away with their versions, in one commit where the engine can. Cheap: unlike `forget` it does not see to it
   * that none of their bytes are left in copies, so they must name no person.
   */
  discard(collection: string, ids: readonly string[]): Promise<void>
  /** Takes the collection away, with the checkpoints of whoever filled it: declared anew, it is filled from the beginning. */
  drop(collection: string, checkpoints?: readonly string[]): Promise<void>
}
