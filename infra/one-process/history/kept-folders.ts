import { copyFileSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'

export const keptFolders = readdirSync(new URL('.', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => ({ name, url: new URL(`${name}/`, import.meta.url) }))

/** A data folder that may be opened, and is the caller's to take away. */
export const copyOf = (kept: URL): string => {
  const copy = mkdtempSync(join(tmpdir(), 'tuma-history-'))
  writeFileSync(join(copy, 'tuma.db'), brotliDecompressSync(readFileSync(new URL('tuma.db.br', kept))))
  copyFileSync(new URL('secret.key', kept), join(copy, 'secret.key'))
  return copy
}
