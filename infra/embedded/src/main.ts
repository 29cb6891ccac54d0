import { runProcess } from '@tuma/platform/runtime'
import { startEmbedded } from './embedded.ts'
import { readEmbeddedSettings } from './settings.ts'
import { welcome } from './welcome.ts'

await runProcess('Tuma', async () => {
  const settings = readEmbeddedSettings(process.env)
  const product = await startEmbedded(settings)
  console.log(welcome(product, settings.PUBLIC_URL ?? product.url, settings.demonstration))
  return product
})
