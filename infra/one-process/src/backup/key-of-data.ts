import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { ProcessEngines } from '@tuma/platform/ports'
import { CannotStart } from '@tuma/platform/runtime'
import { getSecrets, type SecretFor, secretKeyIn } from '../secret-key.ts'

/** A value in the data that proves their key and reveals nothing of it. */
type Check = { readonly check: string }
const collection = 'installation-v1'
const checkId = 'key'
const getCheck = (key: string): string => getSecrets(key)('check of the key')

const checkIn = (engines: ProcessEngines) => {
  const { documents } = engines.of('installation')
  const spec = { name: collection, fields: { check: 'text' }, indexes: [], sortBy: 'check' } as const
  return {
    read: async (): Promise<string | null> => {
      const found = await (await documents.collection<Check>(spec)).get(checkId)
      return found?.check ?? null
    },
    write: async (key: string): Promise<void> => {
      await documents.write([{ collection, id: checkId, document: { check: getCheck(key) }, version: 1 }])
    },
  }
}

/**
 * Opens the secrets of these data with the key that was made with them. A first start writes a draft of the key, then a
 * check into the data, and then renames the draft; after a kill at any point the next start continues or begins again.
 * Data of a release that wrote no check accept the key beside them.
 * @param isUntouched nothing has ever been stored here
 * @throws CannotStart where the key or the data are missing, or do not belong together
 */
export const openKeyOfData = async (
  folder: string,
  engines: ProcessEngines,
  isUntouched: () => Promise<boolean>,
): Promise<SecretFor> => {
  const stored = secretKeyIn(folder)
  const check = checkIn(engines)
  const [found, known] = [stored.read(), await check.read()]
  const key = known === null ? firstKey(stored, found, await isUntouched()) : knownKey(stored, found, known)
  if (known === null) await check.write(key)
  if (found === null) stored.useDraft()
  return getSecrets(key)
}

/**
 * @returns whether this is the key of data that no process uses. Data of a release that wrote no check accept it as
 * theirs
 */
export const knowKey = async (engines: ProcessEngines, key: string): Promise<boolean> => {
  const check = checkIn(engines)
  const known = await check.read()
  if (known === null) await check.write(key)
  return known === null || known === getCheck(key)
}

type Stored = ReturnType<typeof secretKeyIn>

const firstKey = (stored: Stored, found: string | null, isNew: boolean): string => {
  if (found === null && !isNew) throw stored.missing()
  if (found !== null && isNew) throw withoutData(stored.file)
  return found ?? stored.draft()
}

const knownKey = (stored: Stored, found: string | null, known: string): string => {
  const key = found ?? stored.readDraft()
  if (key !== null && getCheck(key) === known) return key
  throw found === null ? stored.missing() : ofOtherData(stored.file)
}

/** Must run before the engines make a missing data file. @throws CannotStart */
export const assertDataBesideKey = (folder: string): void => {
  const { file, read } = secretKeyIn(folder)
  const bytes = statSync(join(folder, 'tuma.db'), { throwIfNoEntry: false })?.size ?? 0
  if (bytes === 0 && read() !== null) throw withoutData(file)
}

const withoutData = (file: string) =>
  new CannotStart(
    `${file} is there, but the data that it belongs to are missing. Restore tuma.db from a backup, or move the key away to start again.`,
  )

export const ofOtherData = (file: string) =>
  new CannotStart(
    `${file} is not the key of these data: no user could log in, and used payments would pay again. Restore the key that belongs to them.`,
  )
