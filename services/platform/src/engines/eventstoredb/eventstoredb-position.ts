import { type Position, START } from '@eventstore/db-client'
import type { CollectionSpec, DocumentStore } from '../../ports/document-store.ts'
import { onceAtATime } from '../once.ts'
import { at } from './eventstoredb-reading.ts'

/**
 * The known part of a service's log: no event of the service is stored behind `newest` up to and with `getThrough`. A
 * subscription that begins after `from` misses none.
 */
export type LogPosition = { readonly newest: number | null; readonly from: Position | typeof START }

export const nothingKnown: LogPosition = { newest: null, from: START }

/** The position of a stored event of the service. */
export const atEvent = (position: number): LogPosition => ({ newest: position, from: at(position) })

/**
 * -1 when nothing is known. A checkpoint may be between two events: its prepare position is smaller then, and an event
 * may still be stored at its commit position.
 */
export const getThrough = ({ from }: Pick<LogPosition, 'from'>): number =>
  from === START ? -1 : Number(from.commit) - (from.prepare < from.commit ? 1 : 0)

const keepIntervalMs = 1000

type Kept = { readonly newest: number | null; readonly commit: number; readonly prepare: number }

/** Read and written only by its id. */
const collection = {
  name: 'event-log-position',
  fields: {},
  indexes: [],
  sortBy: null,
  shape: { newest: 'number or null', commit: 'number', prepare: 'number' },
} as const satisfies CollectionSpec
const id = 'tail'

/** For documents that are tied to another store, because its log has other positions. @throws EngineAway */
export const forgetLogPosition = (documents: DocumentStore): Promise<void> => documents.drop(collection.name)

/** The position that all replicas of a service share: of two that are written, the further one stays. */
export type KeptPosition = {
  /** `nothingKnown` when none was stored. @throws EngineAway */
  read(): Promise<LogPosition>
  /** Writes the position within a second; of several in that second, the last one. */
  keep(position: LogPosition): void
  /** Forgets it, because the log has other positions now. @throws EngineAway */
  forget(): Promise<void>
  /** Writes a position that still waits. */
  close(): Promise<void>
}

export const openKeptPosition = (documents: DocumentStore): KeptPosition => {
  let latest = nothingKnown
  let writtenThrough = getThrough(nothingKnown)
  let timer: NodeJS.Timeout | undefined

  /** A failed write is tried again. Without it a later start only searches for longer. */
  const write = onceAtATime(async (): Promise<void> => {
    const { newest, from } = latest
    const through = getThrough(latest)
    if (from === START || through <= writtenThrough) return
    await documents.collection<Kept>(collection)
    const document: Kept = { newest, commit: Number(from.commit), prepare: Number(from.prepare) }
    await documents.write([{ collection: collection.name, id, document, version: through }])
    writtenThrough = through
  })
  const tryToWrite = () => write().catch(() => undefined)
  return {
    async read() {
      // A declared collection counts as data of the service, so that only `write` declares it.
      if (!(await documents.collections()).includes(collection.name)) return nothingKnown
      const kept = await (await documents.collection<Kept>(collection)).get(id)
      if (!kept) return nothingKnown
      const position = { newest: kept.newest, from: { commit: BigInt(kept.commit), prepare: BigInt(kept.prepare) } }
      writtenThrough = getThrough(position)
      return position
    },
    keep(position) {
      latest = position
      timer ??= setInterval(tryToWrite, keepIntervalMs).unref()
    },
    async forget() {
      latest = nothingKnown
      await tryToWrite()
      await forgetLogPosition(documents)
      writtenThrough = getThrough(nothingKnown)
    },
    async close() {
      clearInterval(timer)
      // The running write may have begun before the last position came.
      await tryToWrite().then(tryToWrite)
    },
  }
}
