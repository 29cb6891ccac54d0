import { hash as digest } from 'node:crypto'
import type { EventToAppend, Json, StoredEvent } from '../../ports/event-store.ts'

/** JSON that does not depend on the order of an object's fields. */
export const canonicalJson = (value: unknown): string => JSON.stringify(byName(value))

const byName = (value: unknown): unknown => {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(byName)
  const names = Object.keys(value).sort()
  return Object.fromEntries(names.map((name) => [name, byName((value as Record<string, unknown>)[name])]))
}

type Checked = Omit<StoredEvent, 'position' | 'checksum'>

/** Over the stored form, with personal groups sealed, so that destroying a key changes nothing here. */
const computeChecksum = (event: Checked, toJson: (value: unknown) => string): string => {
  const { stream, revision, id, type, version, data, metadata } = event
  const json = toJson([stream, revision, id, type, version, data, metadata])
  return digest('sha256', json, 'hex').slice(0, 16)
}

/**
 * The fields are stored by name too, so that comparing them needs no sorting.
 * @param first revision of the first event
 */
export const withChecksums = (stream: string, events: readonly EventToAppend[], first: number): EventToAppend[] =>
  events.map((event, i) => {
    const inOrder = { ...event, data: byName(event.data) as Json, metadata: byName(event.metadata) as Json }
    return { ...inOrder, checksum: computeChecksum({ ...inOrder, stream, revision: first + i }, JSON.stringify) }
  })

/** False when it differs from what was appended, or has no checksum. */
export const isSound = (event: StoredEvent): boolean =>
  !event.unreadable &&
  (computeChecksum(event, JSON.stringify) === event.checksum ||
    computeChecksum(event, canonicalJson) === event.checksum)
