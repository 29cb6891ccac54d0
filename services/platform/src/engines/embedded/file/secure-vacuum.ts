import { closeSync, existsSync, fsyncSync, openSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { besideWritesMs, type Connection, checkpoint, rewriteAll } from './connection.ts'

/**
 * SQLite overwrites deleted rows in place (`secure_delete`), but not the copies that it left when it moved rows from
 * page to page: pieces of a key or a name may remain in the file after both are gone. Rewriting the file leaves none.
 * That takes a second for 200 MB, without other writes, so it is done at most once an hour; a mark beside the file says
 * that it is due, so that a start finishes what a stop or a crash prevented.
 */
const getMarkerPath = (path: string) => `${path}.remnants`

/** On disk before the data is erased. */
export const markVacuumDue = (path: string): void => {
  if (existsSync(getMarkerPath(path))) return
  for (const [name, flags] of [
    [getMarkerPath(path), 'a'],
    [dirname(path), 'r'],
  ] as const) {
    const opened = openSync(name, flags, 0o600)
    fsyncSync(opened)
    closeSync(opened)
  }
}

/** @returns false when it stays due: the disk has no room for the file twice, or a reader takes long */
export const vacuumIfDue = (connection: Connection, path: string): boolean => {
  if (!existsSync(getMarkerPath(path))) return true
  try {
    rewriteAll(connection)
    if (!checkpoint(connection, besideWritesMs)) return false
    rmSync(getMarkerPath(path))
    return true
  } catch {
    // The writer continues: if the disk fails, the next write reports it.
    return false
  }
}
