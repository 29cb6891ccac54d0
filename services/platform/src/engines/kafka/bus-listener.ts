import { randomUUID } from 'node:crypto'
import type { EachBatchPayload, Kafka, Consumer as KafkaConsumer, KafkaMessage } from 'kafkajs'
import type { Listener, ListenOptions, Message } from '../../ports/message-bus.ts'
import { deliverMessage } from '../deliver-message.ts'
import type { AskAdmin } from './ask-admin.ts'
import { openMembership } from './membership.ts'
import { partitionCount, type Topics } from './topics.ts'
import { replayFor, toMessage } from './wire.ts'

/**
 * Reads a topic from its end at the time of the call. kafkajs cannot read without a group, so it is the only member of
 * a group of its own: it never commits, and deletes the group at the close. After a crash the broker drops the group's
 * name, which has no offsets, within minutes. It keeps its position itself, so that it misses nothing while Kafka is
 * away or the group forms again.
 */
export const openBusListener = (kafka: Kafka, ask: AskAdmin, topics: Topics, options: ListenOptions): Listener => {
  const { topic } = options
  const groupId = `listener-${randomUUID()}`
  const closing = new AbortController()
  /** The next offset to read, by partition; empty until the ends are known. */
  const next = new Map<number, bigint>()

  const findEnds = async (): Promise<void> => {
    await topics.ensure(topic)
    if (next.size > 0) return
    const ends = await ask((admin) => admin.fetchTopicOffsets(topic))
    for (const { partition, high } of ends) next.set(partition, BigInt(high))
  }

  const take = async ({ batch, resolveOffset, heartbeat, isRunning, isStale }: EachBatchPayload): Promise<void> => {
    for (const record of batch.messages) {
      if (closing.signal.aborted || !isRunning() || isStale()) return
      const offset = BigInt(record.offset)
      if (offset >= (next.get(batch.partition) ?? 0n)) {
        const message = readable(record, options.onFault)
        if (message && !(await deliverMessage(options, message, closing.signal, heartbeat))) return
        next.set(batch.partition, offset + 1n)
      }
      resolveOffset(record.offset)
      await heartbeat()
    }
  }

  const membership = openMembership({
    fresh: () => kafka.consumer({ groupId, allowAutoTopicCreation: false, maxWaitTimeInMs: 200 }),
    prepare: findEnds,
    async run(consumer) {
      await consumer.subscribe({ topic, fromBeginning: false })
      await consumer.run({
        autoCommit: false,
        eachBatchAutoResolve: false,
        partitionsConsumedConcurrently: partitionCount,
        eachBatch: take,
      })
    },
    // Before the first fetch: without a commit the reading would begin at the end of that moment.
    onJoined(consumer: KafkaConsumer) {
      for (const [partition, offset] of next) consumer.seek({ topic, partition, offset: String(offset) })
    },
  })
  return {
    listening: () => next.size > 0 && !closing.signal.aborted,
    async close() {
      closing.abort()
      await membership.close()
      await ask((admin) => admin.deleteGroups([groupId])).catch(() => {})
    },
  }
}

/** Null for a record that asks a group to replay, and for an unreadable one. */
const readable = (record: KafkaMessage, onFault: (error: unknown) => void): Message | null => {
  if (replayFor(record) !== null) return null
  try {
    return toMessage(record)
  } catch (error) {
    onFault(error)
    return null
  }
}
