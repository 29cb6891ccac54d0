import type { Collection, DocumentStore } from '../../ports/document-store.ts'
import type { StoredEvent } from '../../ports/event-store.ts'
import { everyDocument } from '../../ports/every-document.ts'
import { onceASecond } from '../following/once-a-second.ts'
import type { EventCodec } from './event-codec.ts'

/** A type of stored event in one of its versions. */
type StoredKind = { readonly type: string; readonly version: number }

const collection = 'stored-kinds'

const getId = (type: string, version: number): string => `${type} v${version}`

/**
 * What kinds of events stand in the store: each is written down before it is first projected. Who only met them in the
 * log would not know: a release that went back too far begins after the events that it can't read, takes itself to be
 * ready, and fails everybody who asks for such a stream.
 */
export const openStoredKinds = (documents: DocumentStore, { assertReads }: Pick<EventCodec<never>, 'assertReads'>) => {
  /** Those that are known to be written down: nothing of them is written again. */
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
    assertReadable: onceASecond(async () => {
      for await (const { type, version } of everyDocument(await declared())) {
        assertReads(type, version)
        noted.add(getId(type, version))
      }
    }),
  }
}
