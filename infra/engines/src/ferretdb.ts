import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { EngineMissing } from './running-engine.ts'

const run = promisify(execFile)
const sources = join(import.meta.dirname, '../ferretdb')
const cache = join(import.meta.dirname, '../../../.cache/engines')

/** Built once: some minutes and some 200 MB from the Go module proxy, pinned by go.sum. @throws EngineMissing */
export const builtFerretDb = async (): Promise<{ readonly command: string; readonly version: string }> => {
  const [main, modules, sums] = await Promise.all(
    ['main.go', 'go.mod', 'go.sum'].map((file) => readFile(join(sources, file), 'utf8')),
  )
  const version = modules?.match(/FerretDB\/FerretDB v(\S+)/)?.[1] ?? 'of an unknown version'
  const hash = createHash('sha256').update(`${main}${modules}${sums}`).digest('hex').slice(0, 12)
  const command = join(cache, 'bin', `ferretdb-${hash}`)
  if (!existsSync(command)) await build(command)
  return { command, version }
}

const build = async (command: string, tries = 3): Promise<void> => {
  const go = join(cache, `go-ferretdb-${process.pid}`)
  const unfinished = `${command}.${process.pid}`
  const env = { ...process.env, GOPATH: go, GOCACHE: join(go, 'build'), GOTOOLCHAIN: 'local', GOFLAGS: '-modcacherw' }
  await Promise.all([go, dirname(command)].map((folder) => mkdir(folder, { recursive: true })))
  try {
    await run('go', ['build', '-o', unfinished, '.'], { cwd: sources, env, timeout: 900_000 })
    await rename(unfinished, command)
  } catch (error) {
    if (tries > 1 && (error as NodeJS.ErrnoException).code !== 'ENOENT') return build(command, tries - 1)
    throw new EngineMissing(`No MONGODB_URL, no Docker, and Go could not build FerretDB: ${(error as Error).message}`, {
      cause: error,
    })
  }
  await rm(go, { recursive: true, force: true })
}
