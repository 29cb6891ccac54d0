import { join } from 'node:path'
import type { Cache } from '../../ports/cache.ts'
import type { Engines, ProcessEngines } from '../../ports/engines.ts'
import { openMessageBus } from './bus/message-bus.ts'
import { openCache } from './cache-limits/cache.ts'
import { openLimitTables } from './cache-limits/limit-tables.ts'
import { openDocumentStore } from './documents/document-store.ts'
import { type EmbeddedEventStore, openEventStore } from './events/event-store.ts'
import { markCleanShutdown } from './file/clean-shutdown-marker.ts'
import { openForReading } from './file/connection.ts'
import { assertKnownFormat, prepareDataFile } from './file/data-file.ts'
import { openErasedFile } from './file/erased-file.ts'
import { lockFolder } from './file/folder-lock.ts'
import type { StorageTrouble } from './file/storage-trouble.ts'
import { startWriter } from './writer/writer.ts'
import type { BeginThread } from './writer/writing-thread.ts'

export type EmbeddedOptions = {
  /** Made when it is missing; holds `tuma.db` with all data, a lock, and the list of erased people. */
  readonly folder: string
  readonly now?: () => number
  /** Called once when writes have become impossible, and once, with null, when they work again. */
  readonly onTrouble?: (trouble: StorageTrouble | null) => void
  /** The thread of the writer: a worker thread, unless a test replaces it. */
  readonly beginThread?: BeginThread
  /** Called before a file that was not closed in order is read through. */
  readonly onChecking?: () => void
  /**
   * For filling a folder that is not used before it is complete: no write is flushed, and followers get that many
   * events at a time.
   */
  readonly filling?: { readonly eventsAtOnce: number }
}

const servicePattern = /^[a-z][a-z0-9-]*$/

/**
 * All four engines in this process, durable in one file.
 * @throws FolderInUse, FolderNotWritable, DiskFull, FileTooNew, FileTooOld, FileDamaged
 */
export const openEmbedded = async (options: EmbeddedOptions): Promise<ProcessEngines> => {
  const { folder, now = Date.now, onTrouble, onChecking, beginThread, filling } = options
  const path = join(folder, 'tuma.db')
  assertKnownFormat(path)
  const lock = lockFolder(folder)
  const asLeft = await prepared(path, lock, onChecking)
  const writer = startWriter(path, {
    ...(onTrouble ? { onTrouble } : {}),
    ...(beginThread ? { begin: beginThread } : {}),
    ...(filling ? { filling: true } : {}),
  })
  const reader = openForReading(path)
  const bus = openMessageBus(reader, writer, now)
  const cache: Cache = openCache({ now })
  const limits = openLimitTables({ now })
  const erased = openErasedFile(folder)
  const services = new Map<string, Engines & { readonly events: EmbeddedEventStore }>()

  return {
    of(service) {
      if (!servicePattern.test(service)) throw new Error(`not a service's name: ${service}`)
      const known = services.get(service)
      if (known) return known
      const documents = openDocumentStore(service, reader, writer)
      const events = openEventStore(service, { reader, writer, documents }, filling?.eventsAtOnce)
      const engines = {
        events: { ...events, asLeft },
        documents,
        bus,
        cache,
        limits,
        inline: { documents, add: events.addInlineProjection },
        replica: 'embedded',
        noteErased: (personIds: readonly string[]) => erased.note(service, personIds),
      }
      services.set(service, engines)
      return engines
    },
    healthy: () => writer.healthy(),
    degraded: () => [],
    isCutOff: () => false,
    trouble: () => writer.trouble(),
    async close() {
      await Promise.all([bus.close(), ...[...services.values()].map(({ events }) => events.close())])
      const sound = writer.untroubled()
      await writer.close()
      reader.close()
      if (sound) markCleanShutdown(path)
      lock.release()
    },
  }
}

const prepared = async (path: string, lock: { release(): void }, onChecking?: () => void): Promise<boolean> => {
  try {
    return await prepareDataFile(path, onChecking)
  } catch (error) {
    lock.release()
    throw error
  }
}
