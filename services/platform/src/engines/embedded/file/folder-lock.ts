import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { FolderNotWritable } from './cannot-open.ts'
import { makePrivate, makePrivateFile } from './private-files.ts'
import { findStorageTrouble } from './storage-trouble.ts'

export type FolderLock = { release(): void }

/**
 * Makes the folder when it is missing and keeps every other process (and a second opening in this one) out of it. The
 * lock is an open transaction on a small database: the system releases it when the process ends, in any way.
 * @throws FolderInUse, FolderNotWritable, DiskFull
 */
export const lockFolder = (folder: string): FolderLock => {
  let lock: DatabaseSync | undefined
  try {
    makePrivate(folder)
    accessSync(folder, constants.W_OK)
    const file = join(folder, 'tuma.lock')
    makePrivateFile(file)
    lock = new DatabaseSync(file, { timeout: 0 })
    lock.exec('begin exclusive')
  } catch (error) {
    lock?.close()
    throw findStorageTrouble(error, folder) ?? new FolderNotWritable(folder, error)
  }
  return { release: () => lock.close() }
}
