import { engineSettings } from '@tuma/platform/engines'
import { readSettings, runProcess, thisMachine } from '@tuma/platform/runtime'
import { inspectData } from './inspect-data.ts'

await runProcess('The inspection', async () => {
  console.log(await inspectData(process.argv.slice(2), readSettings(engineSettings, process.env), thisMachine.now))
  return { close: async () => undefined }
})
