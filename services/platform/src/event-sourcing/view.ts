import type { CollectionSpec } from '../ports/document-store.ts'
import type { DomainEvent, Recorded } from './event.ts'

/** A read model: which documents an event changes, and how. Pure; a fact is never refused. */
export type View<Event extends DomainEvent, Doc extends object> = {
  /** Its name carries its version: `deliveries-v1`. A new version is filled from the beginning. */
  readonly collection: CollectionSpec
  readonly idsOf: (event: Recorded<Event>) => readonly string[]
  /** Null removes the document. */
  readonly project: (document: Doc | null, event: Recorded<Event>, id: string) => Doc | null
}

/** Views of different documents side by side; only the projector looks inside. */
// biome-ignore lint/suspicious/noExplicitAny: a view is contravariant in its document, and the list holds all kinds
export type AnyView<Event extends DomainEvent> = View<Event, any>

/** A view that looks only at streams of these nouns, among all the others of its service. */
export const ofStreams = <Event extends DomainEvent, Own extends Event, Doc extends object>(
  nouns: readonly string[],
  { collection, idsOf, project }: View<Own, Doc>,
): AnyView<Event> => ({
  collection,
  idsOf: (event) => (nouns.some((noun) => event.stream.startsWith(`${noun}-`)) ? idsOf(event as never) : []),
  project: (document, event, id) => project(document, event as never, id),
})
