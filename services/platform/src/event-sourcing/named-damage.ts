import type { DocumentStore } from '../ports/document-store.ts'
import { openDamagedCollections } from './damaged-collections.ts'
import type { Follower } from './following/follower.ts'

/** Names the damage of stored documents that belong to no service with events; there is nothing to follow or to fill. */
export const nameDamage = (options: {
  readonly service: string
  readonly documents: DocumentStore
  /** ISO instant */
  readonly now: () => string
  readonly onFault: (error: unknown) => void
}): Follower => {
  const damaged = openDamagedCollections({ ...options, views: [], refill: async () => undefined })
  return {
    position: () => null,
    caughtUp: async () => true,
    fault: () => null,
    damagedCollections: () => damaged.all().map((one) => ({ service: options.service, ...one })),
    close: damaged.close,
  }
}
