import { resolve, sep } from 'node:path'
import type { EngineSettings } from '@tuma/platform/engines'
import { WrongSettings } from '@tuma/platform/runtime'
import * as z from 'zod/mini'
import { bucketIn, isBucket, type S3Address } from './s3-place.ts'

const key = 'must be 32 bytes: 64 hexadecimal digits, or 44 characters of base64 (openssl rand -base64 32)'

export const backupSettings = z.object({
  /** A folder, or s3://bucket/prefix. */
  BACKUP_TO: z.optional(z.string()),
  /** The operator's own key; without it no one can read the backup. */
  BACKUP_KEY: z.optional(z.string().check(z.regex(/^([0-9a-fA-F]{64}|[A-Za-z0-9+/]{43}=)$/, key))),
  /** For s3:// only. */
  BACKUP_S3_ENDPOINT: z.optional(
    z.string().check(z.regex(/^https?:\/\/[^\s/]+\/?$/, 'must be like https://s3.example')),
  ),
  BACKUP_S3_REGION: z._default(
    z.string().check(z.regex(/^[\w-]+$/, 'must be letters, digits and hyphens')),
    'us-east-1',
  ),
  BACKUP_S3_KEY_ID: z.optional(z.string()),
  BACKUP_S3_SECRET: z.optional(z.string()),
})
export type BackupSettings = z.output<typeof backupSettings>
/** Where to, and the 32 bytes of the key. */
export type BackupTo = { readonly to: string; readonly where: string | S3Address; readonly key: Buffer }

/** @returns null where no backup is shipped. @throws WrongSettings */
export const readBackupTo = (settings: BackupSettings & EngineSettings): BackupTo | null => {
  const { BACKUP_TO, DATA_DIR, EVENTSTORE_URL, KAFKA_BROKERS, MONGODB_URL } = settings
  if (BACKUP_TO === undefined) return null
  if (EVENTSTORE_URL || KAFKA_BROKERS || MONGODB_URL)
    throw new WrongSettings(['BACKUP_TO: ships one data folder; engines elsewhere have their own backup'])
  const backup = readPlace(BACKUP_TO, settings)
  if (typeof backup.where === 'string' && `${backup.where}${sep}`.startsWith(`${resolve(DATA_DIR)}${sep}`))
    throw new WrongSettings(['BACKUP_TO: would be lost with DATA_DIR; name a folder elsewhere, best on another disk'])
  return backup
}

/** @param to as BACKUP_TO. @throws WrongSettings */
export const readPlace = (to: string, settings: BackupSettings): BackupTo => {
  const { BACKUP_KEY } = settings
  if (BACKUP_KEY === undefined) throw new WrongSettings([`BACKUP_KEY: ${key}`])
  const where = to.startsWith('s3://') ? readS3(to, settings) : resolve(to)
  return { to, where, key: Buffer.from(BACKUP_KEY, BACKUP_KEY.length === 64 ? 'hex' : 'base64') }
}

const readS3 = (to: string, settings: BackupSettings): S3Address => {
  const { BACKUP_S3_ENDPOINT, BACKUP_S3_REGION, BACKUP_S3_KEY_ID, BACKUP_S3_SECRET } = settings
  if (!isBucket(to)) throw new WrongSettings(['BACKUP_TO: must be a folder, or like s3://bucket/folder'])
  if (!BACKUP_S3_ENDPOINT || !BACKUP_S3_KEY_ID || !BACKUP_S3_SECRET)
    throw new WrongSettings(['BACKUP_TO: s3:// needs BACKUP_S3_ENDPOINT, BACKUP_S3_KEY_ID and BACKUP_S3_SECRET'])
  const [endpoint, region, keyId, secret] = [BACKUP_S3_ENDPOINT, BACKUP_S3_REGION, BACKUP_S3_KEY_ID, BACKUP_S3_SECRET]
  return { endpoint, region, keyId, secret, ...bucketIn(to) }
}
