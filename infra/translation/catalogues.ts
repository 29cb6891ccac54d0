import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { englishInCode, saidByTheKey } from './english-in-code.ts'

export type Texts = Readonly<Record<string, string>>

/** One pair of files `texts/<name>.en.json` and `texts/<name>.sw.json`. */
export type Catalogue = {
  readonly name: string
  /** The path without its ending, from the root of the repository. */
  readonly path: string
  /** The texts of the English file. */
  readonly english: Texts
  /** English texts that are in code; they are read here and changed there. */
  readonly inCode: Texts
  readonly swahili: Texts
  /** Remarks for translators (`<name>.notes.json`), by key. */
  readonly notes: Texts
}

const ending = '.sw.json'

function readTexts(file: string): Texts {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

function readCatalogue(root: string, file: string): Catalogue {
  const name = basename(file, ending)
  const path = file.slice(0, -ending.length).replaceAll('\\', '/')
  const swahili = readTexts(join(root, file))
  const keyed = saidByTheKey.has(name) ? Object.fromEntries(Object.keys(swahili).map((key) => [key, key])) : {}
  return {
    name,
    path,
    english: readTexts(join(root, `${path}.en.json`)),
    inCode: { ...englishInCode[name], ...keyed },
    swahili,
    notes: readTexts(join(root, `${path}.notes.json`)),
  }
}

/** Every catalogue of the repository at `root`, by path. */
export const readCatalogues = (root: string): Catalogue[] =>
  globSync(`{frontends/*,contracts,bff}/src/**/texts/*${ending}`, { cwd: root })
    .sort()
    .map((file) => readCatalogue(root, file))

/** The English of a key, from its file or from code. */
export const englishFor = ({ english, inCode }: Catalogue, key: string): string | undefined =>
  english[key] ?? inCode[key]

/** The form of a file of texts: two spaces, a line for each text, and invisible marks as escapes. */
export const formatTexts = (texts: Texts): string =>
  `${JSON.stringify(texts, null, 2).replaceAll(/[\u00a0\u00ad]/g, (mark) => `\\u00${mark.codePointAt(0)?.toString(16)}`)}\n`

/** Writes the files of a catalogue whose texts have changed. */
export function writeCatalogue(root: string, before: Catalogue, after: Catalogue): void {
  for (const [language, old, now] of [
    ['en', before.english, after.english],
    ['sw', before.swahili, after.swahili],
  ] as const)
    if (formatTexts(old) !== formatTexts(now))
      writeFileSync(join(root, `${after.path}.${language}.json`), formatTexts(now))
}
