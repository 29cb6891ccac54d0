import { randomUUID } from 'node:crypto'
import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { forgetBackupLog, makeBackupLog } from '../backup-log/log-table.ts'
import { makeRowKey, readRowKey } from '../documents/row-key.ts'
import { makeEventsView } from '../events/events-table.ts'
import { assertTakesWrites } from '../writer/takes-writes.ts'
import { FileDamaged, FileTooNew, FileTooOld } from './cannot-open.ts'
import { checkApart } from './check-apart.ts'
import { type Connection, openForWriting } from './connection.ts'
import { dataFormat, formatInHeader } from './data-format.ts'
import { type Known, takeMark } from './known-sound.ts'
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

/** What is known of the file, which may have been made just now. */
export type Prepared = Known | { readonly state: 'new' }

type Check = (path: string) => Promise<string>

type Preparing = {
  readonly isLogged?: boolean
  readonly onChecking?: () => void
  readonly check?: Check
  readonly bootId?: string | null
}

/**
 * Makes the file when it is missing, and checks it for damage unless it is known to be sound.
 * @param isLogged each commit will be written into the log of a backup
 * @param onChecking called before it is read through
 * @param check reads the whole file: in a thread, unless a test allows no other thread
 * @param bootId of this run of the machine; null: unknown
 * @throws FileTooNew, FileTooOld, FileDamaged, FolderInUse, FolderNotWritable, DiskFull
 */
export const prepareDataFile = async (
  path: string,
  { isLogged = false, onChecking = () => undefined, check = checkApart, bootId = null }: Preparing = {},
): Promise<Prepared> => {
  let connection: Connection | undefined
  try {
    const known = takeMark(path, bootId)
    const isNew = (statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0
    // Opening the file takes up its log, up to the first frame that is damaged. The log is small, so that this costs little.
    if (known.state !== 'asLeft' && losesCommits(path))
      throw new FileDamaged(path, 'its log is damaged before its last commits')
    makePrivateFile(path)
    connection = openForWriting(path)
    if (known.state === 'unknown' && !isNew) {
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
    return format === 0 ? { state: 'new' } : known
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
