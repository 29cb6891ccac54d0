import { setImmediate as turn } from 'node:timers/promises'
import type { Collection, CollectionSpec, Damage, DocumentStore, Examined } from '../ports/document-store.ts'
import { everyDocument } from '../ports/every-document.ts'
import { EngineAway } from '../ports/message-bus.ts'

/**
 * What becomes of a damaged collection. `filling`: it fills again from events, beside its rows. `stays`: it was filled
 * again on this day already, so a person must look. `kept`: no event has its documents; they are restored from a backup.
 */
export type DamageState = 'filling' | 'stays' | 'kept'

export type DamagedCollection = {
  readonly collection: string
  /** ISO instant at which it was found. */
  readonly since: string
  readonly state: DamageState
}

export type DamagedCollections = {
  /** By name. */
  all(): readonly DamagedCollection[]
  isDamaged(collection: string): boolean
  close(): Promise<void>
}

/** `filledOn`: the day on which it was last filled again; `state` is 'filled' once that is done. */
type Entry = {
  readonly collection: string
  readonly since: string
  readonly state: string
  readonly filledOn: string | null
}

const spec: CollectionSpec = {
  name: 'damaged-collections',
  fields: { since: 'text' },
  indexes: [],
  sortBy: 'since',
  shape: { collection: 'text', since: 'text', state: 'text', filledOn: 'text or null' },
}

/** Rows that are compared in one turn. */
const rowsAtOnce = 100

/** Logged once for each damage, with what is done. */
class CollectionDamaged extends Error {
  override readonly name = 'CollectionDamaged'
  constructor(service: string, collection: string, done: string, cause?: unknown) {
    super(`${collection} of ${service} is damaged: ${done}`, { cause })
  }
}

type Options = {
  readonly service: string
  readonly documents: DocumentStore
  readonly views: readonly string[]
  /** Fills the view again, and resolves when its new rows are read. */
  readonly refill: (view: string) => Promise<void>
  /** ISO instant */
  readonly now: () => string
  readonly onFault: (error: unknown) => void
}
type Parts = Options & { readonly known: Map<string, DamagedCollection>; readonly list: ReturnType<typeof openList> }

/**
 * Lists the damaged collections of a service and repairs those that it can: an index is made again from its rows, and a
 * view is filled again, once on one day of the clock. An engine without checksums of ours has no such list.
 */
export const openDamagedCollections = (options: Options): DamagedCollections => {
  const { documents, onFault } = options
  const known = new Map<string, DamagedCollection>()
  const { meet, resume } = openRepairs({ ...options, known, list: openList(documents) }, () => isClosed)
  const repairing = new Map<string, Promise<void>>()
  let isClosed = false

  /** One at a time for a collection: reads tell the same damage again and again. */
  const repair = (name: string, work: () => Promise<void>): void => {
    if (isClosed || repairing.has(name)) return
    const done = work()
      .catch((error) => (error instanceof EngineAway ? undefined : onFault(error)))
      .finally(() => repairing.delete(name))
    repairing.set(name, done)
  }
  documents.onDamage?.((damage) => {
    if (!known.has(damage.collection)) repair(damage.collection, () => meet(damage))
  })
  if (documents.onDamage) repair('', resume)

  return {
    all: () => [...known.values()].sort((one, other) => (one.collection < other.collection ? -1 : 1)),
    isDamaged: (collection) => known.has(collection),
    async close() {
      isClosed = true
      await Promise.all(repairing.values())
    },
  }
}

const openRepairs = (parts: Parts, isClosed: () => boolean) => {
  const { documents, views, refill, known, list, now } = parts
  const log = (collection: string, done: string, cause?: unknown) =>
    parts.onFault(new CollectionDamaged(parts.service, collection, done, cause))
  /** By collection, the day on which its indexes were made again. */
  const reindexed = new Map<string, string>()

  const enter = async (found: DamagedCollection): Promise<void> => {
    known.set(found.collection, found)
    await list.write({ ...found, filledOn: (await list.get(found.collection))?.filledOn ?? null })
  }
  const leave = async ({ collection, since }: DamagedCollection, filledOn: string | null): Promise<void> => {
    known.delete(collection)
    await list.write({ collection, since, state: 'filled', filledOn })
  }
  const fill = async (found: DamagedCollection): Promise<void> => {
    const { collection } = found
    try {
      await refill(collection)
      await leave(found, toDay(now()))
      log(collection, 'it was filled again from events')
    } catch (error) {
      // The next start begins again.
      if (error instanceof EngineAway) return
      await enter({ ...found, state: 'stays' })
      log(collection, 'it could not be filled again', error)
    }
  }
  /** Once on one day. @returns whether rows and indexes agree then */
  const reindex = async (collection: string): Promise<boolean> => {
    if (reindexed.get(collection) === toDay(now())) return false
    reindexed.set(collection, toDay(now()))
    return (await documents.reindex?.(collection).catch(() => false)) === true
  }

  return {
    async meet({ collection, id, beyondIndexes }: Damage): Promise<void> {
      if (id === null && !beyondIndexes && (await reindex(collection)))
        return log(collection, 'its indexes were made again')
      const filledOn = (await list.get(collection))?.filledOn ?? null
      const state = !views.includes(collection) ? 'kept' : filledOn === toDay(now()) ? 'stays' : 'filling'
      const found: DamagedCollection = { collection, since: now(), state }
      await enter(found)
      log(collection, sentences[state])
      if (state === 'filling') await fill(found)
    },
    /** An operator may have restored the rows, or rebuilt the view, while no process ran. */
    async resume(): Promise<void> {
      for (const { collection, since, state } of await list.all())
        if (state !== 'filled') known.set(collection, { collection, since, state: state as DamageState })
      for (const found of [...known.values()]) {
        if (found.state === 'filling') await fill(found)
        else if (await isWhole(documents, found.collection, isClosed)) await leave(found, null)
      }
    },
  }
}

/** Whether all rows are as they were written and the indexes agree. */
const isWhole = async (documents: DocumentStore, collection: string, isClosed: () => boolean): Promise<boolean> => {
  if (!(await documents.collections()).includes(collection)) return true
  try {
    let after: string | null = null
    do {
      const examined: Examined | undefined = await documents.examineRows?.(collection, after, rowsAtOnce)
      if (!examined || examined.differing.length > 0) return false
      after = examined.next
      await turn()
    } while (after !== null && !isClosed())
    return !isClosed() && (await documents.reindex?.(collection)) === true
  } catch {
    return false
  }
}

const sentences: { readonly [state in DamageState]: string } = {
  filling: 'it fills again from events, beside its rows',
  stays: 'for the second time on one day, so it stays as it is: npm run rebuild fills it again',
  kept: 'no event has its documents, so it stays as it is: restore a backup',
}

const toDay = (instant: string): string => instant.slice(0, 'yyyy-mm-dd'.length)

/** By collection. A list that cannot be read is empty: this process still knows what it meets. */
const openList = (documents: DocumentStore) => {
  const declared = (): Promise<Collection<Entry>> => documents.collection<Entry>(spec)
  const read = (collection: string) =>
    declared()
      .then((entries) => entries.getVersioned(collection))
      .catch(() => null)
  return {
    get: async (collection: string): Promise<Entry | null> => (await read(collection))?.document ?? null,
    all: async (): Promise<Entry[]> => Array.fromAsync(everyDocument(await declared())).catch(() => []),
    async write(entry: Entry): Promise<void> {
      const version = ((await read(entry.collection))?.version ?? 0) + 1
      await documents.write([{ collection: spec.name, id: entry.collection, document: entry, version }])
    },
  }
}
