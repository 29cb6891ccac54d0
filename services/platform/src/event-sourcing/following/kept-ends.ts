import type { CollectionSpec, DocumentStore, DocumentWrite } from '../../ports/document-store.ts'
import type { TopicEnd } from '../../ports/message-bus.ts'
import type { History } from './acknowledged.ts'

/** What a publisher remembers of its topic, beside its checkpoint. */
export type KeptEnds = {
  readonly history: History
  /** It tells again what was forgotten: after `from` (null: from the first event), behind the end `fillTo`. */
  readonly again: { readonly from: number | null; readonly fillTo: TopicEnd } | null
}

/** The last time that a topic had forgotten messages. */
export type KeptLoss = {
  /** ISO instant at which it was noticed. */
  readonly at: string
  /** How many messages were published again since then. */
  readonly messages: number
  /** How often it has happened. */
  readonly times: number
  /** The position through which they must be published again; null when that is done. */
  readonly through: number | null
}

/** Read and written only by its id, the topic. */
const notIndexed = { fields: {}, indexes: [], sortBy: null } as const

const endsCollection = {
  ...notIndexed,
  name: 'topic-ends',
  shape: {
    history: { each: { position: 'number', end: { each: 'number' } } },
    again: { orNull: { from: 'number or null', fillTo: { each: 'number' } } },
  },
} as const satisfies CollectionSpec

const lossesCollection = {
  ...notIndexed,
  name: 'topic-losses',
  shape: { at: 'text', messages: 'number', times: 'number', through: 'number or null' },
} as const satisfies CollectionSpec

/** Of several processes that publish at the same time, the one that has written more often wins. */
const openKept = <Doc extends object, Nothing>(
  documents: DocumentStore,
  { spec, topic, nothing }: { readonly spec: CollectionSpec; readonly topic: string; readonly nothing: Nothing },
) => {
  let version = 0
  return {
    /** Declares the collection. @throws EngineAway */
    async read(): Promise<Doc | Nothing> {
      const kept = await (await documents.collection<Doc>(spec)).getVersioned(topic)
      version = kept?.version ?? 0
      return kept?.document ?? nothing
    },
    toWrite(document: Doc): DocumentWrite {
      version += 1
      return { collection: spec.name, id: topic, document, version }
    },
  }
}

/** What the topic was known to have, and what is published again now. */
export const openKeptEnds = (documents: DocumentStore, topic: string) =>
  openKept<KeptEnds, KeptEnds>(documents, { spec: endsCollection, topic, nothing: { history: [], again: null } })

/** The last loss of the topic; null where none was noticed. */
export const openKeptLoss = (documents: DocumentStore, topic: string) =>
  openKept<KeptLoss, null>(documents, { spec: lossesCollection, topic, nothing: null })
