import { randomUUID } from 'node:crypto'
import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { forgetBackupLog, makeBackupLog } from '../backup-log/log-table.ts'
import { makeRowKey, readRowKey } from '../documents/row-key.ts'
import { makeEventsView } from '../events/events-table.ts'
import { assertTakesWrites } from '../writer/takes-writes.ts'
import { FileDamaged, FileTooNew, FileTooOld } from './cannot-open.ts'
import { checkApart } from './check-apart.ts'
import { takeCleanShutdownMarker } from './clean-shutdown-marker.ts'
import { type Connection, openForWriting } from './connection.ts'
import { dataFormat, formatInHeader } from './data-format.ts'
import { losesCommits } from './log-damage.ts'
import { ownTables } from './own-tables.ts'
import { makePrivateFile } from './private-files.ts'
import { vacuumIfDue } from './secure-vacuum.ts'
import { findStorageTrouble } from './storage-trouble.ts'

/**
 * Refuses a file of another format by its header alone, so that its folder does not change.
 * @throws FileTooNew FileTooOld
 */
export const assertKnownFormat = (path: string): void => assertKnown(formatInHeader(path) || dataFormat, path)

/** `asLeft`: it was closed in order and has not changed since. `unknown`: a crash or a change from outside came between. */
export type FileState = 'new' | 'asLeft' | 'unknown'

type Check = (path: string) => Promise<string>

type Preparing = {
  readonly isLogged?: boolean
  readonly onChecking?: () => void
  readonly check?: Check
}

/**
 * Makes the file when it is missing, and checks it for damage unless it was closed in order and has not changed since.
 * @param isLogged each commit will be written into the log of a backup
 * @param onChecking called before it is read through
 * @param check reads the whole file: in a thread, unless a test allows no other thread
 * @throws FileTooNew, FileTooOld, FileDamaged, FolderInUse, FolderNotWritable, DiskFull
 */
export const prepareDataFile = async (
  path: string,
  { isLogged = false, onChecking = () => undefined, check = checkApart }: Preparing = {},
): Promise<FileState> => {
  let connection: Connection | undefined
  try {
    const untouched = takeCleanShutdownMarker(path)
    const isNew = (statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0
    // Opening the file takes up its log, up to the first frame that is damaged.
    if (!untouched && losesCommits(path)) throw new FileDamaged(path, 'its log is damaged before its last commits')
    makePrivateFile(path)
    connection = openForWriting(path)
    if (!untouched && !isNew) {
      onChecking()
      await refuseDamaged(path, check)
    }
    const format = getFormat(connection)
    if (format === 0) makeTables(connection)
    // The header does not have it yet if the log was never moved into the file.
    else assertKnown(format, path)
    readRowKey(connection, path)
    assertTakesWrites(connection, path)
    if (isLogged) makeBackupLog(connection, randomUUID())
    else forgetBackupLog(connection)
    vacuumIfDue(connection, path)
    if (format === 0) return 'new'
    return untouched ? 'asLeft' : 'unknown'
  } catch (error) {
    throw findStorageTrouble(error, dirname(path)) ?? error
  } finally {
    connection?.close()
  }
}

const assertKnown = (format: number, path: string): void => {
  if (format > dataFormat) throw new FileTooNew(path, format, dataFormat)
  if (format < dataFormat) throw new FileTooOld(path, format, dataFormat)
}

const refuseDamaged = async (path: string, check: Check): Promise<void> => {
  const finding = await check(path)
  if (finding !== 'ok') throw new FileDamaged(path, finding)
}

const getFormat = (connection: Connection): number =>
  Number(connection.prepare('pragma user_version').get()?.user_version)

const makeTables = (connection: Connection): void => {
  connection.exec(`begin immediate; ${ownTables}`)
  makeEventsView(connection)
  makeRowKey(connection)
  connection.exec(`pragma user_version = ${dataFormat}; commit`)
}
