import { dirname, join } from 'node:path'
import { type Connection, openForReading } from './connection.ts'
import { makePrivateFile } from './private-files.ts'
import { findStorageTrouble } from './storage-trouble.ts'

/**
 * Copies the data file of a folder as it stands at one moment, whoever writes to it meanwhile, and without what was taken
 * out of it. On a connection of its own: SQLite's `backup` begins anew with each write beside it, and never ends.
 * @param into made here, for us alone, and not flushed to the disk
 * @throws FileDamaged, DiskFull or FolderNotWritable, of the folder that it is copied to
 */
export const copyDataFile = (folder: string, into: string): void => {
  let connection: Connection | undefined
  try {
    connection = openForReading(join(folder, 'tuma.db'))
    makePrivateFile(into)
    connection.prepare('vacuum into ?').run(into)
  } catch (error) {
    throw findStorageTrouble(error, dirname(into)) ?? error
  } finally {
    connection?.close()
  }
}
