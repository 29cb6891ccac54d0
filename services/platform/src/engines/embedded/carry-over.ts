import { existsSync, linkSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { FolderInUse, NoRoomToCarryOver } from './cannot-open.ts'
import { openForFilling, openForWriting, sqliteCode, sqliteErrors } from './connection.ts'
import { flushToDisk, makePrivateFile, removeWithBytes } from './private-files.ts'
import { storageTroubleOf } from './storage-trouble.ts'
import { takeOver } from './take-over.ts'

const newOf = (path: string) => `${path}.new`
const oldOf = (path: string) => `${path}.old`

/**
 * Carries a file of format 1 over into a new one beside it, which takes its place with one rename. Until then the old one is
 * as it was, and whoever is cut begins anew. Then its bytes go: they hold keys, of which some will be destroyed one day.
 * @param onBegin hears how many bytes the old one has
 * @throws NoRoomToCarryOver FolderInUse
 */
export const carryOver = (path: string, onBegin: (bytes: number) => void = () => undefined): void => {
  // Of a carry-over that was cut: the old one is the file itself still, under a second name.
  rmSync(oldOf(path), { force: true })
  removeWithBytes(newOf(path))
  const size = sizeOf(path)
  assertRoom(path, size)
  onBegin(size)
  takeLogAway(path)
  fillNew(path, size)
  keepForItsEnd(path)
  renameSync(newOf(path), path)
  flushToDisk(dirname(path))
}

/** What a carry-over that is done leaves behind, also one that was cut in between. */
export const finishCarryOver = (path: string): void => {
  const old = oldOf(path)
  if (existsSync(old) && !isRead(old)) removeWithBytes(old)
}

/** By a backup that began before the rename: then it is left to the next start. */
const isRead = (path: string): boolean => {
  const database = new DatabaseSync(path, { timeout: 0 })
  try {
    database.exec('begin exclusive; rollback')
    return false
  } catch (error) {
    // Of one that was cut while its bytes went, nobody can read anything.
    return sqliteCode(error) === sqliteErrors.busy
  } finally {
    database.close()
  }
}

/** With what stands in its log. */
const sizeOf = (path: string): number =>
  [path, `${path}-wal`].reduce((sum, one) => sum + (statSync(one, { throwIfNoEntry: false })?.size ?? 0), 0)

/** A log that stayed would be taken for the new file's. */
const takeLogAway = (path: string): void => {
  const connection = openForWriting(path)
  try {
    const mode = connection.prepare('pragma journal_mode = delete').get()?.journal_mode
    if (mode !== 'delete') throw new FolderInUse(dirname(path))
  } finally {
    connection.close()
  }
}

/** About as much again as there is, though the new one is smaller. */
const assertRoom = (path: string, size: number): void => {
  const { bavail, bsize } = statfsSync(dirname(path))
  const missing = size - bavail * bsize
  if (missing > 0) throw new NoRoomToCarryOver(path, missing)
}

const fillNew = (path: string, size: number): void => {
  const made = newOf(path)
  try {
    makePrivateFile(made)
    const connection = openForFilling(made)
    try {
      takeOver(connection, path)
    } finally {
      connection.close()
    }
    flushToDisk(made)
  } catch (error) {
    const written = statSync(made, { throwIfNoEntry: false })?.size ?? 0
    removeWithBytes(made)
    if (storageTroubleOf(error, dirname(path))?.code !== 'DiskFull') throw error
    throw new NoRoomToCarryOver(path, Math.max(size - written, 1024 * 1024), error)
  }
}

/** Where a file system knows no second names, its bytes stay on the disk until something else is written there. */
const keepForItsEnd = (path: string): void => {
  try {
    linkSync(path, oldOf(path))
  } catch {
    // It goes with the rename all the same.
  }
}
