import type { CollectionSpec, DocumentStore, DocumentWrite } from '../../ports/document-store.ts'
import type { TopicEnd } from '../../ports/message-bus.ts'
import type { History } from './acknowledged.ts'

/** What a publisher remembers of its topic, beside its checkpoint. */
export type KeptEnds = {
  readonly history: History
  /** It tells again what was forgotten: after `from` (null: from the first event), behind the end `fillTo`. */
  readonly again: { readonly from: number | null; readonly fillTo: TopicEnd } | null
}

const nothing: KeptEnds = { history: [], again: null }

/** Read and written only by its id. */
const collection = {
  name: 'topic-ends',
  fields: {},
  indexes: [],
  sortBy: null,
  shape: {
    history: { each: { position: 'number', end: { each: 'number' } } },
    again: { orNull: { from: 'number or null', fillTo: { each: 'number' } } },
  },
} as const satisfies CollectionSpec

/** Of several processes that publish at the same time, the one that has written more often wins. */
export const openKeptEnds = (documents: DocumentStore, topic: string) => {
  let version = 0
  return {
    /** Declares the collection. @throws EngineAway */
    async read(): Promise<KeptEnds> {
      const kept = await (await documents.collection<KeptEnds>(collection)).getVersioned(topic)
      version = kept?.version ?? 0
      return kept?.document ?? nothing
    },
    toWrite(document: KeptEnds): DocumentWrite {
      version += 1
      return { collection: collection.name, id: topic, document, version }
    },
  }
}
