import { resolve, sep } from 'node:path'
import type { EngineSettings } from '@tuma/platform/engines'
import { WrongSettings } from '@tuma/platform/runtime'
import * as z from 'zod/mini'

const key = 'must be 32 bytes: 64 hexadecimal digits, or 44 characters of base64 (openssl rand -base64 32)'

export const backupSettings = z.object({
  /** A folder, or s3://bucket/prefix. */
  BACKUP_TO: z.optional(z.string()),
  /** The operator's own key; without it no one can read the backup. */
  BACKUP_KEY: z.optional(z.string().check(z.regex(/^([0-9a-fA-F]{64}|[A-Za-z0-9+/]{43}=)$/, key))),
})
export type BackupSettings = z.output<typeof backupSettings>
/** Where to, and the 32 bytes of the key. */
export type BackupTo = { readonly to: string; readonly key: Buffer }

/** @returns null where no backup is shipped. @throws WrongSettings */
export const readBackupTo = (settings: BackupSettings & EngineSettings): BackupTo | null => {
  const { BACKUP_TO, BACKUP_KEY, DATA_DIR, EVENTSTORE_URL, KAFKA_BROKERS, MONGODB_URL } = settings
  if (BACKUP_TO === undefined) return null
  if (EVENTSTORE_URL || KAFKA_BROKERS || MONGODB_URL)
    throw new WrongSettings(['BACKUP_TO: ships one data folder; engines elsewhere have their own backup'])
  if (!BACKUP_TO.startsWith('s3://') && `${resolve(BACKUP_TO)}${sep}`.startsWith(`${resolve(DATA_DIR)}${sep}`))
    throw new WrongSettings(['BACKUP_TO: would be lost with DATA_DIR; name a folder elsewhere, best on another disk'])
  return { to: BACKUP_TO, key: readBackupKey(BACKUP_KEY) }
}

/** @throws WrongSettings when it is missing */
export const readBackupKey = (found: string | undefined): Buffer => {
  if (found === undefined) throw new WrongSettings([`BACKUP_KEY: ${key}`])
  return Buffer.from(found, found.length === 64 ? 'hex' : 'base64')
}
