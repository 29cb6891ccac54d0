import { engineSettings } from '@tuma/platform/engines'
import { readSettings, runProcess } from '@tuma/platform/runtime'
import { restoreBackup } from './backup/restore-backup.ts'
import { takeUpEventStore } from './backup/take-up-event-store.ts'

await runProcess('The restore', async () => {
  const [asked, settings] = [process.argv.slice(2), readSettings(engineSettings, process.env)]
  console.log(await (asked[0] === '--event-store' ? takeUpEventStore(settings) : restoreBackup(asked, settings)))
  return { close: async () => undefined }
})
