import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'

/**
 * What a start knows of the data file. `asLeft`: it was closed in order and has not changed since. `killed`: only its
 * process ended, so the system still had every page that was written. `unknown`: the machine may have lost its power,
 * the file may be a copy or of another machine, or its disk had trouble.
 */
export type FileState = 'asLeft' | 'killed' | 'unknown'

/** `examinedAt`: when an examination of the whole file last came to its end, in ms since 1970; null: it must begin. */
export type Known = { readonly state: FileState; readonly examinedAt: number | null }

/** Stored beside the file, while it is used and after it was closed in order. */
type Mark = {
  readonly closed: boolean
  /** Of the machine's run in which it was written; null where the system does not tell. */
  readonly bootId: string | null
  readonly file: FileAsIs
  readonly examinedAt: number | null
}
type FileAsIs = { readonly id: string; readonly size: number; readonly changed: number }

const getMarkPath = (path: string) => `${path}.sound`

/** Linux tells one for each run of the machine, also to containers. @returns null elsewhere: each kill is a crash then */
export const readBootId = (): string | null => {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return null
  }
}

/**
 * Reads the mark and removes it: until `keepMark` a start has not come to the end of its checks.
 * @param bootId of this run of the machine
 */
export const takeMark = (path: string, bootId: string | null): Known => {
  try {
    const mark: Mark = JSON.parse(readFileSync(getMarkPath(path), 'utf8'))
    rmSync(getMarkPath(path))
    const state = judge(mark, path, bootId)
    return { state, examinedAt: state === 'unknown' ? null : mark.examinedAt }
  } catch {
    // No mark, or no file: its state is unknown.
    return { state: 'unknown', examinedAt: null }
  }
}

/**
 * Keeps the mark of an opened file: a kill of its process leaves it sound, until trouble with the disk is met.
 * @param bootId of this run of the machine
 * @param examinedAt see `Known`
 */
export const keepMark = (path: string, bootId: string | null, examinedAt: number | null) => {
  let examined = examinedAt
  let isInDoubt = false
  const markInUse = (): void => {
    if (!isInDoubt) writeMark(path, { closed: false, bootId, file: describe(path), examinedAt: examined })
  }
  markInUse()
  return {
    /** An examination of the whole file has come to its end. @param at in ms since 1970 */
    examined(at: number): void {
      examined = at
      markInUse()
    },
    /** The disk failed or SQLite met damage: the next start checks the file, unless this one closes it in order. */
    doubt(): void {
      isInDoubt = true
      removeMark(path)
    },
    /** For a file that was closed in order, and without trouble of its writer. */
    closed(): void {
      if (!describeLog(path))
        writeMark(path, { closed: true, bootId: null, file: describe(path), examinedAt: examined })
    },
  }
}

const removeMark = (path: string): void => {
  try {
    rmSync(getMarkPath(path), { force: true })
  } catch {
    // A folder that refuses this refused the file's pages, too.
  }
}

const writeMark = (path: string, mark: Mark): void => {
  try {
    writeFileSync(getMarkPath(path), JSON.stringify(mark), { mode: 0o600 })
  } catch {
    // The disk accepts no writes: without a whole mark the next start checks the file.
  }
}

const judge = (mark: Mark, path: string, bootId: string | null): FileState => {
  const now = describe(path)
  const log = describeLog(path)
  const isUnchanged = now.size === mark.file.size && now.changed === mark.file.changed
  if (mark.closed) return isUnchanged && !log ? 'asLeft' : 'unknown'
  if (bootId === null || mark.bootId !== bootId || now.id !== mark.file.id) return 'unknown'
  // Each commit is written to the log first. A file that is newer, or older than its mark, was put there by hand.
  const isOurs = log ? log.changed >= now.changed && now.changed >= mark.file.changed : isUnchanged
  return isOurs ? 'killed' : 'unknown'
}

const describe = (path: string): FileAsIs => {
  const { dev, ino, size, mtimeMs } = statSync(path)
  return { id: `${dev} ${ino}`, size, changed: Math.round(mtimeMs) }
}

const describeLog = (path: string): Pick<FileAsIs, 'changed'> | null => {
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false })
  return log && log.size > 0 ? { changed: Math.round(log.mtimeMs) } : null
}
