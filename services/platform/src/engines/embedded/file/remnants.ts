import { closeSync, existsSync, fsyncSync, openSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { besideWritesMs, type Connection, checkpoint, writeAnew } from './connection.ts'

/**
 * SQLite overwrites what is deleted where it stands (`secure_delete`), but not the copies that it left when it moved rows
 * from page to page: of a key, or of a name, pieces may stand in the file after both are gone. Writing the file anew
 * leaves none. That takes a second for 200 MB, in which nothing else is written, so it is done once an hour at most;
 * a mark beside the file says that it is due, so that a start does what a stop or a crash came before.
 */
const getMark = (path: string) => `${path}.remnants`

/** On disk before what is erased is. */
export const markRemnants = (path: string): void => {
  if (existsSync(getMark(path))) return
  for (const [name, flags] of [
    [getMark(path), 'a'],
    [dirname(path), 'r'],
  ] as const) {
    const opened = openSync(name, flags, 0o600)
    fsyncSync(opened)
    closeSync(opened)
  }
}

/** @returns false where it stays due: the disk has no room for the file twice, or somebody reads for long */
export const clearRemnants = (connection: Connection, path: string): boolean => {
  if (!existsSync(getMark(path))) return true
  try {
    writeAnew(connection)
    if (!checkpoint(connection, besideWritesMs)) return false
    rmSync(getMark(path))
    return true
  } catch {
    // What is written goes on: whether the disk is ill, the next write says.
    return false
  }
}
