import { accessSync, constants, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { FolderInUse, FolderNotWritable } from './cannot-open.ts'
import { sqliteCode, sqliteErrors } from './connection.ts'

export type FolderLock = { release(): void }

/**
 * Makes the folder when it is missing and keeps every other process (and a second opening in this one) out of it.
 * The lock is an open transaction on a small database: the system lets go of it when the process dies, however it dies.
 * @throws FolderInUse, FolderNotWritable
 */
export const lockFolder = (folder: string): FolderLock => {
  let lock: DatabaseSync | undefined
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    lock = new DatabaseSync(join(folder, 'tuma.lock'), { timeout: 0 })
    lock.exec('begin exclusive')
  } catch (error) {
    lock?.close()
    if (sqliteCode(error) === sqliteErrors.busy) throw new FolderInUse(folder)
    throw new FolderNotWritable(folder, error)
  }
  return { release: () => lock.close() }
}
