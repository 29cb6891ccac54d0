import type { IHeaders, KafkaMessage, Message as KafkaRecord } from 'kafkajs'
import type { Json } from '../../ports/event-store.ts'
import type { Message } from '../../ports/message-bus.ts'

/** Headers of our own; a message's own headers stand beside them. */
const idHeader = 'tuma-id'
const typeHeader = 'tuma-type'
const versionHeader = 'tuma-version'
const replayForHeader = 'tuma-replay-for'

export const toRecord = ({ id, key, type, version, data, headers }: Message): KafkaRecord => ({
  key,
  value: JSON.stringify(data),
  headers: { ...headers, [idHeader]: id, [typeHeader]: type, [versionHeader]: String(version) },
})

/** @throws for what is not one of our messages */
export const toMessage = (record: KafkaMessage): Message => {
  const { [idHeader]: id, [typeHeader]: type, [versionHeader]: version, ...headers } = texts(record.headers)
  if (!id || !type || !version || !record.value) throw new Error('not a message of Tuma')
  return { id, key: getKey(record), type, version: Number(version), data: JSON.parse(String(record.value)), headers }
}

/** Stands in for what can't be read, so that it can be parked and looked at. */
export const unreadable = (record: KafkaMessage, place: string): Message => ({
  id: place,
  key: getKey(record),
  type: 'Unreadable',
  version: 0,
  data: String(record.value) as Json,
  headers: texts(record.headers),
})

export const getKey = (record: KafkaMessage): string => String(record.key ?? '')

/**
 * Tells one group to take up the parked messages of a key. It stands on the topic among the messages of that key, so
 * that all agree what comes before it and what after.
 */
export const replayRecord = (group: string, key: string): KafkaRecord => ({
  key,
  value: '',
  headers: { [replayForHeader]: group },
})

/** The group that is told to replay, or null for a message. */
export const replayFor = (record: KafkaMessage): string | null => texts(record.headers)[replayForHeader] ?? null

const texts = (headers: IHeaders | undefined): Record<string, string> =>
  Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name, String(value)]))
