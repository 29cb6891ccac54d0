import type { BackupTo } from './backup-settings.ts'
import { openFolderPlace } from './folder-place.ts'
import { withTimeLimit } from './place.ts'
import { openS3Place } from './s3-place.ts'
import { openSeal } from './seal.ts'
import type { Objects } from './shipped-objects.ts'

/** An object of 8 MB passes in that time at 70 kB a second. */
const limitMs = 120_000

/** Reaches nothing yet. */
export const openPlace = ({ where, key }: Pick<BackupTo, 'where' | 'key'>): Objects => ({
  place: withTimeLimit(typeof where === 'string' ? openFolderPlace(where) : openS3Place(where), limitMs),
  seal: openSeal(key),
})
