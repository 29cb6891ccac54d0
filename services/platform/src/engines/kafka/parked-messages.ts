import { randomUUID } from 'node:crypto'
import type { Batch, Kafka, KafkaMessage, Message as KafkaRecord } from 'kafkajs'
import type { Message, ParkedMessage } from '../../ports/message-bus.ts'
import type { AskAdmin } from './ask-admin.ts'
import { within } from './away.ts'
import { type Membership, openMembership } from './membership.ts'
import type { Send } from './sender.ts'
import type { Topics } from './topics.ts'

const patienceMs = 15_000

/** The place of a message on its topic. */
export type Place = { readonly topic: string; readonly partition: number; readonly offset: string }
export type Key = { readonly topic: string; readonly group: string; readonly key: string }
export type Kept = ParkedMessage & { readonly id: string; readonly place: Place }

export type ParkedMessages = ReturnType<typeof openParkedMessages>

/**
 * One compacted topic has all that the groups of all topics have parked: a record for each message, deleted by its
 * tombstone. Each process reads it and so knows them; only the member that has a message's partition writes.
 */
export const openParkedMessages = (kafka: Kafka, ask: AskAdmin, { parked: { topic, ensure } }: Topics, send: Send) => {
  const parked = openParkedTable()
  let readUpTo = 0n
  let reading: Membership | null = null
  const waiting = new Set<() => void>()

  /** From the beginning, as a group of its own that never commits: records that were read already are skipped. */
  const readAlong = (): Membership =>
    openMembership({
      fresh: () => {
        const groupId = `${topic}-${randomUUID()}`
        return kafka.consumer({ groupId, allowAutoTopicCreation: false, maxWaitTimeInMs: 1000 })
      },
      prepare: ensure,
      async run(consumer) {
        await consumer.subscribe({ topic, fromBeginning: true })
        await consumer.run({ autoCommit: false, eachBatch: async ({ batch }) => read(batch) })
      },
    })

  const read = (batch: Batch): void => {
    for (const record of batch.messages) if (BigInt(record.offset) >= readUpTo) parked.take(record)
    const end = BigInt(batch.lastOffset()) + 1n
    if (end > readUpTo) readUpTo = end
    for (const look of waiting) look()
  }

  const haveRead = async (end: bigint): Promise<void> => {
    reading ??= readAlong()
    const { promise, resolve } = Promise.withResolvers<void>()
    const look = () => readUpTo >= end && resolve()
    waiting.add(look)
    look()
    await within(patienceMs, promise).finally(() => waiting.delete(look))
  }

  const upToDate = async (): Promise<void> => {
    await ensure()
    const [partition] = await ask((admin) => admin.fetchTopicOffsets(topic))
    await haveRead(BigInt(partition?.high ?? 0))
  }

  /** Resolves when it is durable and read back here. */
  const write = async (records: readonly KafkaRecord[]): Promise<void> => {
    await ensure()
    await send(topic, records)
    await upToDate()
  }

  return {
    /** Resolves when everything that was parked before the call is known. @throws EngineAway */
    upToDate,
    all: parked.all,
    of: parked.of,
    async park(group: string, place: Place, message: Message, reason: string): Promise<void> {
      const parkedAt = new Date().toISOString()
      await write([record({ id: getId(group, place), topic: place.topic, group, message, reason, parkedAt, place })])
    },
    isParked: (group: string, place: Place): boolean => parked.has(getId(group, place)),
    /** The first of a key failed again: it and all messages behind it stay, in order. */
    async failedAgain(first: Kept, reason: string): Promise<void> {
      const behind = `behind ${first.message.id}`
      const all = parked.of({ topic: first.topic, group: first.group, key: first.message.key })
      await write(all.map((one) => record({ ...one, reason: one.id === first.id ? reason : behind })))
    },
    forget: (one: Kept): Promise<void> => write([{ key: one.id, value: null }]),
    async close() {
      await reading?.close()
    },
  }
}

/** The currently parked messages, by key. */
const openParkedTable = () => {
  const all = new Map<string, Kept>()
  const byKey = new Map<string, Map<string, Kept>>()
  const nameOf = ({ topic, group, key }: Key) => JSON.stringify([topic, group, key])
  const getKey = ({ topic, group, message: { key } }: Kept) => nameOf({ topic, group, key })

  const put = (one: Kept): void => {
    const name = getKey(one)
    byKey.set(name, (byKey.get(name) ?? new Map<string, Kept>()).set(one.id, one))
    all.set(one.id, one)
  }
  const remove = (id: string): void => {
    const one = all.get(id)
    if (!one) return
    all.delete(id)
    const name = getKey(one)
    const others = byKey.get(name)
    others?.delete(id)
    if (others?.size === 0) byKey.delete(name)
  }

  return {
    take({ key, value }: KafkaMessage): void {
      if (value) put(JSON.parse(String(value)) as Kept)
      else remove(String(key))
    },
    has: (id: string): boolean => all.has(id),
    /** Oldest first. */
    all: (): Kept[] => [...all.values()].sort(byAge),
    /** In the order of their topic. */
    of: (key: Key): Kept[] => [...(byKey.get(nameOf(key))?.values() ?? [])].sort(byPlace),
  }
}

const record = (one: Kept): KafkaRecord => ({ key: one.id, value: JSON.stringify(one) })
/** No topic's name has a slash. */
const getId = (group: string, { topic, partition, offset }: Place) => `${topic}/${partition}/${offset}/${group}`

const byPlace = (one: Kept, other: Kept) =>
  one.place.partition - other.place.partition || Number(one.place.offset) - Number(other.place.offset)
const byAge = (one: Kept, other: Kept) => Date.parse(one.parkedAt) - Date.parse(other.parkedAt) || byPlace(one, other)
