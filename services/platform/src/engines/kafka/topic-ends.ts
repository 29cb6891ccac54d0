import kafkajs from 'kafkajs'
import type { Publishing, TopicEnd } from '../../ports/message-bus.ts'
import type { AskAdmin } from './ask-admin.ts'
import { furthestOffsets } from './group-offsets.ts'
import type { Send } from './sender.ts'
import type { Topics } from './topics.ts'
import { fillerRecord } from './wire.ts'

/** CommonJS: node does not find it by name. */
const { KafkaJSProtocolError } = kafkajs

/** More than a member has in hand, or a publisher has sent, beyond what was committed and remembered. */
const marginRecords = 2000
/** In one batch, which the sender would otherwise cut. */
const fillersAtOnce = 500

/** The end of a topic, and how it is made longer. */
export const openTopicEnds = (parts: {
  readonly ask: AskAdmin
  readonly topics: Pick<Topics, 'ensure' | 'isGone'>
  readonly send: Send
  readonly onForgotten?: ((topic: string) => void) | undefined
}): Pick<Publishing, 'end' | 'fillUp'> => {
  const { ask, topics, send, onForgotten } = parts

  const end = async (topic: string): Promise<TopicEnd> => {
    await topics.ensure(topic)
    const found = await ask((admin) => admin.fetchTopicOffsets(topic)).catch((error) => {
      if (isUnknownTopic(error)) topics.isGone(topic)
      throw error
    })
    const ends: number[] = []
    for (const { partition, high } of found) ends[partition] = Number(high)
    return Array.from(ends, (one) => one ?? 0)
  }
  const fill = async (topic: string, partition: number, count: number): Promise<void> => {
    for (let left = count; left > 0; left -= fillersAtOnce) {
      const records = Array.from({ length: Math.min(left, fillersAtOnce) }, () => ({ ...fillerRecord, partition }))
      await send(topic, records)
    }
  }
  return {
    end,
    async fillUp(topic, wanted) {
      onForgotten?.(topic)
      const [real, read] = [await end(topic), await furthestOffsets(ask, topic)]
      for (const [partition, now] of real.entries()) {
        const least = Math.max(wanted[partition] ?? 0, read.get(partition) ?? 0)
        if (now < least) await fill(topic, partition, least - now + marginRecords)
      }
    },
  }
}

/** kafkajs wraps its errors, and ours wrap them again. */
const isUnknownTopic = (error: unknown): boolean =>
  error instanceof Error &&
  ((error instanceof KafkaJSProtocolError && error.type === 'UNKNOWN_TOPIC_OR_PARTITION') ||
    isUnknownTopic(error.cause))
