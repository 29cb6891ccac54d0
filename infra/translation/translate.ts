import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readCatalogues, writeCatalogue } from './catalogues.ts'
import fixedEnglish from './fixed-english.json' with { type: 'json' }
import { readSheet, toSheet } from './sheet.ts'

/**
 * `npm run texts print [file]` writes every text, English beside Swahili, as a sheet (texts.csv).
 * `npm run texts read <file>` reads a corrected sheet back into the catalogues, and prints the changes.
 */
const root = join(import.meta.dirname, '../..')
const usage = 'npm run texts print [file], or npm run texts read <file>'

function print(file: string): void {
  const catalogues = readCatalogues(root)
  writeFileSync(file, toSheet(catalogues, fixedEnglish))
  const count = catalogues.reduce((sum, { swahili }) => sum + Object.keys(swahili).length, 0)
  console.log(`${count} texts of ${catalogues.length} catalogues are in ${file}.`)
}

function read(file: string): void {
  const before = readCatalogues(root)
  const reading = readSheet(readFileSync(file, 'utf8'), before, fixedEnglish)
  if (reading.state === 'refused') {
    console.error(`Nothing was changed.\n${reading.reasons.join('\n')}`)
    process.exitCode = 1
    return
  }
  for (const [at, catalogue] of reading.catalogues.entries()) {
    const old = before[at]
    if (old) writeCatalogue(root, old, catalogue)
  }
  for (const { catalogue, key, language, ...texts } of reading.changes)
    console.log(`${catalogue}/${key}, ${language}\n  - ${texts.before}\n  + ${texts.after}`)
  console.log(reading.changes.length === 0 ? 'Nothing changed.' : `${reading.changes.length} texts changed.`)
}

const [word, file] = process.argv.slice(2)
if (word === 'print') print(resolve(file ?? 'texts.csv'))
else if (word === 'read' && file && existsSync(file)) read(resolve(file))
else {
  console.error(word === 'read' && file ? `There is no file ${file}.` : usage)
  process.exitCode = 1
}
