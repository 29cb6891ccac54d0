import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'

/**
 * Checking a file for damage reads all of it: seconds for a hundred thousand deliveries. A file that was closed in
 * order and has not changed since counts as sound; a mark beside the file holds its state at the close.
 */
const getMarkerPath = (path: string) => `${path}.sound`

const describeFile = (path: string): string | null => {
  const { size, mtimeMs } = statSync(path)
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false })
  return log && log.size > 0 ? null : JSON.stringify({ size, changed: Math.round(mtimeMs) })
}

export const markCleanShutdown = (path: string): void => {
  const state = describeFile(path)
  try {
    if (state) writeFileSync(getMarkerPath(path), state, { mode: 0o600 })
  } catch {
    // The disk accepts no writes: without the mark the file is checked at the next start.
  }
}

/** Whether the file is as it was marked. Removes the mark, because the file may change from now on. */
export const takeCleanShutdownMarker = (path: string): boolean => {
  try {
    const marked = readFileSync(getMarkerPath(path), 'utf8')
    rmSync(getMarkerPath(path))
    return marked === describeFile(path)
  } catch {
    // No mark, or no file: its state is unknown.
    return false
  }
}
