import { setTimeout as delay } from 'node:timers/promises'
import { EngineAway } from '../../../ports/message-bus.ts'
import { changeSignal } from '../events/change-signal.ts'
import type { Topic, TopicMessage, TopicPage } from './topic.ts'

const pageEvents = 200
const firstPauseMs = 200
const longestPauseMs = 5000

export type TopicCursor = {
  /** Position up to which it has taken everything; null before it has begun. */
  taken(): number | null
  /** The follower may have room again. */
  look(): void
  close(): Promise<void>
}

/**
 * Takes the messages of a topic in order, each once: from the reader while it keeps up, otherwise by reading alone
 * until it meets the reader again.
 */
export const openTopicCursor = (
  topic: Topic,
  how: {
    /** The position after which it begins. Called when the topic is served. @param through the reader's position */
    startAfter(through: number): Promise<number>
    hasRoom(): boolean
    take(messages: readonly TopicMessage[], page: Pick<TopicPage, 'through' | 'eventCount'>): void
  },
): TopicCursor => {
  const wake = changeSignal()
  const closing = new AbortController()
  const { signal } = closing
  let taken: number | null = null

  const accept = (page: TopicPage, from: number): void => {
    const fresh = page.messages.filter(({ position }) => position > from)
    taken = Math.max(from, page.through)
    how.take(fresh, { through: taken, eventCount: page.eventCount })
  }
  const readAlone = async (from: number): Promise<void> => {
    const page = await topic.read(from, pageEvents)
    // No page, though the reader is further: this replica of the store is behind.
    if (!page) throw new EngineAway('the events that follow are not there yet')
    if (!signal.aborted) accept(page, from)
  }
  /** @returns whether there was work */
  const step = async (): Promise<boolean> => {
    const through = topic.through()
    if (through === null) return false
    taken ??= await how.startAfter(through)
    if (taken >= through || !how.hasRoom()) return false
    await readAlone(taken)
    return true
  }
  const follow = async (): Promise<void> => {
    let failures = 0
    while (!signal.aborted) {
      const more = wake.next()
      try {
        if (!(await step())) await more
        failures = 0
      } catch {
        // The source has reported the error.
        const pauseMs = Math.min(firstPauseMs * 2 ** failures++, longestPauseMs)
        await delay(pauseMs, undefined, { signal }).catch(() => undefined)
      }
    }
  }
  const leave = topic.join({
    offer(page, after) {
      // While it reads alone it is behind the reader.
      if (taken === null || taken < after || !how.hasRoom()) wake.notify()
      else accept(page, taken)
    },
    look: wake.notify,
  })
  const following = follow()
  return {
    taken: () => taken,
    look: wake.notify,
    async close() {
      closing.abort()
      leave()
      wake.notify()
      await following
    },
  }
}
