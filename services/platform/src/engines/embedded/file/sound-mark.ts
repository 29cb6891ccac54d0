import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'

/**
 * Looking whether a file is sound reads all of it: seconds for a hundred thousand deliveries. What was closed in order
 * and has not been touched since is taken for as sound as it was left; a mark beside the file says what that was.
 */
const getMark = (path: string) => `${path}.sound`

const looks = (path: string): string | null => {
  const { size, mtimeMs } = statSync(path)
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false })
  return log && log.size > 0 ? null : JSON.stringify({ size, changed: Math.round(mtimeMs) })
}

export const markSound = (path: string): void => {
  const seen = looks(path)
  try {
    if (seen) writeFileSync(getMark(path), seen, { mode: 0o600 })
  } catch {
    // The disk takes no more: what is not marked is read through at the next start.
  }
}

/** Whether it is as it was marked. The mark is gone then: from now on the file may change. */
export const takeSoundMark = (path: string): boolean => {
  try {
    const marked = readFileSync(getMark(path), 'utf8')
    rmSync(getMark(path))
    return marked === looks(path)
  } catch {
    // No mark, or no file: nothing is known of it.
    return false
  }
}
