import { setTimeout as timer, setImmediate as turn } from 'node:timers/promises'
import type { Damage, DocumentStore, Examined } from '../ports/document-store.ts'
import { EngineAway } from '../ports/message-bus.ts'
import type { DamagedCollection, DamageState, openDamagedList } from './damaged-list.ts'

/** Rows that are compared in one turn. */
const rowsAtOnce = 100
/** How soon a fill that ended because an engine was away begins again. */
const fillAgainMs = 1000

/** Logged once for each damage, with what is done. */
class CollectionDamaged extends Error {
  override readonly name = 'CollectionDamaged'
  constructor(service: string, collection: string, done: string, cause?: unknown) {
    super(`${collection} of ${service} is damaged: ${done}`, { cause })
  }
}

export type RepairOptions = {
  readonly service: string
  readonly documents: DocumentStore
  readonly views: readonly string[]
  /** Fills the view again, and resolves when its new rows are read. */
  readonly refill: (view: string) => Promise<void>
  /** ISO instant */
  readonly now: () => string
  readonly onFault: (error: unknown) => void
}
type Parts = RepairOptions & {
  readonly known: Map<string, DamagedCollection>
  readonly list: ReturnType<typeof openDamagedList>
  /** Aborted when this process stops. */
  readonly signal: AbortSignal
}

/** The damaged collections as this process knows them and as they are stored. */
const openEntries = ({ known, list, now }: Parts) => {
  /** By collection, the day on which it was last filled again, of those that stay as they are. */
  const stayedSince = new Map<string, string | null>()
  const remember = (found: DamagedCollection, filledOn: string | null): void => {
    known.set(found.collection, found)
    if (found.state === 'stays') stayedSince.set(found.collection, filledOn)
  }
  return {
    /** It stays as it is since an earlier day. */
    isDue: ({ collection, state }: DamagedCollection): boolean =>
      state === 'stays' && stayedSince.get(collection) !== toDay(now()),
    async read(): Promise<void> {
      for (const { collection, since, state, filledOn } of await list.all())
        if (state !== 'filled') remember({ collection, since, state: state as DamageState }, filledOn)
    },
    async enter(found: DamagedCollection, filledOn: string | null): Promise<void> {
      remember(found, filledOn)
      await list.write({ ...found, filledOn })
    },
    async leave({ collection, since }: DamagedCollection, filledOn: string | null): Promise<void> {
      known.delete(collection)
      await list.write({ collection, since, state: 'filled', filledOn })
    },
    filledOn: async (collection: string): Promise<string | null> => (await list.get(collection))?.filledOn ?? null,
  }
}

/** How a view is filled again, and what is logged about it. */
const openFills = (parts: Parts, entries: ReturnType<typeof openEntries>) => {
  const { views, known, now } = parts
  const log = (collection: string, done: string, cause?: unknown) =>
    parts.onFault(new CollectionDamaged(parts.service, collection, done, cause))
  const fill = async (found: DamagedCollection): Promise<void> => {
    const { collection } = found
    try {
      await refillWhenPossible(parts, collection)
      await entries.leave(found, toDay(now()))
      log(collection, 'it was filled again from events')
    } catch (error) {
      // The next start begins again.
      if (error instanceof EngineAway) return
      await entries.enter({ ...found, state: 'stays' }, toDay(now()))
      log(collection, 'it could not be filled again', error)
    }
  }
  return {
    log,
    fill,
    /** Fills it unless that was done on this day already, or no event has its documents. */
    async enterAndFill(collection: string): Promise<void> {
      const filledOn = await entries.filledOn(collection)
      const state = !views.includes(collection) ? 'kept' : filledOn === toDay(now()) ? 'stays' : 'filling'
      const found: DamagedCollection = { collection, since: known.get(collection)?.since ?? now(), state }
      await entries.enter(found, filledOn)
      log(collection, sentences[state])
      if (state === 'filling') await fill(found)
    },
  }
}

/** Makes indexes again from their rows, and views from events; what cannot be repaired is only listed. */
export const openRepairs = (parts: Parts) => {
  const { documents, known, now, signal } = parts
  const entries = openEntries(parts)
  const { log, fill, enterAndFill } = openFills(parts, entries)
  /** By collection, the day on which its indexes were made again. */
  const reindexed = new Map<string, string>()
  /** Once on one day. @returns whether rows and indexes agree then */
  const reindex = async (collection: string): Promise<boolean> => {
    if (reindexed.get(collection) === toDay(now())) return false
    reindexed.set(collection, toDay(now()))
    return (await documents.reindex?.(collection).catch(() => false)) === true
  }

  return {
    /** False for damage that is known, unless it stays as it is since an earlier day. */
    isNew({ collection }: Damage): boolean {
      const found = known.get(collection)
      return found === undefined || entries.isDue(found)
    },
    async meet({ collection, id, beyondIndexes }: Damage): Promise<void> {
      if (!known.has(collection) && id === null && !beyondIndexes && (await reindex(collection)))
        return log(collection, 'its indexes were made again')
      await enterAndFill(collection)
    },
    /** What earlier processes have found, and did not repair. */
    async readList(): Promise<DamagedCollection[]> {
      await entries.read()
      return [...known.values()]
    },
    /** An operator may have restored the rows, or rebuilt the view, while no process ran. */
    async resume(found: DamagedCollection): Promise<void> {
      if (found.state === 'filling') await fill(found)
      else if (await isWhole(documents, found.collection, signal)) await entries.leave(found, null)
      else if (entries.isDue(found)) await enterAndFill(found.collection)
    },
  }
}

/** Waits while an engine is away: a fill that ended with it begins again. @throws EngineAway when this process stops */
const refillWhenPossible = async ({ refill, signal }: Parts, collection: string): Promise<void> => {
  for (;;)
    try {
      return await refill(collection)
    } catch (error) {
      if (!(error instanceof EngineAway) || signal.aborted) throw error
      await timer(fillAgainMs, undefined, { signal, ref: false }).catch(() => undefined)
      if (signal.aborted) throw error
    }
}

/** Whether all rows are as they were written and the indexes agree. */
const isWhole = async (documents: DocumentStore, collection: string, signal: AbortSignal): Promise<boolean> => {
  if (!(await documents.collections()).includes(collection)) return true
  try {
    let after: string | null = null
    do {
      const examined: Examined | undefined = await documents.examineRows?.(collection, after, rowsAtOnce)
      if (!examined || examined.differing.length > 0) return false
      after = examined.next
      await turn()
    } while (after !== null && !signal.aborted)
    return !signal.aborted && (await documents.reindex?.(collection)) === true
  } catch {
    return false
  }
}

const sentences: { readonly [state in DamageState]: string } = {
  filling: 'it fills again from events, beside its rows',
  stays: 'for the second time on one day, so it stays as it is: npm run rebuild fills it again, or the next day does',
  kept: 'no event has its documents, so it stays as it is: restore a backup',
}

const toDay = (instant: string): string => instant.slice(0, 'yyyy-mm-dd'.length)
