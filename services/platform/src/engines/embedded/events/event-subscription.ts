import type { EventStore, StoredEvent, StoreSubscription } from '../../../ports/event-store.ts'
import type { ChangeSignal } from './change-signal.ts'

/**
 * After so many full pages in a row a subscriber is far behind: larger pages need fewer commits, and delay other work
 * only briefly.
 */
const fullPages = 10
const largestPage = 2000

export const startSubscription = (
  store: Pick<EventStore, 'readAll'> & { readonly pageSize: number; readonly appended: ChangeSignal },
  after: number | null,
  onEvents: (events: readonly StoredEvent[]) => Promise<void>,
  shown: () => number | null = () => null,
): StoreSubscription => {
  const { appended, pageSize } = store
  const large = Math.max(pageSize, Math.min(4 * pageSize, largestPage))
  let inARow = 0
  let closed = false
  let position = after ?? 0

  const nextPage = async (): Promise<StoredEvent[]> => {
    const limit = inARow < fullPages ? pageSize : large
    const events = await store.readAll(Math.max(position, shown() ?? 0), limit)
    inARow = events.length === limit ? inARow + 1 : 0
    return events
  }

  const follow = async (): Promise<void> => {
    while (!closed) {
      const more = appended.next()
      const events = await nextPage()
      const last = events.at(-1)
      if (closed) return
      if (last) {
        await onEvents(events)
        position = last.position
      } else await more
    }
  }
  const ended = follow()
  return {
    ended,
    async close() {
      closed = true
      appended.notify()
      await ended.catch(() => {})
    },
  }
}
