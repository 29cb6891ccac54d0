import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Collection, DocumentStore } from '../../ports/document-store.ts'
import { OtherStore } from '../../ports/message-bus.ts'

/**
 * A cluster's former leader may still answer for a moment after it was cut off, so we look this often before we refuse.
 */
const maxLooks = 3
const usualLookIntervalMs = 500

/** In the documents of a service whose events or documents are outside the data file. */
export const storeMarkCollection = 'store-mark'

/** `inStore` once the store was seen to have it: from then on a store without it is another one. */
type KeptMark = { readonly mark: string; readonly inStore: boolean }
const document = 'mark'
const spec = {
  name: storeMarkCollection,
  fields: {},
  indexes: [],
  sortBy: null,
  shape: { mark: 'text', inStore: 'boolean' },
} as const

/** Where an event store that is not in the data file keeps a service's mark. */
export type MarkedStore = {
  /** The mark as the leader has it; null when it has none. A read that fails or is refused rejects. */
  read(): Promise<string | null>
  /** Adds the mark, unless the store has one. */
  add(mark: string): Promise<void>
  /** Whether that event is at that position. */
  holds(event: string, position: number): Promise<boolean>
}

type Parties = { readonly service: string; readonly documents: DocumentStore; readonly store: MarkedStore }
type Found = { readonly mark: string | null; readonly kept: KeptMark | null; readonly trouble: string | null }

/**
 * Ties a service's documents to its event store by a random id that both store. The rule, by what both have:
 *
 * | documents | store | checkpoints | then |
 * |---|---|---|---|
 * | no mark | no mark | none | both are new: the mark is made, in the documents first |
 * | no mark | no mark | some | refused: written before there were marks, so nothing tells whether they belong together |
 * | no mark | a mark | | refused: the store belongs to other documents |
 * | a mark | no mark | none | a start was cut between the two writes: the same mark is added to the store |
 * | a mark that was seen in the store, or some checkpoint | no mark | | refused: the store is empty or another one |
 * | a mark | another | | refused |
 * | a mark | the same | some | refused unless the event of the furthest one is where it was: else the store is older |
 *
 * It guards against mistakes, not against attackers.
 */
export const openStoreMark = (
  { service, documents, store }: Parties,
  lookIntervalMs = usualLookIntervalMs,
): {
  /** Compares the two and writes nothing. @throws OtherStore, and the engines' errors */
  assertSame(): Promise<void>
  /** As `assertSame`, but makes the mark when both are new. @returns the mark */
  agree(): Promise<string>
} => {
  const look = async (): Promise<Found> => {
    const mark = await store.read()
    const kept = await keptIn(documents)
    return { mark, kept, trouble: await getTrouble({ documents, store }, { mark, kept }) }
  }
  const assertSame = async (): Promise<Found> => {
    for (let looks = 1; ; looks += 1) {
      const found = await look()
      if (found.trouble === null) return found
      if (looks === maxLooks) throw new OtherStore(sentence(service, found.trouble))
      await pause(lookIntervalMs)
    }
  }
  const addMark = async (kept: KeptMark | null): Promise<Found> => {
    await store.add(kept?.mark ?? (await keep(documents, { mark: randomUUID(), inStore: false })))
    // Another replica may have been first, in either place.
    return assertSame()
  }
  return {
    assertSame: async () => void (await assertSame()),
    async agree() {
      const found = await assertSame()
      const { mark, kept } = found.mark === null ? await addMark(found.kept) : found
      if (mark === null) throw new OtherStore(sentence(service, 'lost its mark at once'))
      if (!kept?.inStore) await keep(documents, { mark, inStore: true }, true)
      return mark
    },
  }
}

/**
 * Ties documents to the current store: takes over its mark; if it has none, the next start makes one. Deletes
 * checkpoints before that, so that everything is read again from the first event; after an interruption it may be run
 * again.
 * @param emptyViews removes the rows made from the former store's events; called once the current store has answered
 */
export const takeUpStore = async (
  { documents, store }: Omit<Parties, 'service'>,
  emptyViews: () => Promise<void>,
): Promise<void> => {
  const mark = await store.read()
  await emptyViews()
  await documents.forgetCheckpoints()
  await keep(documents, { mark: mark ?? randomUUID(), inStore: mark !== null }, true)
}

export const noMark = 'has no mark: it is empty or belongs to other data'
export const otherMark = 'belongs to other data'

const getTrouble = async (
  { documents, store }: Omit<Parties, 'service'>,
  { mark, kept }: Pick<Found, 'mark' | 'kept'>,
): Promise<string | null> => {
  if (kept === null && mark !== null) return otherMark
  if (kept !== null && mark !== null && kept.mark !== mark) return otherMark
  if (kept?.inStore && mark === null) return noMark
  const furthest = await documents.furthestCheckpoint()
  if (furthest === null) return null
  if (kept === null) return 'was used by a version before 1.0, and nothing tells whether it belongs to these data'
  if (mark === null) return noMark
  const { event, position } = furthest
  if (event === null || (await store.holds(event, position))) return null
  return 'is older than these data: it misses what they already show'
}

const keptIn = async (documents: DocumentStore): Promise<KeptMark | null> =>
  (await documents.collection<KeptMark>(spec)).get(document)

/**
 * Reads the mark that documents carry: null when they have none. Declares no collection. Once the mark was found, each
 * further reading is one call.
 */
export const markReader = (documents: DocumentStore): (() => Promise<string | null>) => {
  let marks: Collection<KeptMark> | null = null
  return async () => {
    if (marks === null && !(await documents.collections()).includes(storeMarkCollection)) return null
    marks ??= await documents.collection<KeptMark>(spec)
    return (await marks.get(document))?.mark ?? null
  }
}

/** Reads it once, see `markReader`. */
export const readMark = (documents: DocumentStore): Promise<string | null> => markReader(documents)()

/** @returns the mark that documents carry afterwards: the first one stays */
export const keepMark = (documents: DocumentStore, mark: string): Promise<string> =>
  keep(documents, { mark, inStore: false })

/** @returns the mark that is stored afterwards: without `replacing` the first one stays */
const keep = async (documents: DocumentStore, kept: KeptMark, replacing = false): Promise<string> => {
  const collection = await documents.collection<KeptMark>(spec)
  const before = replacing ? ((await collection.getVersioned(document))?.version ?? 0) : 0
  await documents.write([{ collection: storeMarkCollection, id: document, document: kept, version: before + 1 }])
  return (await collection.get(document))?.mark ?? kept.mark
}

const sentence = (service: string, trouble: string): string =>
  `The event store named by EVENTSTORE_URL is not the one of these data: for ${service} it ${trouble}. Name the right one, or take this one up on purpose with npm run restore -- --event-store. Nothing has been changed.`
