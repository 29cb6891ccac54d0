import { chmodSync, closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * These files hold people's data and the keys that seal it: no other account of the machine may read them, whatever the
 * umask of the account that starts the product.
 */
const folderMode = 0o700
const fileMode = 0o600
const forOthers = 0o077
const sticky = 0o1000

/** Makes the folder when it is missing. Removes other accounts' right to read its files. */
export const makePrivate = (folder: string): void => {
  mkdirSync(folder, { recursive: true, mode: folderMode })
  if (isOursAlone(folder)) closeToOthers(folder, folderMode)
  for (const name of readdirSync(folder)) if (name.startsWith('tuma.')) closeToOthers(join(folder, name), fileMode)
}

/** A new file is private from its first byte; SQLite gives its own files the same mode. */
export const makePrivateFile = (path: string): void => {
  if (!existsSync(path)) closeSync(openSync(path, 'a', fileMode))
}

/** A shared folder such as /tmp keeps its mode, and so does a folder with other files. */
const isOursAlone = (folder: string): boolean => {
  const names = readdirSync(folder)
  return (statSync(folder).mode & sticky) === 0 && (names.length === 0 || names.includes('tuma.db'))
}

const closeToOthers = (path: string, mode: number): void => {
  // Another process that has the folder may be removing its log at this moment.
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found || (found.mode & forOthers) === 0) return
  try {
    chmodSync(path, mode)
  } catch (error) {
    // The file belongs to another account, which must close it itself.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) throw error
  }
}

/** Flushes a file, or the list of a folder's files. Windows cannot flush the latter. */
export const flushToDisk = (path: string): void => {
  const isFolder = statSync(path).isDirectory()
  if (isFolder && process.platform === 'win32') return
  const descriptor = openSync(path, isFolder ? 'r' : 'r+')
  fsyncSync(descriptor)
  closeSync(descriptor)
}
