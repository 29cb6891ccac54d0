import { resolve } from 'node:path'
import type { BackupTo } from './backup-settings.ts'
import { openFolderPlace } from './folder-place.ts'
import { withTimeLimit } from './place.ts'
import { openSeal } from './seal.ts'
import type { Objects } from './shipped-objects.ts'

/** An object of 8 MB passes in that time at 70 kB a second. */
const limitMs = 120_000

/** Reaches nothing yet. */
export const openPlace = ({ to, key }: BackupTo): Objects => ({
  place: withTimeLimit(openFolderPlace(resolve(to)), limitMs),
  seal: openSeal(key),
})
