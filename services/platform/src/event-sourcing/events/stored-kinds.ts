import type { Collection, DocumentStore } from '../../ports/document-store.ts'
import type { StoredEvent } from '../../ports/event-store.ts'
import { everyDocument } from '../../ports/every-document.ts'
import { throttle } from '../following/throttle.ts'
import type { EventCodec } from './event-codec.ts'

/** A type of stored event in one of its versions. */
type StoredKind = { readonly type: string; readonly version: number }

const collection = 'stored-kinds'

const getId = (type: string, version: number): string => `${type} v${version}`

/**
 * The kinds of events in the store: each is noted before it is first projected. A process that only met them while it
 * reads would not know them: a release that was rolled back too far would begin after the unreadable events, report
 * ready, and fail for every such stream.
 */
export const openStoredKinds = (documents: DocumentStore, { assertReads }: Pick<EventCodec<never>, 'assertReads'>) => {
  /** Kinds that are noted already and need not be written again. */
  const noted = new Set<string>()

  const declared = (): Promise<Collection<StoredKind>> =>
    documents.collection<StoredKind>({ name: collection, fields: { type: 'text' }, indexes: [], sortBy: 'type' })

  return {
    async remember(batch: readonly StoredEvent[]): Promise<void> {
      const kinds = new Map(batch.map(({ type, version }) => [getId(type, version), { type, version }]))
      const unnoted = [...kinds].filter(([id]) => !noted.has(id))
      if (unnoted.length === 0) return
      await declared()
      await documents.write(unnoted.map(([id, document]) => ({ collection, id, document, version: 1 })))
      for (const [id] of unnoted) noted.add(id)
    },
    /** @throws UnknownStoredEvent */
    assertReadable: throttle(async () => {
      for await (const { type, version } of everyDocument(await declared())) {
        assertReads(type, version)
        noted.add(getId(type, version))
      }
    }),
  }
}
