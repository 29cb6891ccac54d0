import type { Collection, DocumentStore } from '../../ports/document-store.ts'
import { toNextWrite } from '../../ports/next-write.ts'
import type { RowPlace } from './row-checksums.ts'

/** What is stored of the passes of a service. Instants are ISO. */
export type PassRecord = {
  /** When the last pass, or the one under way, began. */
  readonly begun: string | null
  /** When the last full pass ended. */
  readonly passed: string | null
  /** True while the pass of `begun` has not ended. */
  readonly underWay: boolean
  /** The row up to which the pass under way has compared checksums; null: none yet. */
  readonly rows: RowPlace | null
}

const id = 'last'
const none: PassRecord = { begun: null, passed: null, underWay: false, rows: null }

/** One document, which the replica with the lease writes. */
export const openPassRecord = (documents: DocumentStore) => {
  const declare = (): Promise<Collection<PassRecord>> =>
    documents.collection<PassRecord>({
      name: 'audit-passes',
      fields: {},
      indexes: [],
      sortBy: null,
      shape: {
        begun: 'text or null',
        passed: 'text or null',
        underWay: 'boolean',
        rows: { orNull: { collection: 'text', row: 'text or null' } },
      },
    })
  return {
    read: async (): Promise<PassRecord> => (await (await declare()).get(id)) ?? none,
    async write(document: PassRecord): Promise<void> {
      await documents.write([await toNextWrite(await declare(), id, document)])
    },
  }
}

const dayMs = 24 * 60 * 60_000

/** A pass that did not end is due at once; else one is due a day after the last began, also on a clock that was set. */
export const isPassDue = ({ begun, underWay }: PassRecord, now: string): boolean =>
  begun === null || underWay || Math.abs(Date.parse(now) - Date.parse(begun)) >= dayMs
