import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { frontendsFolder, getFolder } from './areas.ts'

const root = join(frontendsFolder, '..')
const isInput = (name: string): boolean =>
  !/\.test\.tsx?$/.test(name) && !['node_modules', 'dist', 'testing', 'server'].includes(name)

function* filesIn(path: string): Generator<string> {
  if (!existsSync(path)) return
  if (statSync(path).isFile()) return yield path
  for (const name of readdirSync(path).sort()) if (isInput(name)) yield* filesIn(join(path, name))
}

/** Of everything a build reads: the area, the kit, the contracts, the lockfile. Contents count, times don't. */
export function getStamp(area: string, folder = getFolder(area)): string {
  const hash = createHash('sha256')
  const kit = getFolder('kit')
  for (const input of [
    folder,
    join(kit, 'src'),
    join(kit, 'build'),
    join(kit, 'package.json'),
    join(root, 'contracts', 'src'),
    join(root, 'contracts', 'package.json'),
    join(root, 'package-lock.json'),
  ]) {
    for (const file of filesIn(input))
      hash
        .update(`${relative(root, file)}\0`)
        .update(readFileSync(file))
        .update('\0')
  }
  return hash.digest('hex')
}
