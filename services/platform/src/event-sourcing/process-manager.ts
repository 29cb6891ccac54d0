import type { DocumentStore } from '../ports/document-store.ts'
import type { StoredEvent } from '../ports/event-store.ts'
import type { CheckedStore } from './checked-store.ts'
import { type Follower, follow } from './follower.ts'
import type { Lease } from './lease.ts'

/** Where nothing concerned it, it is kept how far it has come after so many positions: these are read again after a start. */
const passedMost = 1000

/** Does something about some of a service's own events, at least once for each, in order. */
export const processManager = (options: {
  /** Of its checkpoint, as it is stored. */
  readonly name: string
  readonly types: readonly string[]
  readonly store: CheckedStore
  readonly lease: Lease
  readonly documents: Pick<DocumentStore, 'checkpoint' | 'write'>
  /** What of a batch concerns it; never nothing. */
  readonly react: (events: readonly StoredEvent[]) => Promise<void>
  readonly onFault: (error: unknown) => void
}): Follower => {
  const { name, types, store, lease, documents, react, onFault } = options
  let kept = 0
  return follow({
    store,
    lease,
    async startAfter() {
      const position = await documents.checkpoint(name)
      kept = position ?? 0
      return position
    },
    async take(batch, last) {
      const { position } = last
      const concerning = batch.filter(({ type }) => types.includes(type))
      if (concerning.length > 0) await react(concerning)
      else if (position - kept < passedMost) return
      await documents.write([], [{ name, ...last }])
      kept = position
    },
    onFault,
  })
}
