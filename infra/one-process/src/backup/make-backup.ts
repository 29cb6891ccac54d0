import { existsSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { copyDataFile, dataFormat, type EngineSettings, flushToDisk, noSpaceCodes } from '@tuma/platform/engines'
import { assertFolderIsThere, CannotStart, explainStartError } from '@tuma/platform/runtime'
import { secretKeyIn } from '../secret-key.ts'
import { writeBackupFile } from './backup-file.ts'
import { knowKey, ofOtherData } from './key-of-data.ts'
import { assertInOneFolder, withStagedData } from './staged-data.ts'

type Wanted = { readonly file: string; readonly replaces: boolean }

/**
 * Writes all data of a data folder and its key into one file, whether the product runs or not. The file appears only
 * when it is whole. A copy of damaged data gets another name, so that it takes the place of no sound backup.
 * @param asked the file, as an operator typed it, and `--replace` if it may exist already
 * @returns what was done, in a sentence. @throws CannotStart with a sentence that says what is wrong or in the way
 */
export const makeBackup = async (asked: readonly string[], settings: EngineSettings): Promise<string> => {
  assertInOneFolder(asked, settings)
  const wanted = whatIsWanted(asked)
  const { DATA_DIR } = settings
  const key = getKey(DATA_DIR)
  assertPlace(wanted, DATA_DIR)
  takeLeftoversAway(wanted.file)
  const staging = getStagingFile(wanted.file, process.pid)
  try {
    mkdirSync(staging, { mode: 0o700 })
    const { made, bytes, damaged } = await stage(staging, settings, key)
    assertFree(wanted)
    const file = damaged.length > 0 ? `${wanted.file}.damaged` : wanted.file
    renameSync(join(staging, 'backup'), file)
    flushToDisk(dirname(file))
    if (damaged.length > 0) throw areDamaged(damaged, file, DATA_DIR)
    return `${wanted.file} holds all of ${DATA_DIR} as it was at ${made}, ${bytes} bytes, and its key. Anyone with the file can read everything. npm run restore -- ${wanted.file} puts it into an empty folder.`
  } catch (error) {
    throw told(error, DATA_DIR, dirname(wanted.file))
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}

const stage = async (staging: string, settings: EngineSettings, key: string) => {
  const [dataFile, backup] = [join(staging, 'tuma.db'), join(staging, 'backup')]
  const damaged = copyDataFile(settings.DATA_DIR, dataFile)
  // Read after the copy is made, so that nothing in the copy is later.
  const made = new Date().toISOString()
  await withStagedData(staging, settings, async (engines) => {
    if (!(await knowKey(engines, key))) throw ofOtherData(secretKeyIn(settings.DATA_DIR).file)
  })
  writeBackupFile(backup, dataFile, { version: dataFormat, made, key })
  return { made, bytes: statSync(backup).size, damaged }
}

const areDamaged = (damaged: readonly string[], file: string, DATA_DIR: string): CannotStart =>
  new CannotStart(
    `${DATA_DIR} is damaged: ${damaged.join(', ')}. ${file} holds what can be read, and is no sound backup; earlier backups are as they were. Check the disk. A started Tuma fills its lists again by itself, and /Admin/system names what it can't repair. Then run the backup again.`,
  )

const whatIsWanted = (asked: readonly string[]): Wanted => {
  const [file, ...others] = asked.filter((word) => word !== '--replace')
  if (!file || others.length > 0 || file.startsWith('-'))
    throw new CannotStart(
      'Name the file: npm run backup -- tuma.backup, with --replace where it may take the place of an older one.',
    )
  return { file: resolve(file), replaces: asked.includes('--replace') }
}

const getKey = (DATA_DIR: string): string => {
  assertFolderIsThere(DATA_DIR)
  if (!existsSync(join(DATA_DIR, 'tuma.db')))
    throw new CannotStart(
      `There is no tuma.db in ${DATA_DIR}: name your data folder with DATA_DIR. What processes of their own keep is backed up in each engine's own way, as docs/operate/backup-and-restore.md says.`,
    )
  const stored = secretKeyIn(DATA_DIR)
  const key = stored.read()
  if (key === null) throw stored.missing()
  return key
}

const assertPlace = (wanted: Wanted, DATA_DIR: string): void => {
  const folder = dirname(wanted.file)
  if (!existsSync(folder)) throw new CannotStart(`There is no folder ${folder}.`)
  if (`${realpathSync(folder)}${sep}`.startsWith(`${realpathSync(DATA_DIR)}${sep}`))
    throw new CannotStart(`${wanted.file} would be lost with ${DATA_DIR}: name a file elsewhere, best on another disk.`)
  assertFree(wanted)
}

const assertFree = ({ file, replaces }: Wanted): void => {
  const found = statSync(file, { throwIfNoEntry: false })
  if (found && !(replaces && found.isFile()))
    throw new CannotStart(`${file} is there already. Name another file, or add --replace.`)
}

const getStagingFile = (file: string, pid: number): string => `${file}.${pid}.new`

/**
 * Removes what killed backups left. A backup that another process is making stays, so that several at once do not
 * disturb each other.
 */
const takeLeftoversAway = (file: string): void => {
  const folder = dirname(file)
  for (const name of readdirSync(folder)) {
    const pid = Number(/\.(\d+)\.new$/.exec(name)?.[1])
    if (name === basename(getStagingFile(file, pid)) && !isAnother(pid))
      rmSync(join(folder, name), { recursive: true, force: true })
  }
}

/** @returns whether another process with this id is running */
const isAnother = (pid: number): boolean => {
  try {
    return pid !== process.pid && process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

const told = (error: unknown, DATA_DIR: string, folder: string): unknown => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'DiskFull' || noSpaceCodes.has(code))
    return new CannotStart(
      `The disk of ${folder} is full: no backup was made, and an earlier one is as it was. It takes twice the size of ${DATA_DIR}.`,
      { cause: error },
    )
  if (['FolderNotWritable', 'EACCES', 'EPERM', 'EROFS'].includes(code))
    return new CannotStart(`${folder} can't be written to: no backup was made.`, { cause: error })
  return explainStartError(error, { DATA_DIR })
}
