import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLog } from '@tuma/platform/runtime'
import { readProductSettings, startProduct } from '../src/product.ts'

type Files = ReadonlyMap<string, Buffer>

/**
 * The lowest cost that argon2id allows, because each test signs in many times. Tests of identity prove the real cost.
 */
export const hurried = { passwordCost: { memory: 8, passes: 1, parallelism: 1 } } as const

/** `start/seed.test.ts` tests how the demonstration is made; all other tests copy it from here. */
const make = async (): Promise<Files> => {
  const folder = await mkdtemp(join(tmpdir(), 'tuma-demonstration-'))
  const settings = { ...readProductSettings({ PORT: '0', DATA_DIR: folder }), ...hurried }
  const product = await startProduct(settings, { log: openLog('silent') })
  await product.close()
  const files = new Map<string, Buffer>()
  for (const name of await readdir(folder)) files.set(name, await readFile(join(folder, name)))
  await rm(folder, { recursive: true })
  return files
}

let made: Promise<Files> | undefined

/** Puts today's demonstration into an empty data folder. It is made once for all the products of a test process. */
export const putDemonstration = async (folder: string): Promise<void> => {
  made ??= make()
  for (const [name, bytes] of await made) await writeFile(join(folder, name), bytes)
}
