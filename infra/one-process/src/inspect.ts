import { engineSettings } from '@tuma/platform/engines'
import { readSettings, runProcess, thisMachine } from '@tuma/platform/runtime'
import { inspectData } from './inspect-data.ts'

await runProcess('The inspection', async () => {
  const settings = readSettings(engineSettings, process.env)
  console.log(await inspectData(process.argv.slice(2), settings, thisMachine.now))
  return { close: async () => undefined }
})
