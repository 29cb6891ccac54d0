import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { makeEventsView } from '../events/events-table.ts'
import { assertTakesWrites } from '../writer/takes-writes.ts'
import { FileDamaged, FileTooNew, FileTooOld } from './cannot-open.ts'
import { checkApart } from './check-apart.ts'
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
 * @param onChecking called before it is read through
 * @returns whether it has not changed since. @throws FileTooNew, FileTooOld, FileDamaged, FolderInUse,
 * FolderNotWritable, DiskFull
 */
export const prepareDataFile = async (path: string, onChecking: () => void = () => undefined): Promise<boolean> => {
  let connection: Connection | undefined
  try {
    const untouched = takeCleanShutdownMarker(path)
    const isNew = (statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0
    makePrivateFile(path)
    connection = openForWriting(path)
    if (!untouched && !isNew) {
      onChecking()
      const finding = await checkApart(path)
      if (finding !== 'ok') throw new FileDamaged(path, finding)
    }
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

const getFormat = (connection: Connection): number =>
  Number(connection.prepare('pragma user_version').get()?.user_version)

const makeTables = (connection: Connection): void => {
  connection.exec(`begin immediate; ${ownTables}`)
  makeEventsView(connection)
  connection.exec(`pragma user_version = ${dataFormat}; commit`)
}
