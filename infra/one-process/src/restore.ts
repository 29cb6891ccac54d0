import { engineSettings } from '@tuma/platform/engines'
import { readSettings, runProcess } from '@tuma/platform/runtime'
import { restoreBackup } from './restore-backup.ts'

await runProcess('The restore', async () => {
  console.log(await restoreBackup(process.argv.slice(2), readSettings(engineSettings, process.env)))
  return { close: async () => undefined }
})
