import type { CollectionSpec, Shape } from '../../ports/document-store.ts'
import type { DomainEvent, Recorded } from '../events/event.ts'

type ScalarShape<Value> = [Value] extends [string]
  ? 'text'
  : [Value] extends [number]
    ? 'number'
    : [Value] extends [boolean]
      ? 'boolean'
      : never

type WholeShape<Value> = [Value] extends [string | number | boolean]
  ? ScalarShape<Value>
  : [Value] extends [readonly (infer Item)[]]
    ? { readonly each: ShapeOf<Item> }
    : { readonly [Field in keyof Value]: ShapeOf<Value[Field]> }

type ShapeOrNull<Value> = [Value] extends [string | number | boolean]
  ? `${ScalarShape<Value>} or null`
  : { readonly orNull: WholeShape<Value> }

/**
 * A document's type in the words of `Shape`. A field that may be missing has no such word, because a row has null for
 * it.
 */
export type ShapeOf<Value> = undefined extends Value
  ? never
  : null extends Value
    ? ShapeOrNull<NonNullable<Value>>
    : WholeShape<Value>

type ViewCollection<DocShape> = Omit<CollectionSpec, 'name' | 'shape'> & {
  /** Has a version: a changed document gets the next one, which is filled from the beginning. */
  readonly name: `${string}-v${number}`
  /** Compared with the stored collection: a start with another shape under this name is refused. */
  readonly shape: DocShape
}

/**
 * What a list does while rows of its view are damaged. `refuses`: it answers 503 `damaged`, because a sum or a list of
 * amounts without one of them is wrong. `leavesOut`: it shows the other rows and how many are left out.
 */
export type WhenDamaged = 'refuses' | 'leavesOut'

/** A read model: the documents that an event changes, and how. Pure; an event is never refused. */
export type View<Event extends DomainEvent, Doc extends object> = {
  readonly collection: ViewCollection<ShapeOf<Doc>>
  readonly whenDamaged: WhenDamaged
  readonly getIds: (event: Recorded<Event>) => readonly string[]
  /**
   * The ids have names or phones. A removed document leaves its id, so each is stored under a keyed hash of its id: the
   * document cannot be found by its id, and `project` gets the id from `getIds`. Returns the part of the id that may be
   * read; documents with the same sort value are listed by that part.
   */
  readonly sealsIds?: (id: string) => string
  /** Null removes the document. */
  readonly project: (document: Doc | null, event: Recorded<Event>, id: string) => Doc | null
}

/** Views of different documents side by side; only the projector looks inside. */
export type AnyView<Event extends DomainEvent> = {
  readonly collection: ViewCollection<Shape>
  readonly whenDamaged?: WhenDamaged
  readonly getIds: (event: Recorded<Event>) => readonly string[]
  readonly sealsIds?: (id: string) => string
  // biome-ignore lint/suspicious/noExplicitAny: a view is contravariant in its document, and the list holds all kinds
  readonly project: (document: any, event: Recorded<Event>, id: string) => object | null
}

/** A view that uses only streams of these nouns, among all the others of its service. */
export const ofStreams = <Event extends DomainEvent, Own extends Event>(
  nouns: readonly string[],
  { getIds, project, ...view }: AnyView<Own>,
): AnyView<Event> => ({
  ...view,
  getIds: (event) => (nouns.some((noun) => event.stream.startsWith(`${noun}-`)) ? getIds(event as never) : []),
  project: (document, event, id) => project(document, event as never, id),
})
