import { createHash, randomBytes } from 'node:crypto'
import { FileDamaged } from '../file/cannot-open.ts'
import type { Connection } from '../file/connection.ts'

const toProof = (key: string): string => createHash('sha256').update(`row key ${key}`).digest('hex')

/** Makes the key of a new file. It is in the file, because both are copied and restored as one. */
export const makeRowKey = (connection: Connection): void => {
  const key = randomBytes(16).toString('hex')
  connection.prepare('insert into row_key (key, proof) values (?, ?)').run(key, toProof(key))
}

/**
 * The key of the checksums of all rows in this file. A damaged key would make every row look damaged, so it has a proof.
 * @throws FileDamaged
 */
export const readRowKey = (reader: Connection, path: string): string => {
  const { key, proof } = reader.prepare('select key, proof from row_key').get() ?? {}
  if (typeof key !== 'string' || toProof(key) !== proof)
    throw new FileDamaged(path, 'the key of the checksums of its rows is not what was written')
  return key
}
