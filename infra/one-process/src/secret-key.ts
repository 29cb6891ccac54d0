import { hkdfSync, randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { CannotStart } from '@tuma/platform/runtime'

/** A secret of its own for each part of the product. @returns 32 bytes in hexadecimal */
export type SecretFor = (part: string) => string

/** The key in the data folder, from which all secrets are derived. */
export const secretKeyIn = (folder: string) => {
  const file = join(folder, 'secret.key')
  const draft = `${file}.new`
  return {
    file,
    /** @throws CannotStart where the file holds no key */
    read: () => read(file),
    /** A key that was made and never used. */
    readDraft: () => read(draft),
    /** Writes the whole key or nothing, even if the process is killed. The key is not in use yet. */
    draft(key: string = randomBytes(32).toString('hex')): string {
      const descriptor = openSync(draft, 'w', 0o600)
      writeSync(descriptor, `${key}\n`)
      fsyncSync(descriptor)
      closeSync(descriptor)
      return key
    },
    useDraft: () => renameSync(draft, file),
    /** The error where the data exist and their key does not. */
    missing: () =>
      new CannotStart(
        `${file} is missing: without it people can't log in, and payments can't be told apart. Restore it from a backup.`,
      ),
  }
}

const read = (file: string): string | null => {
  if (!existsSync(file)) return null
  const key = readFileSync(file, 'utf8').trim()
  if (!/^[0-9a-f]{64}$/.test(key)) throw new CannotStart(`${file} is not a key of Tuma's. Restore it from a backup.`)
  return key
}

export const getSecrets =
  (key: string): SecretFor =>
  (part) =>
    Buffer.from(hkdfSync('sha256', Buffer.from(key, 'hex'), '', `tuma ${part}`, 32)).toString('hex')

/**
 * The secrets of data that are stored on servers; a new installation gets a new key here.
 * @param isNew there are no data yet. @throws CannotStart when data exist and their key does not
 */
export const openSecretKey = (folder: string, isNew: boolean): SecretFor => {
  const stored = secretKeyIn(folder)
  const found = stored.read()
  if (found === null && !isNew) throw stored.missing()
  const key = found ?? stored.draft()
  if (found === null) stored.useDraft()
  return getSecrets(key)
}
