import { engineSettings } from '@tuma/platform/engines'
import { readSettings, runProcess } from '@tuma/platform/runtime'
import { makeBackup } from './backup/make-backup.ts'

await runProcess('The backup', async () => {
  console.log(await makeBackup(process.argv.slice(2), readSettings(engineSettings, process.env)))
  return { close: async () => undefined }
})
