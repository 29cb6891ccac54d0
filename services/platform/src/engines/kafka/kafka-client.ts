import { createRequire } from 'node:module'
import kafkajs from 'kafkajs'

export { Kafka, logLevel, Partitioners } from 'kafkajs'
/** CommonJS: node does not find these by name. */
export const { AclOperationTypes, AclPermissionTypes, AclResourceTypes, ResourcePatternTypes } = kafkajs

/** The part of kafkajs's queue that holds the requests of one connection. It has no types. */
type RequestQueue = {
  readonly pending: readonly unknown[]
  scheduleCheckPendingRequests(): void
}

const { prototype: queue }: { prototype: RequestQueue } = createRequire(import.meta.url)(
  'kafkajs/src/network/requestQueue/index.js',
)
const scheduleCheck = queue.scheduleCheckPendingRequests

/**
 * Sets the timer of kafkajs 2.2.4 only while a request is pending. kafkajs sets it after each answer, also for an empty
 * queue, with a negative delay that Node takes as 1 ms: a check every millisecond on each connection, and a
 * TimeoutNegativeWarning on Node 24 (tulios/kafkajs issues 1704 and 1751, open in both the release and its beta).
 */
queue.scheduleCheckPendingRequests = function () {
  if (this.pending.length > 0) scheduleCheck.call(this)
}

/** The part of kafkajs's consumer that reads for its group. It has no types. */
type Reading = {
  readonly cluster: {
    fetchTopicsOffset(
      asked: readonly object[],
    ): Promise<{ readonly partitions: readonly { readonly offset: string }[] }[]>
  }
  readonly offsetManager: {
    nextOffset(topic: string, partition: number): { toString(): string }
    seek(place: { topic: string; partition: number; offset: string }): Promise<void>
  }
  recoverFromOffsetOutOfRange(error: OutOfRange): Promise<void>
}
type OutOfRange = { readonly topic: string; readonly partition: number }

const { prototype: reading }: { prototype: Reading } = createRequire(import.meta.url)(
  'kafkajs/src/consumer/consumerGroup.js',
)
const beginAgain = reading.recoverFromOffsetOutOfRange

/**
 * A group whose next offset is behind the end of a partition goes on at that end: the broker has forgotten what the
 * group has handled, and its publisher publishes that again. kafkajs would begin with the first record of the topic,
 * which here is years of messages.
 */
reading.recoverFromOffsetOutOfRange = async function (error) {
  const { topic, partition } = error
  const asked = [{ topic, partitions: [{ partition }], fromBeginning: false }]
  const end = (await this.cluster.fetchTopicsOffset(asked))[0]?.partitions[0]?.offset
  const next = String(this.offsetManager.nextOffset(topic, partition))
  if (end === undefined || BigInt(next) <= BigInt(end)) return beginAgain.call(this, error)
  await this.offsetManager.seek({ topic, partition, offset: end })
}
