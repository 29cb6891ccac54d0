import { dirname, join } from 'node:path'
import { type Connection, openForReading } from './connection.ts'
import { makePrivateFile } from './private-files.ts'
import { findStorageTrouble } from './storage-trouble.ts'

/**
 * Copies the data file of a folder as it is at one moment, during writes of other processes, and without deleted
 * content. Uses a connection of its own, because SQLite's `backup` starts again after each write beside it and never
 * ends.
 * @param into made here, readable for us alone, and not flushed to the disk
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
