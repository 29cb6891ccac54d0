import type { IHeaders, KafkaMessage, Message as KafkaRecord } from 'kafkajs'
import type { Json } from '../../ports/event-store.ts'
import type { Message } from '../../ports/message-bus.ts'

/** Our own headers, beside a message's headers. */
const idHeader = 'tuma-id'
const typeHeader = 'tuma-type'
const versionHeader = 'tuma-version'
const replayForHeader = 'tuma-replay-for'

export const toRecord = ({ id, key, type, version, data, headers }: Message): KafkaRecord => ({
  key,
  value: JSON.stringify(data),
  headers: { ...headers, [idHeader]: id, [typeHeader]: type, [versionHeader]: String(version) },
})

/** @throws when the record is not one of our messages */
export const toMessage = (record: KafkaMessage): Message => {
  const { [idHeader]: id, [typeHeader]: type, [versionHeader]: version, ...headers } = texts(record.headers)
  if (!id || !type || !version || !record.value) throw new Error('not a message of Tuma')
  return { id, key: getKey(record), type, version: Number(version), data: JSON.parse(String(record.value)), headers }
}

/** Takes the place of an unreadable record, so that it can be parked and inspected. */
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
 * Asks one group to replay the parked messages of a key. The record is on the topic among that key's messages, so that
 * all members agree on what comes before and after it.
 */
export const replayRecord = (group: string, key: string): KafkaRecord => ({
  key,
  value: '',
  headers: { [replayForHeader]: group },
})

/** Only takes a place: asks no group, so that all pass it, also those of older releases. */
export const fillerRecord: KafkaRecord = { value: '', headers: { [replayForHeader]: '' } }

/** The group that the record asks to replay, or null for a message. */
export const replayFor = (record: KafkaMessage): string | null => texts(record.headers)[replayForHeader] ?? null

const texts = (headers: IHeaders | undefined): Record<string, string> =>
  Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name, String(value)]))
