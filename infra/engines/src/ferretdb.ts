import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { builtByGo } from './go-tool.ts'
import { EngineMissing } from './running-engine.ts'

const sources = join(import.meta.dirname, '../ferretdb')
const cache = join(import.meta.dirname, '../../../.cache/engines')

/**
 * Built once: it takes some minutes and about 200 MB from the Go module proxy, pinned by go.sum. @throws EngineMissing
 */
export const builtFerretDb = async (): Promise<{ readonly command: string; readonly version: string }> => {
  const [main, modules, sums] = await Promise.all(
    ['main.go', 'go.mod', 'go.sum'].map((file) => readFile(join(sources, file), 'utf8')),
  )
  const version = modules?.match(/FerretDB\/FerretDB v(\S+)/)?.[1] ?? 'of an unknown version'
  const hash = createHash('sha256').update(`${main}${modules}${sums}`).digest('hex').slice(0, 12)
  const command = join(cache, 'bin', `ferretdb-${hash}`)
  const args = (folder: string) => ['build', '-o', join(folder, 'ferretdb'), '.']
  await builtByGo(command, { made: 'ferretdb', args, cwd: sources }).catch((error: Error) => {
    const reason = `No MONGODB_URL, no Docker, and Go could not build FerretDB: ${error.message}`
    throw new EngineMissing(reason, { cause: error })
  })
  return { command, version }
}
