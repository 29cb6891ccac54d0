import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

const buildsKept = 3
const compressible = /\.(js|css|svg|json|wasm)$/

/** One finished build, newest first in `dist/builds.json`; `files` are relative to dist. */
export type BuildRecord = { stamp: string; builtAt: string; files: string[] }

const recordsFile = (dist: string): string => join(dist, 'builds.json')

export const buildsIn = (dist: string): BuildRecord[] =>
  existsSync(recordsFile(dist)) ? JSON.parse(readFileSync(recordsFile(dist), 'utf8')) : []

/** Whether dist has the build of this stamp, with all of its files. */
export function isFresh(dist: string, stamp: string): boolean {
  const [latest] = buildsIn(dist)
  return latest?.stamp === stamp && latest.files.every((file) => existsSync(join(dist, file)))
}

/** Hashed names, so an older build's file never changes under its name; what compresses well gets a .br beside it. */
export function compress(dist: string, files: readonly string[]): string[] {
  return files
    .filter((file) => compressible.test(file))
    .map((file) => {
      const raw = readFileSync(join(dist, file))
      const packed = brotliCompressSync(raw, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: raw.length },
      })
      writeFileSync(join(dist, `${file}.br`), packed)
      return `${file}.br`
    })
}

/** sha384 of the scripts and styles a page loads from this build, for the remotes list. */
export function writeIntegrity(dist: string, files: readonly string[]): string {
  const entries = files
    .filter((file) => /\.(js|css)$/.test(file))
    .map((file) => [
      file,
      `sha384-${createHash('sha384')
        .update(readFileSync(join(dist, file)))
        .digest('base64')}`,
    ])
  writeFileSync(join(dist, 'integrity.json'), JSON.stringify(Object.fromEntries(entries), null, 1))
  return 'integrity.json'
}

/** Puts the new build first and removes the files that only builds beyond the last three had. */
export function record(dist: string, build: BuildRecord): void {
  const older = buildsIn(dist).filter((other) => other.stamp !== build.stamp)
  const kept = [build, ...older].slice(0, buildsKept)
  const needed = new Set(kept.flatMap((other) => other.files))
  for (const file of older.flatMap((other) => other.files))
    if (!needed.has(file)) rmSync(join(dist, file), { force: true })
  writeFileSync(recordsFile(dist), JSON.stringify(kept, null, 1))
}
