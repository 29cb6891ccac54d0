import { setTimeout as pause } from 'node:timers/promises'
import type { Consumer as KafkaConsumer } from 'kafkajs'
import { meansAway } from './away.ts'

const firstPauseMs = 200
const longestPauseMs = 5000

export type Membership = { close(): Promise<void> }

/**
 * Keeps a consumer in its group until it is closed: after any failure a new one takes its place.
 * @param prepare called before each attempt, which fails if it does
 * @param run subscribes and runs a new consumer
 */
export const openMembership = (options: {
  readonly fresh: () => KafkaConsumer
  readonly prepare: () => Promise<unknown>
  readonly run: (consumer: KafkaConsumer) => Promise<void>
  /** The partitions that this member has from now on. */
  readonly onJoined?: (consumer: KafkaConsumer) => void
}): Membership => {
  const closing = new AbortController()
  let failures = 0

  const take = async (): Promise<void> => {
    const ended = Promise.withResolvers<void>()
    const consumer = options.fresh()
    const onClosing = () => ended.resolve()
    closing.signal.addEventListener('abort', onClosing)
    consumer.on(consumer.events.CRASH, ({ payload: { error } }) => {
      if (!meansAway(error)) process.emitWarning(error)
      ended.resolve()
    })
    consumer.on(consumer.events.GROUP_JOIN, () => {
      failures = 0
      options.onJoined?.(consumer)
    })
    try {
      await consumer.connect()
      // A consumer can only be stopped once it has started.
      await options.run(consumer)
      await ended.promise
    } finally {
      closing.signal.removeEventListener('abort', onClosing)
      await consumer.disconnect().catch(() => {})
    }
  }

  const stay = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      await options
        .prepare()
        .then(take)
        .catch(() => {})
      const wait = Math.min(firstPauseMs * 2 ** failures++, longestPauseMs)
      await pause(wait, undefined, { signal: closing.signal }).catch(() => {})
    }
  }

  const staying = stay()
  return {
    async close() {
      closing.abort()
      await staying
    },
  }
}
