import type { Listener, ListenOptions } from '../../../ports/message-bus.ts'
import { deliverMessage } from '../../deliver-message.ts'
import { openMessageWindow } from './message-window.ts'
import type { Topic } from './topic.ts'
import { openTopicCursor } from './topic-cursor.ts'

/** Follows a topic from its end at the call, or at the time when it is first served. Its position is not stored. */
export const openBusListener = (topic: Topic, options: ListenOptions): Listener => {
  const closing = new AbortController()
  const { signal } = closing
  const endAtCall = topic.head().catch(() => null)

  const window = openMessageWindow(
    ({ message }) => deliverMessage(options, message, signal),
    () => cursor.look(),
  )
  const cursor = openTopicCursor(topic, {
    startAfter: async (through) => (await endAtCall) ?? (await topic.head()) ?? through,
    hasRoom: window.hasRoom,
    take: window.take,
  })
  return {
    listening: () => !signal.aborted && cursor.taken() !== null,
    async close() {
      closing.abort()
      await Promise.all([cursor.close(), window.settled()])
    },
  }
}
