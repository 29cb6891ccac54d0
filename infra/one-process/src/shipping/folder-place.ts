import { constants } from 'node:fs'
import { access, mkdir, open, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { flushToDisk, noSpaceCodes } from '@tuma/platform/engines'
import { type Place, PlaceTrouble } from './place.ts'

/** An object that was not written to its end. */
const unfinished = '.unfinished'

/** A folder as a place. The folder itself is never made: a disk that is not mounted has none. */
export const openFolderPlace = (root: string): Place => {
  const told = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      await access(root, constants.R_OK | constants.X_OK)
      return await work()
    } catch (error) {
      throw toTrouble(root, error)
    }
  }
  const namesIn = async (prefix: string): Promise<string[]> => {
    const folder = join(root, prefix.slice(0, prefix.lastIndexOf('/') + 1))
    const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(unlessMissing([]))
    return found
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
      .filter((name) => name.startsWith(prefix))
      .sort()
  }

  return {
    list: (prefix) => told(async () => (await namesIn(prefix)).filter((name) => !name.endsWith(unfinished))),
    get: (name) => told(() => readFile(join(root, name)).catch(unlessMissing(null))),
    put: (name, bytes) => told(() => writeWhole(join(root, name), bytes)),
    remove: (prefix, keeps) =>
      told(async () => {
        const gone = (await namesIn(prefix)).filter((name) => !keeps(name))
        for (const name of gone) await rm(join(root, name), { force: true })
        // Only those that are empty now.
        for (const folder of new Set(gone.map(dirname))) await rmdir(join(root, folder)).catch(() => undefined)
      }),
  }
}

const writeWhole = async (path: string, bytes: Buffer): Promise<void> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}${unfinished}`
  try {
    const file = await open(draft, 'w', 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
    flushToDisk(dirname(path))
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined)
    throw error
  }
}

const unlessMissing =
  <T>(instead: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT') return instead
    throw error
  }

const refused: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM', 'EROFS'])

const toTrouble = (root: string, error: unknown): PlaceTrouble => {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (noSpaceCodes.has(code)) return new PlaceTrouble('full', `${root} is full`, error)
  if (refused.has(code)) return new PlaceTrouble('refused', `${root} can't be written to`, error)
  return new PlaceTrouble('away', `${root} can't be reached`, error)
}
