import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const cache = join(import.meta.dirname, '../../.cache/engines')

/**
 * A command of the Go module proxy, built once for this version: `goTool('sigs.k8s.io/kubectl-validate', 'v0.0.4')`.
 * @returns its path. @throws what Go says
 */
export const goTool = async (module: string, version: string, tries = 3): Promise<string> => {
  const name = basename(module.replace(/(\/(v\d+|cmd))+$/, ''))
  const command = join(cache, 'bin', `${name}-${version}`)
  if (existsSync(command)) return command
  const folder = join(cache, `go-${name}-${process.pid}`)
  const env = {
    ...process.env,
    GOPATH: folder,
    GOCACHE: join(folder, 'build'),
    GOTOOLCHAIN: 'local',
    GOFLAGS: '-modcacherw',
  }
  await Promise.all([folder, join(cache, 'bin')].map((one) => mkdir(one, { recursive: true })))
  try {
    await run('go', ['install', `${module}@${version}`], {
      env: { ...env, GOBIN: join(folder, 'bin') },
      timeout: 900_000,
    })
    const built = module.endsWith('/cmd') ? 'cmd' : name
    await rename(join(folder, 'bin', built), command)
  } catch (error) {
    if (tries > 1) return goTool(module, version, tries - 1)
    throw error
  }
  await rm(folder, { recursive: true, force: true })
  return command
}
