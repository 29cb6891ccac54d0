import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Release } from './replicas.ts'

/** A file of ours, a text that occurs once in it, and the text of the other release. */
export type Patch = readonly [file: string, from: string, to: string]

const root = join(import.meta.dirname, '../../../..')
/** The workspaces in the image of delivery. */
const workspaces = {
  contracts: 'contracts',
  server: 'services/platform/server',
  platform: 'services/platform',
  delivery: 'services/delivery',
}

/** Another release of delivery: its current source, copied into a folder of its own, with these lines changed. */
export const patchedRelease = (name: string, folder: string, patches: readonly Patch[]): Release => {
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, '@tuma'), { recursive: true })
  for (const module of readdirSync(join(root, 'node_modules')))
    if (module !== '@tuma') symlinkSync(join(root, 'node_modules', module), join(modules, module))
  for (const [workspace, path] of Object.entries(workspaces)) {
    cpSync(join(root, path), join(folder, path), { recursive: true })
    symlinkSync(join(folder, path), join(modules, '@tuma', workspace))
  }
  for (const patch of patches) apply(folder, patch)
  return { name, entry: join(folder, 'services/delivery/src/main.ts') }
}

const apply = (folder: string, [file, from, to]: Patch): void => {
  const path = join(folder, file)
  const parts = readFileSync(path, 'utf8').split(from)
  if (parts.length !== 2)
    throw new Error(`${file} has changed, and the other release with it: it has ${parts.length - 1} times ${from}`)
  writeFileSync(path, parts.join(to))
}
