import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import type { Connection } from '../file/connection.ts'

/** The room that a writer needs for longer than a moment: the log grows by more than the last bytes of a full disk. */
const room = Buffer.alloc(1024 * 1024)

/** Writes where people's data will be written, and leaves nothing there. @throws the error of the disk or of SQLite */
export const assertTakesWrites = (connection: Connection, path: string): void => {
  const proof = `${path}.room`
  try {
    const file = openSync(proof, 'w', 0o600)
    try {
      for (let written = 0; written < room.length; ) written += writeSync(file, room, written)
    } finally {
      closeSync(file)
    }
  } finally {
    rmSync(proof, { force: true })
  }
  // The same number as before, written and flushed like everything else.
  const version = Number(connection.prepare('pragma user_version').get()?.user_version)
  connection.exec(`begin immediate; pragma user_version = ${version}; commit`)
}
