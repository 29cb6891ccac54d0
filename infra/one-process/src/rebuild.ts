import { engineSettings } from '@tuma/platform/engines'
import { readSettings, runProcess } from '@tuma/platform/runtime'
import { rebuildView } from './rebuild-view.ts'

await runProcess('The rebuild', async () => {
  console.log(await rebuildView(process.argv.slice(2), readSettings(engineSettings, process.env)))
  return { close: async () => undefined }
})
