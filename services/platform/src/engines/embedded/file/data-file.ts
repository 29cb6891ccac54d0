import { dirname } from 'node:path'
import { makeEventsView } from '../events/events-table.ts'
import { assertTakesWrites } from '../writer/takes-writes.ts'
import { FileDamaged, FileTooNew, FileTooOld } from './cannot-open.ts'
import { takeCleanShutdownMarker } from './clean-shutdown-marker.ts'
import { type Connection, openForWriting } from './connection.ts'
import { dataFormat, formatInHeader } from './data-format.ts'
import { ownTables } from './own-tables.ts'
import { makePrivateFile } from './private-files.ts'
import { vacuumIfDue } from './secure-vacuum.ts'
import { findStorageTrouble } from './storage-trouble.ts'

/**
 * Refuses a file of another format by its header alone, so that its folder does not change.
 * @throws FileTooNew FileTooOld
 */
export const assertKnownFormat = (path: string): void => assertKnown(formatInHeader(path) || dataFormat, path)

/**
 * Makes the file when it is missing, and checks it for damage unless it was closed in order and has not changed since.
 * @returns whether it has not changed since. @throws FileTooNew, FileTooOld, FileDamaged, FolderInUse,
 * FolderNotWritable, DiskFull
 */
export const prepareDataFile = (path: string): boolean => {
  let connection: Connection | undefined
  try {
    const untouched = takeCleanShutdownMarker(path)
    makePrivateFile(path)
    connection = openForWriting(path)
    if (!untouched) refuseDamaged(connection, path)
    const format = getFormat(connection)
    if (format === 0) makeTables(connection)
    // The header does not have it yet if the log was never moved into the file.
    else assertKnown(format, path)
    assertTakesWrites(connection, path)
    vacuumIfDue(connection, path)
    return untouched
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

const refuseDamaged = (connection: Connection, path: string): void => {
  const finding = connection.prepare('pragma quick_check(1)').get()?.quick_check
  if (finding !== 'ok') throw new FileDamaged(path, String(finding))
}

const getFormat = (connection: Connection): number =>
  Number(connection.prepare('pragma user_version').get()?.user_version)

const makeTables = (connection: Connection): void => {
  connection.exec(`begin immediate; ${ownTables}`)
  makeEventsView(connection)
  connection.exec(`pragma user_version = ${dataFormat}; commit`)
}
