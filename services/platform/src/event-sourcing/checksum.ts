import { hash } from 'node:crypto'
import type { EventToAppend, StoredEvent } from '../ports/event-store.ts'

/** JSON in which the order of an object's fields makes no difference. */
export const canonicalJson = (value: unknown): string => JSON.stringify(byName(value))

const byName = (value: unknown): unknown => {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(byName)
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  for (const field of fields) field[1] = byName(field[1])
  return Object.fromEntries(fields)
}

type Checked = Omit<StoredEvent, 'position' | 'checksum'>

/** Over what is stored, personal groups as they are sealed: who destroys a key changes nothing here. */
const checksumOf = ({ stream, revision, id, type, version, data, metadata }: Checked): string =>
  hash('sha256', canonicalJson([stream, revision, id, type, version, data, metadata])).slice(0, 16)

/** @param first revision of the first of them */
export const withChecksums = (stream: string, events: readonly EventToAppend[], first: number): EventToAppend[] =>
  events.map((event, i) => ({ ...event, checksum: checksumOf({ ...event, stream, revision: first + i }) }))

/** False when it is not what was appended. Of one without a checksum nobody knows. */
export const isSound = (event: StoredEvent): boolean =>
  !event.unreadable && (event.checksum === undefined || event.checksum === checksumOf(event))
