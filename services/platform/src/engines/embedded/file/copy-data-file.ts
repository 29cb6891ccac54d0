import { dirname, join } from 'node:path'
import { type Connection, openForReading } from './connection.ts'
import { type Finding, findDamage } from './find-damage.ts'
import { makePrivateFile } from './private-files.ts'
import { findStorageTrouble } from './storage-trouble.ts'

/**
 * Copies the data file of a folder as it is at one moment, during writes of other processes, and without deleted
 * content. Uses a connection of its own, because SQLite's `backup` starts again after each write beside it and never
 * ends. A copy has new indexes, so the damage of the file itself is looked for before.
 * @param into made here, readable for us alone, and not flushed to the disk
 * @returns what is damaged, by name and each once: 'revenue entries-v1', 'delivery events'; empty when the copy is sound
 * @throws FileDamaged, DiskFull or FolderNotWritable, of the folder that it is copied to
 */
export const copyDataFile = (folder: string, into: string): string[] => {
  let connection: Connection | undefined
  try {
    const path = join(folder, 'tuma.db')
    connection = openForReading(path)
    const damaged = [...findDamage(connection, path, { withRows: true })].flat().map(toName)
    makePrivateFile(into)
    connection.prepare('vacuum into ?').run(into)
    return [...new Set(damaged)]
  } catch (error) {
    throw findStorageTrouble(error, dirname(into)) ?? error
  } finally {
    connection?.close()
  }
}

const toName = ({ of, table }: Finding): string => (of ? `${of.service} ${of.collection}` : table)
