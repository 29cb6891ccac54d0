import { rebuildView } from '@tuma/one-process/rebuild-view'
import { openSecretKey } from '@tuma/one-process/secret-key'
import { assertFolderIsThere, runProcess } from '@tuma/platform/runtime'
import { getEngines } from './plan.ts'
import { readGrownSettings } from './settings.ts'

await runProcess('The rebuild', async () => {
  const settings = readGrownSettings(process.env)
  const { DATA_DIR } = settings
  assertFolderIsThere(DATA_DIR)
  const [service = '', ...view] = process.argv.slice(2)
  const engines = getEngines(settings, openSecretKey(DATA_DIR, false))(service)
  console.log(await rebuildView([service, ...view], { ...settings, ...engines }))
  return { close: async () => undefined }
})
