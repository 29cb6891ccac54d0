import { type FileHandle, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EngineAway } from '../../../ports/message-bus.ts'

/**
 * Beside the data file, a line `<service> <person>` for each key that was destroyed: a copy of the data file that is older
 * than that, and is restored, holds the key. Ids alone, and appended only.
 */
export const erasedName = 'erased'
const fileIn = (folder: string) => join(folder, erasedName)

/** Of each service, as its engines are named, the people whose keys are destroyed. */
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

/** @returns nobody where nobody was ever erased */
export const erasedIn = (folder: string): Promise<Erased> => readErased(fileIn(folder))

/** Of such a file, wherever it lies. */
export const readErased = async (file: string): Promise<Erased> => {
  const people = new Map<string, Set<string>>()
  for (const line of (await readFile(file, 'utf8').catch(unlessMissing)).split('\n')) {
    const [, service, personId] = /^([a-z0-9-]+) (.+)$/.exec(line) ?? []
    if (!service || !personId) continue
    const known = people.get(service) ?? new Set()
    people.set(service, known.add(personId))
  }
  return new Map([...people].map(([service, ids]) => [service, [...ids]]))
}

/** Adds whom a folder's own list does not name. On disk when it resolves. @throws EngineAway */
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

/** A crash may have cut the last line: what is added must not go on in it. */
const endsWhole = async (file: FileHandle): Promise<boolean> => {
  const { size } = await file.stat()
  if (size === 0) return true
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1)
  return buffer.toString() === '\n'
}

/** Or the file's name is not on disk yet, though its lines are. */
const syncFolder = async (folder: string): Promise<void> => {
  const opened = await open(folder, 'r')
  await opened.sync().finally(() => opened.close())
}

/** Whoever wanted to destroy keys tries again, as with every disk that takes nothing. */
const away = (error: Error): never => {
  throw new EngineAway(`who is erased can't be written down: ${error.message}`)
}

const unlessMissing = (error: NodeJS.ErrnoException): string => {
  if (error.code === 'ENOENT') return ''
  throw error
}
