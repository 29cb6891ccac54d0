import { closeSync, existsSync, fsyncSync, openSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { besideWritesMs, type Connection, checkpoint, rewriteAll } from './connection.ts'

/**
 * SQLite overwrites deleted rows in place (`secure_delete`), but not the copies that it left when it moved rows from
 * page to page: pieces of a key or a name may remain in the file after both are gone. Rewriting the file leaves none.
 * That takes a second for 200 MB, without other writes, so it is done at most once an hour; a mark beside the file says
 * that it is due, so that a start finishes what a stop or a crash prevented.
 */
const getMark = (path: string) => `${path}.remnants`

/** On disk before the data is erased. */
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

/** @returns false when it stays due: the disk has no room for the file twice, or a reader takes long */
export const clearRemnants = (connection: Connection, path: string): boolean => {
  if (!existsSync(getMark(path))) return true
  try {
    rewriteAll(connection)
    if (!checkpoint(connection, besideWritesMs)) return false
    rmSync(getMark(path))
    return true
  } catch {
    // The writer continues: if the disk fails, the next write reports it.
    return false
  }
}
