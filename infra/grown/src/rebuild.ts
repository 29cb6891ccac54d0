import { existsSync } from 'node:fs'
import { rebuildView } from '@tuma/one-process/rebuild-view'
import { openSecretKey } from '@tuma/one-process/secret-key'
import { CannotStart, runProcess } from '@tuma/platform/runtime'
import { enginesOf } from './plan.ts'
import { readGrownSettings } from './settings.ts'

await runProcess('The rebuild', async () => {
  const settings = readGrownSettings(process.env)
  const { DATA_DIR } = settings
  if (!existsSync(DATA_DIR)) throw new CannotStart(`There is no folder ${DATA_DIR}: name yours with DATA_DIR.`)
  const [service = '', ...view] = process.argv.slice(2)
  const engines = enginesOf(settings, openSecretKey(DATA_DIR, false))(service)
  console.log(await rebuildView([service, ...view], { ...settings, ...engines }))
  return { close: async () => undefined }
})
