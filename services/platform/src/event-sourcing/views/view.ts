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

/** A document's type in the words of `Shape`. A field that may be missing has none: a row says null. */
export type ShapeOf<Value> = undefined extends Value
  ? never
  : null extends Value
    ? ShapeOrNull<NonNullable<Value>>
    : WholeShape<Value>

type ViewCollection<DocShape> = Omit<CollectionSpec, 'name' | 'shape'> & {
  /** Carries its version: a document that changes gets the next one, which is filled from the beginning. */
  readonly name: `${string}-v${number}`
  /** Compared with what stands: a start that finds another shape under this name is refused. */
  readonly shape: DocShape
}

/** A read model: which documents an event changes, and how. Pure; a fact is never refused. */
export type View<Event extends DomainEvent, Doc extends object> = {
  readonly collection: ViewCollection<ShapeOf<Doc>>
  readonly getIds: (event: Recorded<Event>) => readonly string[]
  /**
   * What `getIds` says holds names or phones. A removed document leaves its id, so it is stored under a keyed hash of it:
   * nobody finds the document by its id, and `project` is given what `getIds` said. This says how much of its beginning may
   * be read: documents that stand at the same place are listed by it.
   */
  readonly sealsIds?: (id: string) => string
  /** Null removes the document. */
  readonly project: (document: Doc | null, event: Recorded<Event>, id: string) => Doc | null
}

/** Views of different documents side by side; only the projector looks inside. */
export type AnyView<Event extends DomainEvent> = {
  readonly collection: ViewCollection<Shape>
  readonly getIds: (event: Recorded<Event>) => readonly string[]
  readonly sealsIds?: (id: string) => string
  // biome-ignore lint/suspicious/noExplicitAny: a view is contravariant in its document, and the list holds all kinds
  readonly project: (document: any, event: Recorded<Event>, id: string) => object | null
}

/** A view that looks only at streams of these nouns, among all the others of its service. */
export const ofStreams = <Event extends DomainEvent, Own extends Event>(
  nouns: readonly string[],
  { getIds, project, ...view }: AnyView<Own>,
): AnyView<Event> => ({
  ...view,
  getIds: (event) => (nouns.some((noun) => event.stream.startsWith(`${noun}-`)) ? getIds(event as never) : []),
  project: (document, event, id) => project(document, event as never, id),
})
