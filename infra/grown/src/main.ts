import { welcome } from '@tuma/one-process/welcome'
import { runProcess } from '@tuma/platform/runtime'
import { readGrownSettings, startGrown } from './start-grown.ts'

await runProcess('Tuma', async () => {
  const settings = readGrownSettings(process.env)
  const product = await startGrown({ settings, environment: process.env, say: (line) => console.error(line) })
  console.log(welcome(product, settings))
  return product
})
