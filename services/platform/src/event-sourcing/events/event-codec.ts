import * as z from 'zod/mini'
import type { EventToAppend, Json, StoredEvent } from '../../ports/event-store.ts'
import type { DomainEvent, EventMetadata, Recorded } from './event.ts'
import { assertSealable, openPersonal, sealPersonal } from './personal.ts'
import type { PersonalKeys } from './personal-keys.ts'

type StoredVersion = {
  readonly schema: z.ZodMiniType
  readonly upcast: (older: never) => unknown
  /** For an upcoming version: the data to write in its place, in the version before. */
  readonly downcast?: (newer: never) => unknown
}

/** The stored versions of one event type, oldest first; `next` adds one with its upcast. */
export type StoredVersions<Data> = {
  readonly versions: readonly StoredVersion[]
  next<Next extends z.ZodMiniType>(
    schema: Next,
    upcast: (older: Data) => z.output<Next>,
  ): StoredVersions<z.output<Next>>
  /**
   * The next version, in the release before the one that writes it: the domain knows it and it is read, but until all
   * replicas can read it the version before is written, made by `downcast`. The release after that uses `next` instead.
   */
  upcoming<Next extends z.ZodMiniType>(
    schema: Next,
    upcast: (older: Data) => z.output<Next>,
    downcast: (newer: z.output<Next>) => Data,
  ): StoredVersions<z.output<Next>>
}

const toStoredVersions = <Data>(versions: readonly StoredVersion[]): StoredVersions<Data> => ({
  versions,
  next: (schema, upcast) => toStoredVersions([...versions, { schema, upcast: upcast as StoredVersion['upcast'] }]),
  upcoming: (schema, upcast, downcast) =>
    toStoredVersions([...versions, { schema, upcast, downcast } as unknown as StoredVersion]),
})

/** Version 1 of an event type. Versions are only ever added, because stored events must stay readable. */
export const stored = <Schema extends z.ZodMiniType>(schema: Schema): StoredVersions<z.output<Schema>> =>
  toStoredVersions([{ schema, upcast: (older) => older }])

/** The version that is written, and the data in that version. */
const asWritten = (versions: readonly StoredVersion[], data: unknown) => {
  const { downcast } = versions.at(-1) as StoredVersion
  return downcast
    ? { version: versions.length - 1, written: downcast(data as never) }
    : { version: versions.length, written: data }
}

const newest = (versions: readonly StoredVersion[], version: number, data: unknown): unknown =>
  versions.slice(version).reduce<unknown>((older, newer) => newer.upcast(older as never), data)

/** Every event type of a service with its stored versions; the newest one must equal the domain's type. */
export type StoredEventTypes<Event extends DomainEvent> = {
  readonly [Type in Event['type']]: StoredVersions<Extract<Event, { type: Type }>['data']>
}

/** A stored event has no schema in this release, because a later release wrote it. */
export class UnknownStoredEvent extends Error {
  override readonly name = 'UnknownStoredEvent'
  constructor(type: string, version: number) {
    super(
      `no schema for stored event ${type} version ${version}: a newer release wrote it, start that one or a later one`,
    )
  }
}

export type EventCodec<Event extends DomainEvent> = {
  encode(id: string, event: Event, metadata: EventMetadata): Promise<EventToAppend>
  /**
   * Opens the event, checks it against the schema of its version and upcasts it to the newest. @throws
   * UnknownStoredEvent
   */
  decode(event: StoredEvent): Promise<Recorded<Event>>
  /** @throws UnknownStoredEvent */
  assertReads(type: string, version: number): void
}

export const eventCodec = <Event extends DomainEvent>(
  types: StoredEventTypes<Event>,
  keys: PersonalKeys,
  remembers = usuallyRemembered,
): EventCodec<Event> => {
  const versionsByType = new Map<string, readonly StoredVersion[]>(
    Object.entries<StoredVersions<unknown>>(types).map(([type, { versions }]) => [type, versions]),
  )
  for (const [type, versions] of versionsByType)
    versions.forEach(({ schema }, index) => {
      assertSealable(schema, `${type} v${index + 1}`)
    })

  const versionsFor = (type: string, version: number): readonly StoredVersion[] => {
    const versions = versionsByType.get(type)
    if (!versions?.[version - 1]) throw new UnknownStoredEvent(type, version)
    return versions
  }

  const recently = openRecently(keys, remembers)
  return {
    assertReads: (type, version) => void versionsFor(type, version),
    async encode(id, event, metadata) {
      const versions = versionsFor(event.type, 1)
      const { version, written } = asWritten(versions, event.data)
      const { schema } = versions[version - 1] as StoredVersion
      const data = z.parse(schema, written) as Json
      const { sealed, people, used } = await sealPersonal(event.type, schema, data, keys)
      recently.encoded(id, { data: newest(versions, version, data), people })
      const encoded = { id, type: event.type, version, data: sealed, metadata: withoutRepeats(metadata) }
      return used.length === 0 ? encoded : { ...encoded, canBeStored: () => !used.some(keys.isLost) }
    },
    async decode(event) {
      const { id, type, version, stream, revision, position, metadata } = event
      const versions = versionsFor(type, version)
      const { schema } = versions[version - 1] as StoredVersion
      const opened = async () => z.parse(schema, await openPersonal(type, schema, event.data, keys))
      const data = (await recently.readData(id)) ?? newest(versions, version, await opened())
      return {
        id,
        type,
        data,
        stream,
        revision,
        position,
        metadata: withRepeats(metadata),
      } as unknown as Recorded<Event>
    },
  }
}

/** Most events follow from their own command; their metadata do not repeat its id. */
const withoutRepeats = ({ causationId, ...metadata }: EventMetadata): Json =>
  (causationId === metadata.commandId ? metadata : { ...metadata, causationId }) as Json

const withRepeats = (metadata: Json): Json => {
  const { commandId } = metadata as EventMetadata
  return { causationId: commandId, ...(metadata as object) }
}

type Encoded = { readonly data: unknown; readonly people: readonly string[] }
const usuallyRemembered = 2000

/**
 * This process decodes what it has just encoded two or three times: for its answer, its rows and its topic. As long as
 * the keys that sealed it exist, the data are known without opening it.
 * @param atLeast the number of remembered events, fewer than twice as many: removing them one by one would be slow,
 * because a map searches its first entry among all that were removed before
 */
const openRecently = (keys: PersonalKeys, atLeast: number) => {
  let encoded = new Map<string, Encoded>()
  let before = encoded
  return {
    encoded(id: string, event: Encoded): void {
      if (encoded.size === atLeast) {
        before = encoded
        encoded = new Map()
      }
      encoded.set(id, event)
    },
    /** @returns null when the event must be opened */
    async readData(id: string): Promise<unknown> {
      const event = encoded.get(id) ?? before.get(id)
      if (!event) return null
      for (const person of event.people) if (!(await keys.existingKey(person))) return null
      return event.data
    },
  }
}
