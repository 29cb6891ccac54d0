import type { Listener, Message, MessageBus, ParkedMessage } from '../../ports/message-bus.ts'
import { openBusListener } from './bus-listener.ts'
import { type PartitionSignals, partitionSignals } from './change-signal.ts'
import type { Connection } from './connection.ts'
import { type ConsumerGroup, openConsumerGroup } from './consumer-group.ts'
import { openGroupLog } from './group-log.ts'
import type { Published } from './message-writes.ts'
import { partitionCount, partitionOf } from './partitions.ts'
import type { Writer } from './writer.ts'

export type EmbeddedMessageBus = MessageBus & {
  /** How the writer takes them. `stands`: to be called when it has, or may have. */
  asWritten(topic: string, messages: readonly Message[]): { readonly written: Published; readonly stands: () => void }
  close(): Promise<void>
}

export const openMessageBus = (reader: Connection, writer: Writer, now: () => number): EmbeddedMessageBus => {
  const topics = new Map<string, PartitionSignals>()
  const groups = new Map<string, ConsumerGroup>()
  const listeners = new Set<Listener>()

  const logOf = (topic: string, group: string) => openGroupLog(topic, group, reader, writer, now)
  const published = (topic: string) => {
    const signal = topics.get(topic) ?? partitionSignals(partitionCount)
    topics.set(topic, signal)
    return signal
  }
  const nameOf = (topic: string, group: string) => JSON.stringify([topic, group])
  const groupOf = (topic: string, group: string) => {
    const name = nameOf(topic, group)
    const consumers = groups.get(name) ?? openConsumerGroup(logOf(topic, group), published(topic))
    groups.set(name, consumers)
    return consumers
  }

  const asWritten: EmbeddedMessageBus['asWritten'] = (topic, messages) => {
    const rows = messages.map((message) => ({ partition: partitionOf(message.key), text: JSON.stringify(message) }))
    const partitions = new Set(rows.map(({ partition }) => partition))
    return { written: { topic, messages: rows }, stands: () => published(topic).notify(partitions) }
  }

  return {
    asWritten,
    async publish(topic, messages) {
      const { written, stands } = asWritten(topic, messages)
      // Of a writer that dies nobody hears whether they stand there.
      await writer.write('publishMessages', written).finally(stands)
    },
    consume: (options) => groupOf(options.topic, options.group).join(options),
    listen(options) {
      const { listening, close } = openBusListener(reader, published(options.topic), options)
      const listener: Listener = {
        listening,
        async close() {
          await close()
          listeners.delete(listener)
        },
      }
      listeners.add(listener)
      return listener
    },
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
    lag: async (topic, group) => groups.get(nameOf(topic, group))?.lag() ?? logOf(topic, group).lag(),
    async close() {
      await Promise.all([...groups.values(), ...listeners].map((one) => one.close()))
    },
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
