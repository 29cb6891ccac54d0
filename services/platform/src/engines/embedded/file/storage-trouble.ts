import { statfsSync } from 'node:fs'
import { DiskFull, FileDamaged, FileTooNew, FileTooOld, FolderInUse, FolderNotWritable } from './cannot-open.ts'
import { sqliteCode, sqliteErrors } from './connection.ts'

export type StorageTrouble = FileDamaged | FileTooNew | FileTooOld | FolderInUse | FolderNotWritable | DiskFull

/** Less than SQLite needs for its smallest files: whatever it says then, this is why. */
const noRoomBytes = 64 * 1024
const noSpaceCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT'])

/** What an error says of the folder and its disk; null where it is about something else. */
export const findStorageTrouble = (error: unknown, folder: string): StorageTrouble | null => {
  if (error instanceof FileDamaged || error instanceof FileTooNew || error instanceof FileTooOld) return error
  const ofSystem = error instanceof Error && 'syscall' in error && 'code' in error ? error.code : null
  const ofSqlite = sqliteCode(error)
  if (ofSqlite === null && ofSystem === null) return null
  if (ofSqlite === sqliteErrors.corrupt || ofSqlite === sqliteErrors.notADatabase)
    return new FileDamaged(folder, String(error))
  if (ofSqlite === sqliteErrors.busy) return new FolderInUse(folder)
  const isFull = ofSqlite === sqliteErrors.full || noSpaceCodes.has(ofSystem) || !hasRoom(folder)
  return isFull ? new DiskFull(folder, error) : new FolderNotWritable(folder, error)
}

/** On some systems a full disk is said to be one that can't be read or opened. */
const hasRoom = (folder: string): boolean => {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= noRoomBytes
  } catch {
    return true
  }
}
