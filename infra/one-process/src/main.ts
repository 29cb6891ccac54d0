import { flushCompileCache } from 'node:module'
import { runProcess } from '@tuma/platform/runtime'
import { startProduct } from './product.ts'
import { welcome } from './seed/welcome.ts'
import { readProductSettings } from './settings.ts'

await runProcess('Tuma', async (fail, ending) => {
  const settings = readProductSettings(process.env)
  const product = await startProduct(settings, { fail, ending })
  console.log(welcome(product, settings))
  // For the next start, and now: whoever is killed leaves nothing behind.
  flushCompileCache()
  return product
})
