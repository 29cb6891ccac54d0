import type { DomainEvent } from '@tuma/platform/domain'
import type { About } from './delivery.ts'

/**
 * Who asked for a new code: `follower` knows the tracking id alone, `party` may see the parcel in full (its sender, the
 * agents of its shops, an admin), `office` replaced the codes of all parcels.
 */
export const codeAskers = ['follower', 'party', 'office'] as const
export type CodeAsker = (typeof codeAskers)[number]

/**
 * The first code of a parcel comes with the status that its receiver is notified of. Its digits follow from the parcel
 * and the generation and are not stored. `formerUntil`: the former code opens the parcel too until then; null: it stops
 * at once. `leg`: on the way back the code is the sender's.
 */
export type CollectionCodeIssued = DomainEvent<
  'CollectionCodeIssued',
  About & {
    readonly generation: number
    readonly by: CodeAsker
    readonly formerUntil: string | null
    readonly leg?: 'back' | undefined
    readonly at: string
  }
>
export type CollectionCodeMissed = DomainEvent<
  'CollectionCodeMissed',
  About & { readonly generation: number; readonly agentId: string | null; readonly at: string }
>
/** Recorded with the step that hands the parcel over. */
export type CollectedWithCode = DomainEvent<
  'CollectedWithCode',
  About & { readonly generation: number; readonly agentId: string | null }
>
/** The parcel was handed over without a code: only the agent's word says who came for it. */
export type CollectedWithoutCode = DomainEvent<
  'CollectedWithoutCode',
  About & { readonly ownerId: string | null; readonly agentId: string | null }
>
export type CollectionEvent = CollectionCodeIssued | CollectionCodeMissed | CollectedWithCode | CollectedWithoutCode

/** A code that was replaced and still opens the parcel until `until`, unless five wrong codes lock it before. */
export type FormerCode = { readonly generation: number; readonly misses: number; readonly until: string }

/**
 * The codes of a parcel: how often the newest was missed, the former ones that may still open it, and who asked for new
 * ones.
 */
export type Collection = {
  readonly generation: number
  readonly misses: number
  readonly former: readonly FormerCode[]
  readonly issued: readonly { readonly by: CodeAsker; readonly at: string }[]
}
export const firstCode: Collection = { generation: 1, misses: 0, former: [], issued: [] }

/** Moves to the code of the next generation; all earlier codes stop working at once. */
export const nextCode = (collection: Collection, generation: number): Collection => ({
  ...collection,
  ...{ generation, misses: 0, former: [] },
})

const withIssued = (collection: Collection, { generation, by, formerUntil, at }: CollectionCodeIssued['data']) => ({
  ...nextCode(collection, generation),
  former: formerUntil === null ? [] : [...collection.former, { ...selectNewest(collection), until: formerUntil }],
  issued: [...collection.issued, { by, at }],
})
const selectNewest = ({ generation, misses }: Collection) => ({ generation, misses })

/** A wrong guess counts against every code that still opens the parcel. */
const withMiss = (collection: Collection): Collection => ({
  ...collection,
  misses: collection.misses + 1,
  former: collection.former.map((one) => ({ ...one, misses: one.misses + 1 })),
})

export const collectionAfter = (collection: Collection, { type, data }: CollectionEvent): Collection => {
  switch (type) {
    case 'CollectionCodeIssued':
      return withIssued(collection, data)
    case 'CollectionCodeMissed':
      return withMiss(collection)
    case 'CollectedWithCode':
    case 'CollectedWithoutCode':
      return collection
  }
}
