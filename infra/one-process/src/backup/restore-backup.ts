import { randomUUID } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import {
  addErased,
  dataFormat,
  type EngineSettings,
  erasedIn,
  erasedName,
  flushToDisk,
  lockFolder,
  readErased,
} from '@tuma/platform/engines'
import type { ProcessEngines } from '@tuma/platform/ports'
import { CannotStart, explainStartError } from '@tuma/platform/runtime'
import { secretKeyIn } from '../secret-key.ts'
import { type BackupFile, openBackupFile } from './backup-file.ts'
import { eraseAgain } from './erased.ts'
import { knowKey } from './key-of-data.ts'
import { restorationIn } from './restoration.ts'
import { assertInOneFolder, withStagedData } from './staged-data.ts'

const stagingIn = (folder: string): string => join(folder, 'restoring')

/** This file says that the data file may still hold pieces of erased data: the next start clears them first. */
const vacuumMarkerName = 'tuma.db.remnants'

/**
 * Files that may be in an empty data folder: leftovers of a restore that was killed, the lock, and files that are kept
 * without data.
 */
const ofNoData: ReadonlySet<string> = new Set([
  ...['restoring', 'secret.key.new', 'tuma.lock', 'tuma.lock-journal', vacuumMarkerName],
  erasedName,
])

/**
 * Puts a backup into a data folder that is missing or empty. All of it is prepared in `restoring` and put in place by
 * one rename. After a kill before the rename a restore begins again; after it the next start begins to use the key.
 * @param asked the file, as an operator typed it, and `--erased` with a list of people erased since, from another
 * folder
 * @returns what was done, in sentences. @throws CannotStart with a sentence that says what is wrong or in the way
 */
export const restoreBackup = async (asked: readonly string[], settings: EngineSettings): Promise<string> => {
  assertInOneFolder(asked, settings)
  const { DATA_DIR } = settings
  const { file, list } = whatIsMeant(asked)
  assertEmpty(DATA_DIR)
  const backup = openBackupFile(file, dataFormat)
  try {
    const lock = lockFolder(DATA_DIR)
    try {
      assertEmpty(DATA_DIR)
      // Stored first, so that the list of erased people is beside the data even if the restore fails later.
      if (list) await addErased(DATA_DIR, await readErased(list))
      await putInPlace(backup, file, settings)
    } finally {
      lock.release()
    }
  } catch (error) {
    throw explainStartError(error, { DATA_DIR })
  }
  return `${DATA_DIR} is as it was at ${backup.made}. Everyone must sign in again. Messages that waited then may have been sent since: they are at /Admin/system and leave when an admin sends them. Enter again what was done after ${backup.made}.`
}

/** @throws CannotStart before a start makes new data where a restore was killed */
export const assertNoRestoreCut = (folder: string): void => {
  const staging = stagingIn(folder)
  if (existsSync(staging) && !existsSync(join(folder, 'tuma.db')))
    throw new CannotStart(
      `A restore into ${folder} was cut: run it again, or take ${staging} away to begin without a backup.`,
    )
}

const putInPlace = async (backup: BackupFile, file: string, settings: EngineSettings): Promise<void> => {
  const { DATA_DIR } = settings
  const staging = stagingIn(DATA_DIR)
  rmSync(staging, { recursive: true, force: true })
  try {
    mkdirSync(staging, { mode: 0o700 })
    backup.copyDataTo(join(staging, 'tuma.db'))
    await withStagedData(staging, settings, async (engines) => {
      if (!(await knowKey(engines, backup.key)))
        throw new CannotStart(`${file} holds the key of other data; nothing has been changed.`)
      const erased = await erasedIn(DATA_DIR)
      await eraseAgain(engines, erased, settings.ENGINE_PREFIX)
      await mark(engines, backup, erased.get(`${settings.ENGINE_PREFIX}identity`) ?? [])
    })
    if (existsSync(join(staging, vacuumMarkerName)))
      renameSync(join(staging, vacuumMarkerName), join(DATA_DIR, vacuumMarkerName))
    const key = secretKeyIn(DATA_DIR)
    key.draft(backup.key)
    flushToDisk(DATA_DIR)
    renameSync(join(staging, 'tuma.db'), join(DATA_DIR, 'tuma.db'))
    flushToDisk(DATA_DIR)
    key.useDraft()
    closeToOthers(DATA_DIR)
    flushToDisk(DATA_DIR)
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}

const mark = async (engines: ProcessEngines, { made }: BackupFile, erased: readonly string[]): Promise<void> => {
  const head = (await engines.of('notification').events.head()) ?? 0
  await restorationIn(engines).write({ id: randomUUID(), made, head, erased })
}

const whatIsMeant = (asked: readonly string[]): { readonly file: string; readonly list: string | null } => {
  const [file, option, list, ...others] = asked
  if (!file || others.length > 0 || (option !== undefined && (option !== '--erased' || !list)))
    throw new CannotStart(
      'Name the backup: npm run restore -- tuma.backup, with --erased and the file of that name from the folder that it takes the place of.',
    )
  return { file: readable(file), list: list ? readable(list) : null }
}

const readable = (file: string): string => {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new CannotStart(`There is no file ${resolve(file)}.`)
  try {
    accessSync(file, constants.R_OK)
  } catch (error) {
    throw new CannotStart(`${resolve(file)} can't be read by this account.`, { cause: error })
  }
  return resolve(file)
}

const assertEmpty = (folder: string): void => {
  if (!existsSync(folder)) return
  if (!statSync(folder).isDirectory()) throw new CannotStart(`${folder} is no folder: name another with DATA_DIR.`)
  if (readdirSync(folder).every((name) => ofNoData.has(name))) return
  throw new CannotStart(
    `${folder} is not empty, and a restore takes nothing away: move what is in it elsewhere, or name another folder with DATA_DIR.`,
  )
}

/** The folder was empty, so everything in it is ours. */
const closeToOthers = (folder: string): void => {
  chmodSync(folder, 0o700)
  const erased = join(folder, erasedName)
  if (existsSync(erased)) chmodSync(erased, 0o600)
}
