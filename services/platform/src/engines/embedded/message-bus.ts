import type { Consumer, Listener, Message, MessageBus, ParkedMessage } from '../../ports/message-bus.ts'
import { openBusListener } from './bus-listener.ts'
import { type PartitionSignals, partitionSignals } from './change-signal.ts'
import type { Connection } from './connection.ts'
import { type ConsumerGroup, openConsumerGroup } from './consumer-group.ts'
import { openGroupLog } from './group-log.ts'
import { ownTopic } from './group-writes.ts'
import { joinLate } from './late-member.ts'
import type { Published } from './message-writes.ts'
import { openMissedTopics } from './missed-topics.ts'
import { partitionCount, partitionOf } from './partitions.ts'
import { openRetelling } from './retelling.ts'
import type { Writer } from './writer.ts'

export type EmbeddedMessageBus = MessageBus & {
  /** How the writer takes them. `stands`: to be called when it has, or may have. */
  asWritten(topic: string, messages: readonly Message[]): { readonly written: Published; readonly stands: () => void }
  close(): Promise<void>
}

export const openMessageBus = (reader: Connection, writer: Writer, now: () => number): EmbeddedMessageBus => {
  const topics = new Map<string, PartitionSignals>()
  const groups = new Map<string, ConsumerGroup>()
  const [consumers, listeners] = [openSet<Consumer>(), openSet<Listener>()]

  const logOf = (topic: string, group: string, heardOn = topic) =>
    openGroupLog({ topic, group, heardOn }, reader, writer, now)
  const published = (topic: string) => {
    const signal = topics.get(topic) ?? partitionSignals(partitionCount)
    topics.set(topic, signal)
    return signal
  }
  const nameOf = (heardOn: string, group: string) => JSON.stringify([heardOn, group])
  const groupOf = (topic: string, group: string, heardOn = topic) => {
    const name = nameOf(heardOn, group)
    const members = groups.get(name) ?? openConsumerGroup(logOf(topic, group, heardOn), published(heardOn))
    groups.set(name, members)
    return members
  }

  const asWritten: EmbeddedMessageBus['asWritten'] = (topic, messages) => {
    const publishedAt = now()
    const rows = messages.map((message) => ({
      partition: partitionOf(message.key),
      text: JSON.stringify({ ...message, publishedAt }),
    }))
    const partitions = new Set(rows.map(({ partition }) => partition))
    return { written: { topic, messages: rows }, stands: () => published(topic).notify(partitions) }
  }
  const publish: MessageBus['publish'] = async (topic, messages) => {
    const { written, stands } = asWritten(topic, messages)
    // Of a writer that dies nobody hears whether they stand there.
    await writer.write('publishMessages', written).finally(stands)
  }
  const missed = openMissedTopics(reader, writer)
  const lagOn = (topic: string, group: string, heardOn = topic) =>
    groups.get(nameOf(heardOn, group))?.lag() ?? logOf(topic, group, heardOn).lag()

  return {
    asWritten,
    publish,
    consume(options) {
      const { topic, group } = options
      const own = () => groupOf(topic, group, ownTopic(options))
      return consumers.keep(joinLate(missed, options, own, () => groupOf(topic, group)))
    },
    onMissed: (topic, tell) => openRetelling(missed, topic, tell, publish),
    listen: (options) => listeners.keep(openBusListener(reader, published(options.topic), options)),
    async parked(group) {
      return reader
        .prepare('select * from parked_messages where replaying = 0 and consumers = coalesce(?, consumers) order by id')
        .all(group ?? null)
        .map(toParkedMessage)
    },
    async replay(group, topic, key) {
      const givenBack = await writer.write('replay', { group, topic, key })
      for (const heardOn of [topic, ownTopic({ topic, group })]) groups.get(nameOf(heardOn, group))?.givenBack()
      return givenBack
    },
    async lag(topic, group) {
      const missing = missed.missing({ topic, group })
      if (!missing) return lagOn(topic, group)
      // How much it will be told nobody knows before it has been.
      return lagOn(topic, group) + lagOn(topic, group, ownTopic({ topic, group })) + (missing.isTold ? 0 : 1)
    },
    async close() {
      await Promise.all([consumers.closeAll(), listeners.closeAll()])
    },
  }
}

/** Those that nobody has closed yet. */
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
