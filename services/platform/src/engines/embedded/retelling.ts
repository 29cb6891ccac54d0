import { setTimeout as delay } from 'node:timers/promises'
import type { Message, Retelling, TellMissed } from '../../ports/message-bus.ts'
import { ownTopic } from './group-writes.ts'
import type { MissedTopics } from './missed-topics.ts'

const againAfterMs = 1000

/** Has each group told that has missed something of a topic, one after the other. */
export const openRetelling = (
  missed: MissedTopics,
  topic: string,
  tell: TellMissed,
  publish: (topic: string, messages: readonly Message[]) => Promise<void>,
): Retelling => {
  const closing = new AbortController()
  const { signal } = closing

  const tellOne = async (group: string): Promise<void> => {
    try {
      await tell({ publish: (messages) => publish(ownTopic({ topic, group }), messages), signal })
      if (!signal.aborted) await missed.told({ topic, group })
    } catch {
      // Who tells has said why: once more, from the beginning.
      await delay(againAfterMs, undefined, { signal }).catch(() => undefined)
    }
  }
  const tellEach = async (): Promise<void> => {
    while (!signal.aborted) {
      const more = missed.met.next()
      const group = missed.untold(topic)
      await (group === undefined ? more : tellOne(group))
    }
  }
  const telling = tellEach()
  return {
    async close() {
      closing.abort()
      missed.met.notify()
      await telling
    },
  }
}
