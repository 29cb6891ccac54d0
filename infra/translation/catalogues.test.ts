import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { englishFor, formatTexts, readCatalogues } from './catalogues.ts'
import { findFaults } from './faults.ts'
import fixedEnglish from './fixed-english.json' with { type: 'json' }

const root = join(import.meta.dirname, '../..')
const catalogues = readCatalogues(root)

test('every text is in both languages, with the same placeholders and all plural forms', () => {
  expect(catalogues.length).toBeGreaterThan(25)
  expect(catalogues.reduce((sum, { swahili }) => sum + Object.keys(swahili).length, 0)).toBeGreaterThan(2500)
  expect(catalogues.flatMap(findFaults)).toEqual([])
})

test('every English file has a Swahili file beside it, and a name that no other catalogue has', () => {
  const english = globSync('{frontends/*,contracts,bff}/src/**/texts/*.en.json', { cwd: root })
    .map((file) => file.replaceAll('\\', '/').replace('.en.json', ''))
    .filter((path) => !catalogues.some((catalogue) => catalogue.path === path))
  expect(english).toEqual([])
  const names = catalogues.map(({ name }) => name)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})

test('the languages of a catalogue have their texts in the same order', () => {
  for (const { name, english, swahili } of catalogues)
    expect([name, Object.keys(swahili).filter((key) => key in english)]).toEqual([name, Object.keys(english)])
})

test('a file is written exactly as an unchanged sheet would write it', () => {
  for (const { path, english, swahili } of catalogues) {
    expect(readFileSync(join(root, `${path}.sw.json`), 'utf8')).toBe(formatTexts(swahili))
    if (Object.keys(english).length > 0)
      expect(readFileSync(join(root, `${path}.en.json`), 'utf8')).toBe(formatTexts(english))
  }
})

test('the fixed English texts have not changed', () => {
  const said = Object.keys(fixedEnglish).map((id) => {
    const [name, key = ''] = id.split(/\/(.*)/)
    const catalogue = catalogues.find((one) => one.name === name)
    return [id, catalogue && englishFor(catalogue, key)]
  })
  expect(Object.fromEntries(said)).toEqual(fixedEnglish)
})
