import type { TopicMessage } from './topic.ts'

/** Messages that are taken, each with whether it is handled. */
type Open = { readonly taken: TopicMessage; isDone: boolean }

/** The maximum number of messages in hand: a blocked key stops the other keys only after that many. */
const maxOpen = 500

/**
 * Handles messages in the order of each key, different keys side by side, and knows the position before which all is
 * handled.
 * @param handle resolves to false when the message was not handled and the follower has stopped. A rejection is not
 * caught.
 * @param onPassed called when that position may have grown
 */
export const openMessageWindow = (handle: (taken: TopicMessage) => Promise<boolean>, onPassed: () => void) => {
  const open: Open[] = []
  /** For each key, the turn of the last message that was taken. */
  const lastByKey = new Map<string, Promise<void>>()
  let passed: number | null = null

  const run = async (one: Open, before: Promise<void> | undefined): Promise<void> => {
    await before
    one.isDone = await handle(one.taken)
    for (let first = open[0]; first?.isDone; first = open[0]) {
      passed = first.taken.position
      open.shift()
    }
    if (one.isDone) onPassed()
  }
  return {
    hasRoom: (): boolean => open.length < maxOpen,
    take(messages: readonly TopicMessage[]): void {
      for (const taken of messages) {
        const { key } = taken.message
        const one = { taken, isDone: false }
        open.push(one)
        const running = run(one, lastByKey.get(key))
        lastByKey.set(key, running)
        const forget = () => void (lastByKey.get(key) === running && lastByKey.delete(key))
        void running.finally(forget)
      }
    },
    /** Position of the last message before which none is open; null before the first. */
    passed: (): number | null => passed,
    /** The first message that is not handled; null when all are. */
    oldest: (): TopicMessage | null => open[0]?.taken ?? null,
    openCount: (): number => open.filter(({ isDone }) => !isDone).length,
    /** Resolves when no message is in hand. */
    async settled(): Promise<void> {
      while (lastByKey.size > 0) await Promise.allSettled(lastByKey.values())
    },
  }
}
