import type { DomainEvent } from '@tuma/platform/domain'
import type { About } from './delivery.ts'

/**
 * The first code of a parcel comes with the status that it is told with; its digits follow from the parcel and the generation,
 * and stand nowhere.
 */
export type CollectionCodeIssued = DomainEvent<
  'CollectionCodeIssued',
  About & { readonly generation: number; readonly at: string }
>
export type CollectionCodeMissed = DomainEvent<
  'CollectionCodeMissed',
  About & { readonly generation: number; readonly agentId: string | null; readonly at: string }
>
/** With the step that hands it over. */
export type CollectedWithCode = DomainEvent<
  'CollectedWithCode',
  About & { readonly generation: number; readonly agentId: string | null }
>
/** By a bare step: who came for it is on the agent's word. */
export type CollectedWithoutCode = DomainEvent<
  'CollectedWithoutCode',
  About & { readonly ownerId: string | null; readonly agentId: string | null }
>
export type CollectionEvent = CollectionCodeIssued | CollectionCodeMissed | CollectedWithCode | CollectedWithoutCode

/** The codes of a parcel: how often the one that holds was missed, and when others were asked for. */
export type Collection = { readonly generation: number; readonly misses: number; readonly issuedAt: readonly string[] }
export const firstCode: Collection = { generation: 1, misses: 0, issuedAt: [] }

export const collectionAfter = (collection: Collection, { type, data }: CollectionEvent): Collection => {
  switch (type) {
    case 'CollectionCodeIssued':
      return { generation: data.generation, misses: 0, issuedAt: [...collection.issuedAt, data.at] }
    case 'CollectionCodeMissed':
      return { ...collection, misses: collection.misses + 1 }
    case 'CollectedWithCode':
    case 'CollectedWithoutCode':
      return collection
  }
}
