import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Beside the data, so that it outlives them: whoever restores puts it into the new folder first. */
export const erasedName = 'erased'

/** Ids of the accounts that have been erased, in that order; a line is added when somebody is. */
export const erasedIn = (folder: string): string[] => {
  const file = join(folder, erasedName)
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n')
  return [...new Set(lines.map((line) => line.trim()).filter((line) => line !== ''))]
}
