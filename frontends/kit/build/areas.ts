import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The path of frontends/. */
export const frontendsFolder = join(import.meta.dirname, '..', '..')
export const getFolder = (area: string): string => join(frontendsFolder, area)

/** Every front end that can be built: the shell and the remotes, known by their `rspack.config.ts`. */
export const allAreas = (): string[] =>
  readdirSync(frontendsFolder).filter((area) => existsSync(join(getFolder(area), 'rspack.config.ts')))
