import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const cache = join(import.meta.dirname, '../../../.cache/engines')
/** A shared folder, so that common modules such as Go's own library are compiled once. */
const compiled = join(cache, 'go-compiled')

/** The checkers of the manifests, made by the readers of these. */
export const judges = {
  composeSpec: ['github.com/compose-spec/compose-go/v2/cmd', 'v2.16.2'],
  kustomize: ['sigs.k8s.io/kustomize/kustomize/v5', 'v5.8.2'],
  validate: ['sigs.k8s.io/kubectl-validate', 'v0.0.4'],
} as const

/**
 * Builds Go modules once: `arguments` in `cwd` write the program to `made`, in a folder of its own, and then it is
 * moved to `command`.
 * @returns `command`. @throws Go's output, after the third try
 */
export const builtByGo = async (
  command: string,
  { made, args, cwd }: { readonly made: string; readonly args: (folder: string) => string[]; readonly cwd?: string },
  tries = 3,
): Promise<string> => {
  if (existsSync(command)) return command
  const folder = join(cache, `go-${basename(command)}-${process.pid}`)
  const env = { ...process.env, GOPATH: folder, GOBIN: join(folder, 'bin'), GOCACHE: compiled }
  await Promise.all([folder, dirname(command)].map((one) => mkdir(one, { recursive: true })))
  try {
    await run('go', args(folder), {
      ...(cwd ? { cwd } : {}),
      env: { ...env, GOTOOLCHAIN: 'local', GOFLAGS: '-modcacherw' },
      timeout: 1_800_000,
    })
    await rename(join(folder, made), command)
  } catch (error) {
    if (tries > 1 && (error as NodeJS.ErrnoException).code !== 'ENOENT')
      return builtByGo(command, { made, args, ...(cwd ? { cwd } : {}) }, tries - 1)
    throw error
  }
  await rm(folder, { recursive: true, force: true })
  return command
}

/** Call it when all is built: frees a gigabyte. */
export const forgetCompiled = (): Promise<void> => rm(compiled, { recursive: true, force: true })

/**
 * A command of the Go module proxy, built once for this version: `goTool('sigs.k8s.io/kubectl-validate', 'v0.0.4')`.
 * @returns its path. @throws Go's output
 */
export const goTool = (module: string, version: string): Promise<string> => {
  const name = basename(module.replace(/(\/(v\d+|cmd))+$/, ''))
  return builtByGo(join(cache, 'bin', `${name}-${version}`), {
    made: join('bin', module.endsWith('/cmd') ? 'cmd' : name),
    args: () => ['install', `${module}@${version}`],
  })
}
