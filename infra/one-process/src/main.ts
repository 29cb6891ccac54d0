import { flushCompileCache } from 'node:module'
import { runProcess } from '@tuma/platform/runtime'
import { startProduct } from './product.ts'
import { welcome } from './seed/welcome.ts'
import { readProductSettings } from './settings.ts'

await runProcess('Tuma', async (fail, ending) => {
  const settings = readProductSettings(process.env)
  const product = await startProduct(settings, { fail, ending })
  console.log(welcome(product, settings))
  // Written now and not at the end, because a killed process would leave no cache for the next start.
  flushCompileCache()
  return product
})
