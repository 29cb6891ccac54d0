import { dirname } from 'node:path'
import { FileDamaged, FileTooNew } from './cannot-open.ts'
import { carryOver, finishCarryOver } from './carry-over.ts'
import { type Connection, openForWriting } from './connection.ts'
import { makeEventsView } from './events-table.ts'
import { eventShapes, ownTables } from './own-tables.ts'
import { makePrivateFile } from './private-files.ts'
import { clearRemnants } from './remnants.ts'
import { takeSoundMark } from './sound-mark.ts'
import { storageTroubleOf } from './storage-trouble.ts'
import { assertTakesWrites } from './takes-writes.ts'

/** Of the data file, as it stands in it: what a release does not know it leaves alone. */
export const dataFormat = 3

/**
 * Makes the file or brings it up to date, and looks whether it is sound, unless it was closed in order and is as it was.
 * @param onCarryOver hears how many bytes are carried over into this release's format, before that is done
 * @returns whether it was as it had been left. @throws FileTooNew, FileDamaged, FolderInUse, FolderNotWritable, DiskFull, NoRoomToCarryOver
 */
export const prepareDataFile = (path: string, onCarryOver?: (bytes: number) => void): boolean => {
  let connection: Connection | undefined
  try {
    const untouched = takeSoundMark(path)
    makePrivateFile(path)
    connection = openForWriting(path)
    if (!untouched) refuseDamaged(connection, path)
    if (formatOf(connection, path) === 1) {
      connection.close()
      connection = undefined
      carryOver(path, onCarryOver)
      connection = openForWriting(path)
    }
    if (formatOf(connection, path) === 0) makeTables(connection)
    if (formatOf(connection, path) === 2) takeShapes(connection)
    finishCarryOver(path)
    assertTakesWrites(connection, path)
    clearRemnants(connection, path)
    return untouched
  } catch (error) {
    throw storageTroubleOf(error, dirname(path)) ?? error
  } finally {
    connection?.close()
  }
}

const refuseDamaged = (connection: Connection, path: string): void => {
  const finding = connection.prepare('pragma quick_check(1)').get()?.quick_check
  if (finding !== 'ok') throw new FileDamaged(path, String(finding))
}

const formatOf = (connection: Connection, path: string): number => {
  const found = Number(connection.prepare('pragma user_version').get()?.user_version)
  if (found > dataFormat) throw new FileTooNew(path, found, dataFormat)
  return found
}

const makeTables = (connection: Connection): void => {
  connection.exec(`begin immediate; ${ownTables}`)
  makeEventsView(connection)
  connection.exec(`pragma user_version = ${dataFormat}; commit`)
}

/** Of format 2 all is read as it is. Events are packed from now on, which an older release must not take for theirs. */
const takeShapes = (connection: Connection): void =>
  connection.exec(`begin immediate; ${eventShapes}; pragma user_version = ${dataFormat}; commit`)
