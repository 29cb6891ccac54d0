import { setTimeout as pause } from 'node:timers/promises'
import type { Admin } from 'kafkajs'
import type { AskAdmin } from './ask-admin.ts'
import { openTopicFormat } from './topic-format.ts'
import { type Marks, openTopicMarks } from './topic-marks.ts'

/** Fixed: with another number, messages of one key that wait in two partitions could overtake each other. */
export const partitionCount = 6

/** Everything on a topic is kept, because a new group starts at the beginning. */
const forEver = [
  { name: 'retention.ms', value: '-1' },
  { name: 'retention.bytes', value: '-1' },
]
/** A record there holds a whole message of another topic, and more. */
const newestOfEachKey = [
  { name: 'cleanup.policy', value: 'compact' },
  { name: 'max.message.bytes', value: String(4 * 1024 * 1024) },
]

type ConfigEntries = { name: string; value: string }[]
export type Topics = ReturnType<typeof openTopics>

/**
 * Makes missing topics; two processes may do so at once. If Kafka holds another format, or topics of other data, it
 * makes none.
 * @param prefix of all names
 */
export const openTopics = (ask: AskAdmin, prefix: string) => {
  const parked = `${prefix}parked-messages`
  const there = new Map<string, Promise<unknown>>()

  const create = (topic: string, numPartitions: number, configEntries: ConfigEntries) =>
    ask(async (admin) => {
      await admin.createTopics({ topics: [{ topic, numPartitions, configEntries }], waitForLeaders: false })
      await ready(admin, topic)
    })
  const format = openTopicFormat(ask, { prefix, create: (marker) => create(marker, 1, forEver), used: [parked] })
  const marks = openTopicMarks(ask, { prefix, create: (marker) => create(marker, 1, forEver) })
  const admit = async (topic: string): Promise<void> => {
    await marks.check()
    await format.admit(topic)
    await marks.admit()
  }
  const ensure = (topic: string, numPartitions: number, configEntries: ConfigEntries): Promise<unknown> => {
    const known = there.get(topic) ?? admit(topic).then(() => create(topic, numPartitions, configEntries))
    there.set(topic, known)
    known.catch(() => there.delete(topic))
    return known
  }

  return {
    /** Whether we may use these topics; makes nothing. @throws OtherFormat OtherStore EngineAway */
    async check(): Promise<void> {
      await format.check()
      await marks.check()
    },
    /** Only topics of these marks are used from now on. @throws OtherStore EngineAway */
    requireMarks(wanted: Marks): Promise<void> {
      marks.require(wanted)
      return marks.check()
    },
    ensure: (topic: string) => ensure(topic, partitionCount, forEver),
    /** It does not exist, although it did: `ensure` makes it again. */
    isGone: (topic: string): void => void there.delete(topic),
    /** The parked messages of all groups. One partition, so that they have one order. */
    parked: { topic: parked, ensure: () => ensure(parked, 1, newestOfEachKey) },
  }
}

/** Some moments after it was made the leaders of its partitions accept calls. */
const ready = async (admin: Admin, topic: string): Promise<void> => {
  for (let tries = 1; tries < 100; tries += 1) {
    try {
      await admin.fetchTopicOffsets(topic)
      return
    } catch {
      await pause(50)
    }
  }
}
