import { chmodSync, closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * What people entrust to the product, and the keys that seal it, lie in these files: nobody else who has a login on the
 * machine may read them, whatever the umask of whoever starts the product.
 */
const folderMode = 0o700
const fileMode = 0o600
const forOthers = 0o077
const sticky = 0o1000

/** Makes the folder when it is missing. Files that others may read are closed to them. */
export const makePrivate = (folder: string): void => {
  mkdirSync(folder, { recursive: true, mode: folderMode })
  if (isOursAlone(folder)) closeToOthers(folder, folderMode)
  for (const name of readdirSync(folder)) if (name.startsWith('tuma.')) closeToOthers(join(folder, name), fileMode)
}

/** Made here, it is private from its first byte; SQLite gives the files beside it the mode that it has. */
export const makePrivateFile = (path: string): void => {
  if (!existsSync(path)) closeSync(openSync(path, 'a', fileMode))
}

/** A folder that many share, as /tmp, keeps its mode, and so does one in which other things lie. */
const isOursAlone = (folder: string): boolean => {
  const names = readdirSync(folder)
  return (statSync(folder).mode & sticky) === 0 && (names.length === 0 || names.includes('tuma.db'))
}

const closeToOthers = (path: string, mode: number): void => {
  // Another process that has the folder may be taking its log away just now.
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found || (found.mode & forOthers) === 0) return
  try {
    chmodSync(path, mode)
  } catch (error) {
    // Another account's, lent to us: it is theirs to close.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) throw error
  }
}

/** A file, or which files a folder has. Windows has no way to say the latter. */
export const flushToDisk = (path: string): void => {
  const isFolder = statSync(path).isDirectory()
  if (isFolder && process.platform === 'win32') return
  const descriptor = openSync(path, isFolder ? 'r' : 'r+')
  fsyncSync(descriptor)
  closeSync(descriptor)
}
