import { type FileHandle, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EngineAway } from '../../../ports/message-bus.ts'

/**
 * Beside the data file, a line `<service> <person>` for each destroyed key: an older copy of the data file, when
 * restored, still has the key. Holds ids alone, and only grows.
 */
export const erasedName = 'erased'
const fileIn = (folder: string) => join(folder, erasedName)

/** For each service, by the name of its engines, the people whose keys are destroyed. */
export type Erased = ReadonlyMap<string, readonly string[]>

export const openErasedFile = (folder: string) => {
  let before: Promise<void> = Promise.resolve()
  return {
    /** On disk when it resolves. @throws EngineAway */
    note(service: string, personIds: readonly string[]): Promise<void> {
      const lines = personIds.map((personId) => `${service} ${personId}\n`).join('')
      const noted = before.then(() => append(folder, lines)).catch(away)
      before = noted.catch(() => undefined)
      return noted
    },
  }
}

/** @returns an empty map when no person was erased */
export const erasedIn = (folder: string): Promise<Erased> => readErased(fileIn(folder))

/** Reads such a file in any place. */
export const readErased = async (file: string): Promise<Erased> =>
  parseErased(await readFile(file, 'utf8').catch(unlessMissing))

/** @param lines the text of such a file */
export const parseErased = (lines: string): Erased => {
  const people = new Map<string, Set<string>>()
  for (const line of lines.split('\n')) {
    const [, service, personId] = /^([a-z0-9-]+) (.+)$/.exec(line) ?? []
    if (!service || !personId) continue
    const known = people.get(service) ?? new Set()
    people.set(service, known.add(personId))
  }
  return new Map([...people].map(([service, ids]) => [service, [...ids]]))
}

/** Adds the people that a folder's own list does not have. On disk when it resolves. @throws EngineAway */
export const addErased = async (folder: string, erased: Erased): Promise<void> => {
  const [own, file] = [await erasedIn(folder), openErasedFile(folder)]
  for (const [service, people] of erased) {
    const known = new Set(own.get(service))
    const missing = people.filter((personId) => !known.has(personId))
    if (missing.length > 0) await file.note(service, missing)
  }
}

const append = async (folder: string, lines: string): Promise<void> => {
  const file = await open(fileIn(folder), 'a+', 0o600)
  try {
    const isNew = (await file.stat()).size === 0
    await file.appendFile((await endsWhole(file)) ? lines : `\n${lines}`)
    await file.sync()
    if (isNew) await syncFolder(folder)
  } finally {
    await file.close()
  }
}

/** A crash may have cut the last line: a new line must not be appended to it. */
const endsWhole = async (file: FileHandle): Promise<boolean> => {
  const { size } = await file.stat()
  if (size === 0) return true
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1)
  return buffer.toString() === '\n'
}

/** Without this the file's name may not be on disk yet, though its lines are. */
const syncFolder = async (folder: string): Promise<void> => {
  const opened = await open(folder, 'r')
  await opened.sync().finally(() => opened.close())
}

/** The caller tries again to destroy the keys, as after every failed write. */
const away = (error: Error): never => {
  throw new EngineAway(`who is erased can't be written down: ${error.message}`)
}

const unlessMissing = (error: NodeJS.ErrnoException): string => {
  if (error.code === 'ENOENT') return ''
  throw error
}
