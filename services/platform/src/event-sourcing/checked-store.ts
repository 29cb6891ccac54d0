import type { Collection, DocumentStore } from '../ports/document-store.ts'
import type { EventStore, StoredEvent } from '../ports/event-store.ts'
import { everyDocument } from '../ports/every-document.ts'
import { isSound, withChecksums } from './events/checksum.ts'
import { isRefusal, refusal } from './events/refusal.ts'

/** A stream whose stored events differ from what was appended. */
export type DamagedStream = {
  readonly stream: string
  /** The first damaged event, as far as known, by its own revision and position. */
  readonly revision: number
  readonly position: number
  /** ISO instant at which it was first found. */
  readonly since: string
}

/** The only access to a service's events: appended events get a checksum, and read events are compared with it. */
export type CheckedStore = Pick<EventStore, 'append' | 'head' | 'subscribe' | 'readAll'> & {
  /** @throws Refused: `damaged`, and the stream is listed */
  readonly read: EventStore['read']
  /**
   * The events of a batch that may be followed: of a damaged stream, which is listed, only those before its damaged
   * event. Its rows then stay unchanged, and no subscriber gets an event without those before it.
   */
  sound(batch: readonly StoredEvent[]): Promise<readonly StoredEvent[]>
  /** Reads the list, which other replicas write too; streams that were restored leave it. */
  look(): Promise<void>
  /** The streams on the list, as this process knows it. */
  damaged(): readonly DamagedStream[]
}

/** Not in an event, because that might be damaged too. */
const collection = 'damaged-streams'

/** Logged once. */
class StreamDamaged extends Error {
  override readonly name = 'StreamDamaged'
  constructor({ stream, revision, position }: DamagedStream) {
    super(`${stream} is damaged at revision ${revision} (position ${position}): it is left as it is, all else goes on`)
  }
}

export const checkedStore = (options: {
  readonly events: EventStore
  readonly documents: DocumentStore
  /** ISO instant */
  readonly now: () => string
  readonly onFault: (error: unknown) => void
}): CheckedStore => {
  const { events, documents } = options
  const known = new Map<string, DamagedStream>()
  const list = openList(documents)

  const note = async ({ stream, revision, position }: StoredEvent): Promise<void> => {
    const before = known.get(stream)
    if (before && before.position <= position) return
    const found = await list.add({ stream, revision, position, since: before?.since ?? options.now() })
    known.set(stream, found)
    options.onFault(new StreamDamaged(found))
  }

  const assertSound = async (read: readonly StoredEvent[]): Promise<void> => {
    const damaged = read.find((event) => !isSound(event))
    if (!damaged) return
    await note(damaged)
    throw refusal('damaged')
  }

  return {
    head: events.head,
    // `sound` selects the events of these that may be followed.
    readAll: events.readAll,
    subscribe: events.subscribe,
    append: (stream, toAppend, expected) =>
      events.append(stream, withChecksums(stream, toAppend, expected === 'no-stream' ? 0 : expected + 1), expected),
    async read(...asked) {
      const read = await events.read(...asked)
      await assertSound(read)
      return read
    },
    async sound(batch) {
      for (const event of batch) if (!isSound(event)) await note(event)
      if (known.size === 0) return batch
      return batch.filter(({ stream, position }) => position < (known.get(stream)?.position ?? Infinity))
    },
    async look() {
      const listed = await list.all()
      for (const one of new Map([...known, ...listed.map((one) => [one.stream, one] as const)]).values()) {
        if ((await events.read(one.stream)).every(isSound)) {
          await list.remove(one)
          known.delete(one.stream)
        } else known.set(one.stream, one)
      }
    },
    damaged: () => [...known.values()].sort((one, other) => one.position - other.position),
  }
}

/** By stream. A document's version is the number of its writes. */
const openList = (documents: DocumentStore) => {
  const declared = (): Promise<Collection<DamagedStream>> =>
    documents.collection<DamagedStream>({
      name: collection,
      fields: { since: 'text' },
      indexes: [],
      sortBy: 'since',
      shape: { stream: 'text', revision: 'number', position: 'number', since: 'text' },
    })
  const write = async (
    { stream: id }: DamagedStream,
    document: DamagedStream | null,
    before: number,
  ): Promise<void> => {
    await documents.write([{ collection, id, document, version: before + 1 }])
  }

  return {
    async all(): Promise<DamagedStream[]> {
      return Array.fromAsync(everyDocument(await declared()))
    },
    /** @returns the stored entry: another replica may have found an earlier event of the same stream */
    async add(found: DamagedStream): Promise<DamagedStream> {
      const stored = await (await declared()).getVersioned(found.stream)
      if (stored?.document && stored.document.position <= found.position) return stored.document
      await write(found, found, stored?.version ?? 0)
      return found
    },
    async remove(mended: DamagedStream): Promise<void> {
      const stored = await (await declared()).getVersioned(mended.stream)
      if (stored?.document) await write(mended, null, stored.version)
    },
  }
}

/** Replaces the answer of a damaged stream by this, when many are asked and the others must continue. */
export const unlessDamaged = <Answer, Otherwise>(
  asked: Promise<Answer>,
  otherwise: Otherwise,
): Promise<Answer | Otherwise> =>
  asked.catch((error) => {
    if (isRefusal(error) && error.code === 'damaged') return otherwise
    throw error
  })
