import { setTimeout as pause } from 'node:timers/promises'
import type { Admin } from 'kafkajs'
import type { AskAdmin } from './ask-admin.ts'

/** Fixed: with another number, messages of one key that wait in two partitions could overtake each other. */
export const partitionCount = 6

/** Everything on a topic stays: a new group starts at the beginning. */
const forEver = [
  { name: 'retention.ms', value: '-1' },
  { name: 'retention.bytes', value: '-1' },
]
/** A record there holds a whole message of another topic, and more. */
const newestOfEachKey = [
  { name: 'cleanup.policy', value: 'compact' },
  { name: 'max.message.bytes', value: String(4 * 1024 * 1024) },
]

export type Topics = ReturnType<typeof openTopics>

/** Makes topics that are not there yet; two processes may do so at once. */
export const openTopics = (ask: AskAdmin) => {
  const there = new Map<string, Promise<unknown>>()

  const ensure = (topic: string, make: () => Promise<unknown>): Promise<unknown> => {
    const known = there.get(topic) ?? make()
    there.set(topic, known)
    known.catch(() => there.delete(topic))
    return known
  }
  const create = (topic: string, numPartitions: number, configEntries: { name: string; value: string }[]) =>
    ask(async (admin) => {
      await admin.createTopics({ topics: [{ topic, numPartitions, configEntries }], waitForLeaders: false })
      await ready(admin, topic)
    })

  return {
    ensure: (topic: string) => ensure(topic, () => create(topic, partitionCount, forEver)),
    /** One partition: what stands on it has one order. */
    ensureCompacted: (topic: string) => ensure(topic, () => create(topic, 1, newestOfEachKey)),
  }
}

/** Some moments after it was made the leaders of its partitions take calls. */
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
