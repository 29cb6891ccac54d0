import type { DocumentStore } from '../../ports/document-store.ts'
import type { StoredEvent } from '../../ports/event-store.ts'
import type { CheckedStore } from '../checked-store.ts'
import { checkpointBehind } from './checkpoint-behind.ts'
import { type Follower, follow } from './follower.ts'
import type { Lease } from './lease.ts'

/** If no event concerned it, its checkpoint is written after so many events. They are read again after a start. */
const maxPassed = 1000

/** Reacts to some of a service's own events, at least once to each, in order. */
export const processManager = (options: {
  /** The name of its stored checkpoint. */
  readonly name: string
  readonly types: readonly string[]
  readonly store: CheckedStore
  readonly lease: Lease
  readonly documents: Pick<DocumentStore, 'checkpoint' | 'write' | 'writeAhead'>
  /** The events of a batch that concern it; never empty. */
  readonly react: (events: readonly StoredEvent[]) => Promise<void>
  readonly onFault: (error: unknown) => void
}): Follower => {
  const { name, types, store, lease, documents, react, onFault } = options
  const behind = checkpointBehind(documents)
  /** Since the last checkpoint. Events are counted: positions of EventStoreDB are bytes of its log. */
  let passed = 0
  const follower = follow({
    store,
    lease,
    async startAfter() {
      await behind.kept()
      passed = 0
      return documents.checkpoint(name)
    },
    async take(batch, last) {
      const concerning = batch.filter(({ type }) => types.includes(type))
      passed += batch.length
      if (concerning.length > 0) await react(concerning)
      else if (passed < maxPassed) return
      await behind.keep([{ name, ...last }])
      passed = 0
    },
    onFault,
  })
  return {
    ...follower,
    async close() {
      await follower.close()
      await behind.kept()
    },
  }
}
