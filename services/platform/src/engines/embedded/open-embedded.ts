import { join } from 'node:path'
import type { Cache } from '../../ports/cache.ts'
import type { Engines, ProcessEngines } from '../../ports/engines.ts'
import { type BackupLog, openBackupLog } from './backup-log/backup-log.ts'
import type { BackupLogOptions } from './backup-log/log-table.ts'
import { openMessageBus } from './bus/message-bus.ts'
import { openCache } from './cache-limits/cache.ts'
import { openLimitTables } from './cache-limits/limit-tables.ts'
import { type EmbeddedDocumentStore, openDocumentStore } from './documents/document-store.ts'
import { readRowKey } from './documents/row-key.ts'
import { type EmbeddedEventStore, openEventStore } from './events/event-store.ts'
import { openForReading } from './file/connection.ts'
import { assertKnownFormat, prepareDataFile } from './file/data-file.ts'
import { openErasedFile } from './file/erased-file.ts'
import { openFileExaminer } from './file/file-examiner.ts'
import { lockFolder } from './file/folder-lock.ts'
import { keepMark, readBootId } from './file/known-sound.ts'
import { quickCheck } from './file/quick-check.ts'
import type { StorageTrouble } from './file/storage-trouble.ts'
import { tellFindings } from './file/tell-findings.ts'
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
  /** Called before a file that is not known to be sound is read through. */
  readonly onChecking?: () => void
  /** Of this run of the machine (default: the system's); a file that was killed in another one is read through. */
  readonly bootId?: string | null
  /**
   * For filling a folder that is not used before it is complete: no write is flushed, and followers get that many
   * events at a time.
   */
  readonly filling?: { readonly eventsAtOnce: number }
  readonly backup?: LoggedForBackup
}

/** A process that ships its commits: `opened` gets the log, and `degraded` tells what the place is like now. */
export type LoggedForBackup = BackupLogOptions & {
  readonly now: () => number
  readonly opened: (log: BackupLog) => void
  readonly degraded: ProcessEngines['degraded']
}

type Opened = Engines & { readonly events: EmbeddedEventStore; readonly documents: EmbeddedDocumentStore }

const servicePattern = /^[a-z][a-z0-9-]*$/

/**
 * All four engines in this process, durable in one file.
 * @throws FolderInUse, FolderNotWritable, DiskFull, FileTooNew, FileTooOld, FileDamaged
 */
export const openEmbedded = async (options: EmbeddedOptions): Promise<ProcessEngines> => {
  const { folder, now = Date.now, onTrouble, beginThread, filling, backup } = options
  const path = join(folder, 'tuma.db')
  assertKnownFormat(path)
  const lock = lockFolder(folder)
  const { mark, examinedAt, asLeft } = await prepared(path, lock, options)
  const writer = startWriter(path, {
    onTrouble: (trouble) => {
      if (trouble) mark.doubt()
      onTrouble?.(trouble)
    },
    ...(beginThread ? { begin: beginThread } : {}),
    ...(filling ? { filling: true } : {}),
    ...(backup ? { log: onlyOptions(backup), now: backup.now } : {}),
  })
  const reader = openForReading(path, mark.doubt)
  backup?.opened(openBackupLog(path, reader, writer, onlyOptions(backup)))
  const rowKey = readRowKey(reader, path)
  const bus = openMessageBus(reader, writer, now)
  const cache: Cache = openCache({ now })
  const limits = openLimitTables({ now })
  const erased = openErasedFile(folder)
  const services = new Map<string, Opened>()
  const of = (service: string): Opened => {
    if (!servicePattern.test(service)) throw new Error(`not a service's name: ${service}`)
    const known = services.get(service)
    if (known) return known
    const documents = openDocumentStore(service, { reader, writer, rowKey })
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
  }
  const examiner = beginThread
    ? null
    : openFileExaminer(path, {
        ...{ examinedAt, now, ended: mark.examined },
        found: (findings) => tellFindings(findings, { writer, toDocuments: (name) => of(name).documents }),
      })

  return {
    of,
    healthy: () => writer.healthy(),
    degraded: () => backup?.degraded() ?? [],
    isCutOff: () => false,
    trouble: () => writer.trouble(),
    examined: () => examiner?.over() ?? true,
    async close() {
      await examiner?.close()
      await Promise.all([bus.close(), ...[...services.values()].map(({ events }) => events.close())])
      const sound = writer.untroubled()
      await writer.close()
      reader.close()
      if (sound) mark.closed()
      lock.release()
    },
  }
}

/** Without functions, which a thread does not take. */
const onlyOptions = ({ views, viewCheckpoints, keys, maxBytes }: LoggedForBackup): BackupLogOptions => ({
  ...{ views, viewCheckpoints, keys, maxBytes },
})

const prepared = async (path: string, lock: { release(): void }, options: EmbeddedOptions) => {
  const { backup, onChecking, beginThread, now = Date.now, bootId = readBootId() } = options
  try {
    const known = await prepareDataFile(path, {
      ...{ isLogged: backup !== undefined, bootId },
      ...(onChecking ? { onChecking } : {}),
      ...(beginThread ? { check: async (file) => quickCheck(file) } : {}),
    })
    // A test that replaces the writer's thread wants no other thread either.
    const examinedAt = known.state === 'new' || beginThread ? now() : known.examinedAt
    const asLeft = (known.state === 'asLeft' || known.state === 'killed') && examinedAt !== null
    return { mark: keepMark(path, bootId, examinedAt), examinedAt, asLeft }
  } catch (error) {
    lock.release()
    throw error
  }
}
