import { randomUUID } from 'node:crypto'
import type { ProcessEngines } from '../ports/engines.ts'
import type { Json, StoredEvent } from '../ports/event-store.ts'
import type { Groups, Message, Publishing, ServedPage, Serving } from '../ports/message-bus.ts'

/** A bus that stores no messages, and can be published on in tests. */
export type PublishedBus = Groups & Serving & Pick<Publishing, 'publish'>

type Published = { publish(messages: readonly Message[]): Promise<void>; close(): Promise<void> }

/**
 * For tests that publish as another service: each message is an event of a store of the topic's own, which serves the
 * topic until a service does.
 * @param names of topics that were published before, which are served again; others are added
 */
export const openPublishedTopics = (engines: ProcessEngines, names: Set<string>) => {
  const bus = engines.of('published').bus
  if (!bus.serve) throw new Error('this bus stores what is published')
  const serving: Groups & Serving = bus
  const ofServices = new Set<string>()
  const topics = new Map<string, Published>()

  const toTopic = (name: string): Published | undefined => {
    if (ofServices.has(name)) return undefined
    const topic = topics.get(name) ?? openPublishedTopic(engines, serving, name)
    topics.set(name, topic)
    return topic
  }
  for (const name of names) toTopic(name)

  const published: PublishedBus = {
    ...serving,
    serve(name, source) {
      ofServices.add(name)
      void topics.get(name)?.close()
      topics.delete(name)
      return serving.serve(name, source)
    },
    listen(options) {
      toTopic(options.topic)
      return serving.listen(options)
    },
    async publish(name, messages) {
      names.add(name)
      const topic = toTopic(name)
      if (!topic) throw new Error(`a service publishes on ${name}`)
      await topic.publish(messages)
      return []
    },
  }
  return {
    bus: published,
    async close() {
      await Promise.all([...topics.values()].map((topic) => topic.close()))
    },
  }
}

const openPublishedTopic = (engines: ProcessEngines, bus: Serving, name: string): Published => {
  const { events } = engines.of(`messages-of-${name}`)
  const served = bus.serve(name, {
    head: events.head,
    async read(after, maxEvents) {
      const batch = await events.readAll(after, maxEvents)
      return batch.length > 0 ? getPage(batch) : null
    },
  })
  const begin = async () => {
    const after = await served.startAfter()
    return events.subscribe(after, async (batch) => served.take(getPage(batch)))
  }
  const begun = begin()
  return {
    async publish(messages) {
      await begun
      if (messages.length > 0) await events.append(`published-${randomUUID()}`, messages.map(toEvent), 'no-stream')
    },
    async close() {
      await (await begun).close()
      await served.close()
    },
  }
}

const toEvent = (message: Message) => ({
  ...{ id: randomUUID(), type: 'Published', version: 1 },
  ...{ data: message as Json, metadata: { at: new Date().toISOString() } },
})

const getPage = (batch: readonly StoredEvent[]): ServedPage => ({
  messages: batch.map(({ data, metadata, position }) => ({
    message: data as Message,
    position,
    recordedAt: Date.parse((metadata as { at: string }).at),
  })),
  through: batch.at(-1)?.position ?? 0,
  eventCount: batch.length,
})
