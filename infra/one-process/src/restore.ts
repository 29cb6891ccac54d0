import { engineSettings } from '@tuma/platform/engines'
import { readSettings, runProcess } from '@tuma/platform/runtime'
import * as z from 'zod/mini'
import { restoreBackup } from './backup/restore-backup.ts'
import { takeUpEventStore } from './backup/take-up-event-store.ts'
import { backupSettings } from './shipping/backup-settings.ts'
import { restoreFromPlace } from './shipping/restore-from-place.ts'

const allSettings = z.extend(engineSettings, backupSettings.shape)

const restore = (asked: readonly string[], settings: z.output<typeof allSettings>): Promise<string> => {
  if (asked[0] === '--event-store') return takeUpEventStore(settings)
  return asked.includes('--from') ? restoreFromPlace(asked, settings) : restoreBackup(asked, settings)
}

await runProcess('The restore', async () => {
  const [asked, settings] = [process.argv.slice(2), readSettings(allSettings, process.env)]
  console.log(await restore(asked, settings))
  return { close: async () => undefined }
})
