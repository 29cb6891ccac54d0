import type { EachBatchPayload, Kafka, Consumer as KafkaConsumer } from 'kafkajs'
import type { ConsumeOptions, Consumer } from '../../ports/message-bus.ts'
import { getGroupId } from './group-offsets.ts'
import { openMembership } from './membership.ts'
import { type FindOldest, openRecords } from './oldest-open.ts'
import type { ParkedMessages } from './parked-messages.ts'
import { openPartitionWork, type PartitionWork } from './partition-work.ts'
import { partitionCount, type Topics } from './topics.ts'

/** How long one partition may keep the others of its member waiting, in addition to the message in hand. */
const turnMs = 500
const memberTimes = {
  sessionTimeout: 10_000,
  rebalanceTimeout: 30_000,
  heartbeatInterval: 1000,
  // Also the time until a partition that has rested is fetched again.
  maxWaitTimeInMs: 200,
  maxBytesPerPartition: 256 * 1024,
}

/**
 * A member of a group. Messages are handled while kafkajs waits: the member joins again only when no message is in
 * hand, so that no other member handles the same key at the same time. Pauses are taken outside: the partition rests
 * and the others continue.
 */
export const openGroupMember = (
  kafka: Kafka,
  topics: Topics,
  parked: ParkedMessages,
  findOldest: FindOldest,
  options: ConsumeOptions,
): Consumer => {
  const { topic, group } = options
  const works = new Map<number, PartitionWork>()
  const resting = openResting(topic)
  const records = openRecords(findOldest)

  const getWork = (partition: number): PartitionWork => {
    const work = works.get(partition) ?? openPartitionWork(options, parked)
    works.set(partition, work)
    return work
  }

  const turn = async (consumer: KafkaConsumer, payload: EachBatchPayload): Promise<void> => {
    const { batch, resolveOffset, isRunning, isStale, commitOffsetsIfNecessary, uncommittedOffsets } = payload
    const heart = beating(payload.heartbeat)
    const until = Date.now() + turnMs
    const goOn = () => isRunning() && !isStale() && heart.fault() === null && Date.now() < until
    try {
      for (const [index, record] of batch.messages.entries()) {
        records.note(batch.partition, record)
        if (!goOn()) break
        const progress = await getWork(batch.partition).take(record, batch.partition, goOn)
        if (progress !== 'done') {
          resting.rest(consumer, batch.partition, progress.again)
          break
        }
        resolveOffset(record.offset)
        records.note(batch.partition, batch.messages[index + 1])
      }
    } finally {
      heart.stop()
      await commitOffsetsIfNecessary(uncommittedOffsets())
    }
    if (heart.fault() !== null) throw heart.fault()
  }

  const membership = openMembership({
    fresh() {
      records.forget()
      return kafka.consumer({ groupId: getGroupId(topic, group), allowAutoTopicCreation: false, ...memberTimes })
    },
    prepare: () => topics.ensure(topic),
    async run(consumer) {
      await consumer.subscribe({ topic, fromBeginning: true })
      await consumer.run({
        autoCommit: false,
        eachBatchAutoResolve: false,
        partitionsConsumedConcurrently: partitionCount,
        eachBatch: (payload) => turn(consumer, payload),
      })
    },
    onJoined(consumer) {
      works.clear()
      records.forget()
      resting.wakeAll(consumer)
    },
  })
  return {
    oldestAt: records.oldestAt,
    async close() {
      records.close()
      await membership.close()
      resting.stop()
    },
  }
}

/** Partitions that are tried again after a pause, while the others go on. */
const openResting = (topic: string) => {
  const timers = new Map<number, NodeJS.Timeout>()
  const wake = (consumer: KafkaConsumer, partition: number): void => {
    clearTimeout(timers.get(partition))
    timers.delete(partition)
    try {
      consumer.resume([{ topic, partitions: [partition] }])
    } catch {
      // The consumer has left its group since, and the next one begins with all partitions awake.
    }
  }
  return {
    rest(consumer: KafkaConsumer, partition: number, ms: number): void {
      consumer.pause([{ topic, partitions: [partition] }])
      timers.set(
        partition,
        setTimeout(() => wake(consumer, partition), ms),
      )
    },
    wakeAll(consumer: KafkaConsumer): void {
      for (const partition of timers.keys()) wake(consumer, partition)
    },
    stop(): void {
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
    },
  }
}

/** Sends heartbeats to the group while a handler takes long. */
const beating = (heartbeat: () => Promise<void>) => {
  let fault: unknown = null
  const timer = setInterval(() => {
    heartbeat().catch((error) => {
      fault = error
    })
  }, memberTimes.heartbeatInterval)
  return { fault: () => fault, stop: () => clearInterval(timer) }
}
