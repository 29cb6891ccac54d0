import { hkdfSync, randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { CannotStart } from '@tuma/platform/runtime'

/** A secret of its own for each part of the product. @returns 32 bytes in hexadecimal */
export type SecretFor = (part: string) => string

/**
 * The key that everything secret hangs on, made with the data and as old as they are.
 * @param isNew there are no data yet. @throws CannotStart when data are there and their key is not
 */
export const openSecretKey = (folder: string, isNew: boolean): SecretFor => {
  const file = join(folder, 'secret.key')
  if (!existsSync(file)) {
    if (!isNew)
      throw new CannotStart(
        `${file} is missing: without it nobody can log in and no payment is known. Restore it from a backup.`,
      )
    writeWhole(file, `${randomBytes(32).toString('hex')}\n`)
  }
  const key = readFileSync(file, 'utf8').trim()
  if (!/^[0-9a-f]{64}$/.test(key)) throw new CannotStart(`${file} is not a key of Tuma's. Restore it from a backup.`)
  return (part) => Buffer.from(hkdfSync('sha256', Buffer.from(key, 'hex'), '', `tuma ${part}`, 32)).toString('hex')
}

/** All of it or nothing, whatever happens in between. */
const writeWhole = (file: string, text: string): void => {
  const draft = `${file}.new`
  const descriptor = openSync(draft, 'w', 0o600)
  writeSync(descriptor, text)
  fsyncSync(descriptor)
  closeSync(descriptor)
  renameSync(draft, file)
}
