import { once } from 'node:events'
import type { EventStore, StoredEvent, StoreSubscription } from '../../ports/event-store.ts'

const largestBatch = 500

/** Where a follower gets the events behind the last one that it took. */
export type ReadBehind = {
  /** @throws EngineAway */
  begin(): Promise<void>
  /** From the newest events, which all followers share: null when the next ones are older than these. */
  newest(after: number | null, limit: number): readonly StoredEvent[] | null
  /** Resolves when there may be newer ones. @throws EngineAway */
  next(): Promise<void>
  /** Resolves the callers that wait in `next`. */
  wake(): void
  /** From the server, at least one event. @throws EngineAway */
  page(after: number | null, limit: number, signal: AbortSignal): Promise<readonly StoredEvent[]>
}

/**
 * One follower. While `onEvents` runs it holds its batch and, when it is behind the newest events, the page after it:
 * later events wait in the store.
 */
export const startSubscription = (
  read: ReadBehind,
  after: number | null,
  onEvents: Parameters<EventStore['subscribe']>[1],
): StoreSubscription => {
  const closing = new AbortController()
  const { signal } = closing
  let taken = after
  let pageAhead: ReturnType<ReadBehind['page']> | null = null

  const getPage = async (): Promise<readonly StoredEvent[]> => {
    const page = await (pageAhead ?? read.page(taken, largestBatch, signal))
    const last = page.at(-1)?.position ?? null
    pageAhead = read.newest(last, 1) === null ? read.page(last, largestBatch, signal) : null
    // It is awaited when this page is taken, and may fail before that.
    pageAhead?.catch(() => undefined)
    return page
  }
  const nextBatch = async (): Promise<readonly StoredEvent[]> => {
    while (!signal.aborted) {
      const newest = pageAhead ? null : read.newest(taken, largestBatch)
      if (newest === null) return getPage()
      if (newest.length > 0) return newest
      await read.next()
    }
    return []
  }
  const follow = async (): Promise<void> => {
    // A first search may take long, and continues for others.
    await Promise.race([read.begin(), once(signal, 'abort')])
    for (let batch = await nextBatch(); !signal.aborted; batch = await nextBatch()) {
      await onEvents(batch)
      taken = batch.at(-1)?.position ?? taken
    }
  }
  const ended = follow().catch((error) => {
    if (!signal.aborted) throw error
  })
  // Callers that wait for the end get the error.
  ended.catch(() => undefined)
  return {
    ended,
    async close() {
      closing.abort()
      read.wake()
      await ended.catch(() => undefined)
    },
  }
}
