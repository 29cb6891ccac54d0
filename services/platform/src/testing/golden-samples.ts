import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { DomainEvent, Recorded } from '../event-sourcing/events/event.ts'
import { type EventCodec, eventCodec, type StoredEventTypes } from '../event-sourcing/events/event-codec.ts'
import type { PersonalKeys } from '../event-sourcing/events/personal-keys.ts'
import type { Json } from '../ports/event-store.ts'

/**
 * One stored event, in a file `<Type>.v<version>.json`: `stored` with its personal groups sealed (by `sampleKeys`),
 * `opened` the same in clear. A draft has no `stored` yet.
 */
export type Sample = {
  readonly name: string
  readonly type: string
  readonly version: number
  readonly stored?: Json
  readonly opened: Json
}

/** A person's key is derived from their id, so that a sealed sample can always be opened. */
export const sampleKeys: PersonalKeys = {
  keyFor: async (personId) => createHash('sha256').update(`golden ${personId}`).digest(),
  existingKey: (personId) => sampleKeys.keyFor(personId),
  isLost: () => false,
  isDestroyed: async () => false,
  destroy: async () => undefined,
}

/** @param golden ends with a slash */
export const samplesIn = (golden: URL): Sample[] =>
  readdirSync(golden).flatMap((file) => {
    const [, type = '', version] = /^(\w+)\.v(\d+)\.json$/.exec(file) ?? []
    if (version === undefined) return []
    const text = readFileSync(new URL(file, golden), 'utf8')
    return [{ name: `${type}.v${version}`, type, version: Number(version), ...JSON.parse(text) }]
  })

/** How the samples of older versions read today, by name: the only file among them that changes. */
export const readTodayIn = (golden: URL): Record<string, Json> => {
  const file = new URL('today.json', golden)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

/** `DeliveryRequested.v1` and so on. */
export const declaredIn = (types: StoredEventTypes<DomainEvent>): string[] =>
  Object.entries(types).flatMap(([type, { versions }]) => versions.map((_, index) => `${type}.v${index + 1}`))

export const isOlder = (types: StoredEventTypes<DomainEvent>, { type, version }: Sample): boolean =>
  version < (types[type]?.versions.length ?? 0)

/** The codec of the time when this version was the newest. */
export const createCodec = (
  types: StoredEventTypes<DomainEvent>,
  { type, version }: Pick<Sample, 'type' | 'version'>,
): EventCodec<DomainEvent> => {
  const known = types[type]
  if (!known) throw new Error(`${type} is declared no more: what was ever stored must be read for ever`)
  // An upcoming version has a sample of how it will be.
  const versions = known.versions.slice(0, version).map(({ schema, upcast }) => ({ schema, upcast }))
  return eventCodec({ [type]: { ...known, versions } }, sampleKeys)
}

/** The time of every sample; its value does not matter. */
const at = '2026-11-29T06:00:00.000Z'

/** The event as this codec reads it. */
export const recordedBy = <Event extends DomainEvent>(
  codec: EventCodec<Event>,
  { type, version, stored }: Sample,
): Promise<Recorded<Event>> => {
  if (stored === undefined) throw new Error('a draft: node services/platform/src/testing/keep-golden.ts <service>')
  const place = { id: 'sample', metadata: { at }, stream: 'sample-1', revision: 0, position: 1 }
  return codec.decode({ ...place, type, version, data: stored })
}

/** The data as this codec reads them. */
export const readBy = async (codec: EventCodec<DomainEvent>, sample: Sample): Promise<Json> =>
  (await recordedBy(codec, sample)).data as Json
