import { writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { isMainThread } from 'node:worker_threads'

/**
 * Loaded before the product: when the product ends, the modules loaded after this one are in the file TUMA_LOADED, an
 * address a line.
 */
const loaded: string[] = []
registerHooks({
  load(url, context, next) {
    loaded.push(url)
    return next(url, context)
  },
})
if (isMainThread) process.on('exit', () => writeFileSync(process.env.TUMA_LOADED ?? '', loaded.join('\n')))
