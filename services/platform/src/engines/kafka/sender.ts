import type { Message as KafkaRecord, Producer } from 'kafkajs'
import type { StoredAt } from '../../ports/message-bus.ts'
import { once } from '../once.ts'
import { orAway, within } from './away.ts'

/** Well below what a broker accepts at once (1 MB). */
const maxBytes = 500_000
const maxRecords = 500
const usualPatienceMs = 10_000

/** Durable when resolved. @returns where they are stored @throws EngineAway soon; the records may be stored or not */
export type Send = (topic: string, records: readonly KafkaRecord[]) => Promise<StoredAt[]>
export type Sender = {
  readonly send: Send
  /** Resolves when no send is under way, or soon. */
  idle(): Promise<void>
}

/**
 * One send in flight for each topic, acknowledged by all replicas, and none before the end of the last one is known: so
 * the order holds, and a repeated record comes behind its first copy. kafkajs's idempotent producer would not help:
 * after a send with an unknown end it gives the same sequence number to the next one, which the broker then takes for
 * the old one, acknowledges and drops.
 */
export const openSender = (producer: Pick<Producer, 'connect' | 'send'>, patienceMs = usualPatienceMs): Sender => {
  const connected = once(() => producer.connect())
  const last = new Map<string, Promise<unknown>>()

  const sendAll = async (topic: string, records: readonly KafkaRecord[], wanted: () => boolean) => {
    const places: StoredAt[] = []
    for (const messages of portions(records)) {
      if (!wanted()) break
      await orAway(connected())
      const answers = await orAway(producer.send({ topic, acks: -1, messages }))
      for (const { partition, baseOffset } of answers)
        if (baseOffset !== undefined) places.push({ partition, offset: Number(baseOffset) })
    }
    return places
  }

  const send: Send = async (topic, records) => {
    let wanted = true
    const before = last.get(topic) ?? Promise.resolve()
    const sending = before.then(() => sendAll(topic, records, () => wanted))
    const ended = sending.catch(() => {})
    last.set(topic, ended)
    void ended.then(() => last.get(topic) === ended && last.delete(topic))
    try {
      return await within(patienceMs, sending)
    } finally {
      wanted = false
    }
  }

  return {
    send,
    async idle() {
      await within(patienceMs, Promise.all(last.values())).catch(() => {})
    },
  }
}

export const portions = (records: readonly KafkaRecord[]): KafkaRecord[][] => {
  const all: KafkaRecord[][] = []
  let bytes = 0
  for (const record of records) {
    const size = measureSize(record)
    const current = all.at(-1)
    if (!current || current.length >= maxRecords || bytes + size > maxBytes) {
      all.push([record])
      bytes = size
    } else {
      current.push(record)
      bytes += size
    }
  }
  return all
}

const measureSize = ({ key, value, headers }: KafkaRecord) =>
  Buffer.byteLength(String(key)) + Buffer.byteLength(String(value)) + Buffer.byteLength(JSON.stringify(headers ?? {}))
