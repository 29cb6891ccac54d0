import { writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { isMainThread } from 'node:worker_threads'

/** Loaded before the product: what comes after it is written to the file TUMA_LOADED when the product ends, an address a line. */
const loaded: string[] = []
registerHooks({
  load(url, context, next) {
    loaded.push(url)
    return next(url, context)
  },
})
if (isMainThread) process.on('exit', () => writeFileSync(process.env.TUMA_LOADED ?? '', loaded.join('\n')))
