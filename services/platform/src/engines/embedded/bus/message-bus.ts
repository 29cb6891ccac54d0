import type { Consumer, Groups, Listener, ParkedMessage, Serving } from '../../../ports/message-bus.ts'
import type { Connection } from '../file/connection.ts'
import type { Writer } from '../writer/writer.ts'
import { openBusListener } from './bus-listener.ts'
import { type ConsumerGroup, openConsumerGroup } from './consumer-group.ts'
import { openGroupLog } from './group-log.ts'
import { openTopic, type Topic } from './topic.ts'

export type EmbeddedMessageBus = Groups & Serving & { close(): Promise<void> }

/**
 * A bus between the services of one process. It stores each group's position and parked messages, but no other
 * messages.
 */
export const openMessageBus = (reader: Connection, writer: Writer, now: () => number): EmbeddedMessageBus => {
  const topics = new Map<string, Topic>()
  const groups = new Map<string, ConsumerGroup>()
  const [consumers, listeners] = [openSet<Consumer>(), openSet<Listener>()]

  const toTopic = (name: string): Topic => {
    const topic = topics.get(name) ?? openTopic(now)
    topics.set(name, topic)
    return topic
  }
  const nameOf = (topic: string, group: string) => JSON.stringify([topic, group])
  const getLog = (topic: string, group: string) => openGroupLog({ topic, group }, reader, writer, now)
  const toGroup = (topic: string, group: string): ConsumerGroup => {
    const name = nameOf(topic, group)
    const before = groups.get(name)
    if (before?.isOpen()) return before
    const opened = openConsumerGroup(getLog(topic, group), toTopic(topic), before?.ended ?? Promise.resolve())
    groups.set(name, opened)
    return opened
  }

  return {
    serve: (topic, source) => toTopic(topic).serve(source),
    consume: (options) => consumers.keep(toGroup(options.topic, options.group).join(options)),
    listen: (options) => listeners.keep(openBusListener(toTopic(options.topic), options)),
    async parked(group) {
      return reader
        .prepare('select * from parked_messages where replaying = 0 and consumers = coalesce(?, consumers) order by id')
        .all(group ?? null)
        .map(toParkedMessage)
    },
    async replay(group, topic, key) {
      const givenBack = await writer.write('replay', { group, topic, key })
      groups.get(nameOf(topic, group))?.givenBack()
      return givenBack
    },
    async lag(topic, group) {
      const [of, log] = [toTopic(topic), getLog(topic, group)]
      const head = await of.head()
      const members = groups.get(nameOf(topic, group))
      const { openCount, taken } = members?.isOpen() ? members.getProgress() : { openCount: 0, taken: null }
      const notTaken = head === null ? 0 : await countBetween(of, taken ?? log.position(), head)
      return openCount + log.replayCount() + notTaken
    },
    async close() {
      await Promise.all([consumers.closeAll(), listeners.closeAll()])
    },
  }
}

const pageEvents = 500
/** A limit, because counting decodes events. */
const maxCounted = 1000

/** @param head the end of the store: later messages do not count */
const countBetween = async (topic: Topic, position: number, head: number): Promise<number> => {
  let count = 0
  for (let after = position; after < head && count < maxCounted; ) {
    const page = await topic.read(after, pageEvents)
    if (!page) break
    count += page.messages.length
    after = page.through
  }
  return count
}

/** The consumers that are not closed yet. */
const openSet = <T extends Pick<Consumer, 'close'>>() => {
  const open = new Set<T>()
  return {
    keep(one: T): T {
      const kept = {
        ...one,
        async close() {
          await one.close()
          open.delete(kept)
        },
      }
      open.add(kept)
      return kept
    },
    closeAll: () => Promise.all([...open].map((one) => one.close())),
  }
}

const toParkedMessage = (row: Record<string, unknown>): ParkedMessage => ({
  id: row.id as number,
  topic: row.topic as string,
  group: row.consumers as string,
  message: JSON.parse(row.message as string),
  reason: row.reason as string,
  parkedAt: row.parked_at as string,
})
