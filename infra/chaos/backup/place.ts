import { openS3Double, type S3Objects } from '@tuma/one-process/s3-double'

const [bucket, keyId, region] = ['backups', 'chaos', 'af-south-1']
export const metricsToken = 'chaos-reads-the-metrics'
/** What a parcel adds to the place: commits and personal keys. Copies of all data are left out. */
const isOfParcels = /\/(log|keys)-/

/** A store with S3's protocol, to which the product ships its backup, and in which faults can be caused. */
export const openBackupPlace = async (from?: S3Objects) => {
  let bytesOfParcels = 0
  const s3 = await openS3Double(bucket, keyId, region, {
    pageSize: 1000,
    ...(from ? { from } : {}),
    onPut(key, bytes) {
      if (isOfParcels.test(key)) bytesOfParcels += bytes.length
    },
  })
  return {
    to: `s3://${bucket}/tuma`,
    /** Without BACKUP_TO, for a restore. */
    readSettings: {
      BACKUP_KEY: '07'.repeat(32),
      BACKUP_S3_ENDPOINT: s3.endpoint,
      BACKUP_S3_REGION: region,
      BACKUP_S3_KEY_ID: keyId,
      BACKUP_S3_SECRET: 'of the key',
    },
    setState: s3.setState,
    /** Commits and keys that were shipped since it was opened. */
    bytesOfParcels: () => bytesOfParcels,
    objects: s3.objects,
    close: s3.close,
  }
}
export type BackupPlace = Awaited<ReturnType<typeof openBackupPlace>>

/** The product ships there, and its metrics say how far behind the place is. */
export const toShippingSettings = ({ to, readSettings }: BackupPlace): Record<string, string> => ({
  ...readSettings,
  BACKUP_TO: to,
  METRICS_TOKEN: metricsToken,
})
