import { statfsSync } from 'node:fs'
import { DiskFull, FileDamaged, FileTooNew, FileTooOld, FolderInUse, FolderNotWritable } from './cannot-open.ts'
import { sqliteCode, sqliteErrors } from './connection.ts'

export type StorageTrouble = FileDamaged | FileTooNew | FileTooOld | FolderInUse | FolderNotWritable | DiskFull

/**
 * Less than SQLite needs for its smallest files: with so little room, a full disk is the reason for any of its errors.
 */
const noRoomBytes = 64 * 1024
/** The system's codes for a disk, or a share of it, that is full. */
export const noSpaceCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT'])

/** The trouble of the folder and its disk behind an error; null when the error is about something else. */
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

/** Some systems report a full disk as one that cannot be read or opened. */
const hasRoom = (folder: string): boolean => {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= noRoomBytes
  } catch {
    return true
  }
}
