import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import type { Kept } from './everything.ts'

type Closed = Kept & { readonly answers: Record<string, unknown> }

export const keptFolders = readdirSync(new URL('.', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => {
    const url = new URL(`${name}/`, import.meta.url)
    return { name, url, kept: JSON.parse(readFileSync(new URL('answers.json', url), 'utf8')) as Closed }
  })
export type KeptFolder = (typeof keptFolders)[number]

/** The folder that today's code has made. @throws Error when it is missing */
export const keptFolder = (): KeptFolder => {
  const found = keptFolders.find(({ name }) => name === 'kept')
  if (!found) throw new Error('history/kept is missing: node infra/one-process/history/make-folder.ts makes it')
  return found
}

/** The folder's own clock: always the moment at which the folder was closed, whatever day a test runs on. */
export const createEnvironment = ({ kept: { at } }: KeptFolder) => ({
  now: () => at,
  randomBytes: (count: number) => randomBytes(count),
})

/** A data folder that may be opened. The caller removes it. */
export const getCopy = ({ url }: KeptFolder): string => {
  const copy = mkdtempSync(join(tmpdir(), 'tuma-history-'))
  writeFileSync(join(copy, 'tuma.db'), brotliDecompressSync(readFileSync(new URL('tuma.db.br', url))))
  copyFileSync(new URL('secret.key', url), join(copy, 'secret.key'))
  return copy
}
