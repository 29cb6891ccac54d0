import { closeSync, openSync, readSync } from 'node:fs'

/** Stored in the data file as SQLite's `user_version`. Another number is refused at the start. */
export const dataFormat = 11

const magic = 'SQLite format 3\0'
/** https://www.sqlite.org/fileformat.html#the_database_header: a number of four bytes, the highest first. */
const userVersionAt = 60

/**
 * The format that the header of a data file names. 0: the file is missing, is no database, or its header has no format
 * yet.
 */
export const formatInHeader = (path: string): number => {
  const header = Buffer.alloc(userVersionAt + 4)
  try {
    const file = openSync(path, 'r')
    try {
      const read = readSync(file, header, 0, header.length, 0)
      return read === header.length && header.toString('latin1', 0, magic.length) === magic
        ? header.readUInt32BE(userVersionAt)
        : 0
    } finally {
      closeSync(file)
    }
  } catch {
    // Missing or unreadable: opening it reports which.
    return 0
  }
}
