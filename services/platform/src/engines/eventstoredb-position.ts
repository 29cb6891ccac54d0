import { type Position, START } from '@eventstore/db-client'
import type { CollectionSpec, DocumentStore } from '../ports/document-store.ts'
import { at } from './eventstoredb-reading.ts'

/**
 * How far a service's part of the log is known: no event of the service is stored behind `newest` up to and with `through`.
 * A subscription that begins after `from` misses none.
 */
export type LogPosition = {
  readonly newest: number | null
  readonly from: Position | typeof START
  readonly through: number
}

export const nothingKnown: LogPosition = { newest: null, from: START, through: -1 }

/** An event of the service is stored there. */
export const atEvent = (position: number): LogPosition => ({ newest: position, from: at(position), through: position })

/**
 * The server has searched up to there and found none behind `newest`. A checkpoint may lie between two events: its prepare
 * position is smaller then, and an event may still come at its commit position.
 */
export const atCheckpoint = (newest: number | null, from: Position): LogPosition => {
  const commit = Number(from.commit)
  return { newest, from, through: from.prepare < from.commit ? commit - 1 : commit }
}

const keepIntervalMs = 1000

type Kept = { readonly newest: number | null; readonly commit: number; readonly prepare: number }

/** Read and written by its id alone. */
const collection = {
  name: 'event-log-position',
  fields: {},
  indexes: [],
  sortBy: null,
  shape: { newest: 'number or null', commit: 'number', prepare: 'number' },
} as const satisfies CollectionSpec
const id = 'tail'

/** For when these documents are tied to another store: its log has other positions. @throws EngineAway */
export const forgetLogPosition = (documents: DocumentStore): Promise<void> => documents.drop(collection.name)

/** The position that all replicas of a service share: of two that are written, the further one stays. */
export type KeptPosition = {
  /** `nothingKnown` where none was kept. @throws EngineAway */
  read(): Promise<LogPosition>
  /** Writes the position within a second; of several in that second, the last one. */
  keep(position: LogPosition): void
  /** The log is another one. */
  forget(): void
  /** Writes what has not been written. */
  close(): Promise<void>
}

export const openKeptPosition = (documents: DocumentStore): KeptPosition => {
  let latest = nothingKnown
  let written = nothingKnown.through
  let isOther = false
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> = Promise.resolve()

  const write = async (): Promise<void> => {
    if (isOther) await forgetLogPosition(documents)
    isOther = false
    const { newest, from, through } = latest
    if (from === START || through <= written) return
    await documents.collection<Kept>(collection)
    const document: Kept = { newest, commit: Number(from.commit), prepare: Number(from.prepare) }
    await documents.write([{ collection: collection.name, id, document, version: through }])
    written = through
  }
  /** A write that fails is tried again: a later start would search for longer, and nothing is lost. */
  const writeLater = (): void => {
    timer ??= setTimeout(() => {
      writing = write()
        .catch(() => undefined)
        .then(() => {
          timer = null
          if (isOther || latest.through > written) writeLater()
        })
    }, keepIntervalMs).unref()
  }
  return {
    async read() {
      // A collection that is declared counts as data of the service: only `write` declares it.
      if (!(await documents.collections()).includes(collection.name)) return nothingKnown
      const kept = await (await documents.collection<Kept>(collection)).get(id)
      if (!kept) return nothingKnown
      const position = atCheckpoint(kept.newest, { commit: BigInt(kept.commit), prepare: BigInt(kept.prepare) })
      written = position.through
      return position
    },
    keep(position) {
      latest = position
      writeLater()
    },
    forget() {
      isOther = true
      latest = nothingKnown
      written = nothingKnown.through
      writeLater()
    },
    async close() {
      await writing
      if (timer) clearTimeout(timer)
      await write().catch(() => undefined)
    },
  }
}
