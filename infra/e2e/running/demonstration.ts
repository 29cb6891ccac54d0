import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { madeBefore, startInOneProcess } from '../product.ts'

/**
 * For a whole run of the browser tests the demonstration is made once, and the product's sources are compiled once:
 * every product of a test begins with a copy of the data and finds the compiled files.
 */
export const setup = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tuma-demonstration-'))
  const compiled = join(folder, 'compiled')
  const product = await startInOneProcess({ NODE_COMPILE_CACHE: compiled })
  await product.stop()
  await cp(product.folder, join(folder, 'data'), { recursive: true })
  await product.close()
  Object.assign(process.env, { [madeBefore.data]: join(folder, 'data'), [madeBefore.compiled]: compiled })
  return () => rm(folder, { recursive: true, force: true })
}
