import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { type Catalogue, formatTexts, readCatalogues, writeCatalogue } from './catalogues.ts'
import fixedEnglish from './fixed-english.json' with { type: 'json' }
import { readSheet, toSheet } from './sheet.ts'

const root = join(import.meta.dirname, '../..')

const greetings: Catalogue = {
  name: 'greetings',
  path: 'frontends/client/src/texts/greetings',
  english: { hello: 'Hello {{name}}', rows_one: 'One row', rows_other: '{{count}} rows', title: 'Track Parcel' },
  inCode: { lost: 'Lost, “gone”, or\nlate' },
  swahili: {
    hello: 'Habari {{name}}',
    rows_one: 'safu {{count}}',
    rows_other: 'safu {{count}}',
    title: 'Fuatilia',
    lost: 'Kime\u00adpotea',
  },
  notes: { hello: 'On the first page.' },
}
const fixed = { 'greetings/title': 'Track Parcel' }
const sheet = toSheet([greetings], fixed)
const read = (changed: string) => readSheet(changed, [greetings], fixed)
const readWith = (before: string, after: string) => {
  expect(sheet).toContain(before)
  return read(sheet.replace(before, after))
}

describe('a sheet', () => {
  test('is made for spreadsheets: a byte order mark, a row a text, remarks beside it, visible marks', () => {
    expect(sheet).toBe(
      [
        '\ufeffcatalogue,key,English,Swahili,note',
        'greetings,hello,Hello {{name}},Habari {{name}},On the first page.',
        'greetings,rows_one,One row,safu {{count}},',
        'greetings,rows_other,{{count}} rows,safu {{count}},',
        'greetings,title,Track Parcel,Fuatilia,The English is fixed.',
        'greetings,lost,"Lost, “gone”, or\nlate",Kime&shy;potea,"The English is in the code, not here."',
        '',
      ].join('\r\n'),
    )
  })
  test('changes nothing when it comes back unchanged', () => {
    expect(read(sheet)).toEqual({ state: 'read', changes: [], catalogues: [greetings] })
  })
  test('of all our texts comes back unchanged', () => {
    const catalogues = readCatalogues(root)
    const reading = readSheet(toSheet(catalogues, fixedEnglish), catalogues, fixedEnglish)
    expect(reading).toEqual({ state: 'read', changes: [], catalogues })
  })
  test('from a spreadsheet may have semicolons, quotation marks everywhere and no byte order mark', () => {
    const kept = sheet
      .slice(1)
      .trim()
      .split('\r\n')
      .filter((row) => !row.includes('“'))
      .map((row) =>
        row
          .split(',')
          .map((cell) => `"${cell}"`)
          .join(';'),
      )
    expect(read(kept.join('\n'))).toMatchObject({ state: 'read', changes: [] })
  })
  test('with a corrected text reports the old and the new one, and changes that text only', () => {
    expect(readWith('Habari {{name}}', 'Karibu {{name}}')).toEqual({
      state: 'read',
      changes: [
        {
          catalogue: 'greetings',
          key: 'hello',
          language: 'Swahili',
          before: 'Habari {{name}}',
          after: 'Karibu {{name}}',
        },
      ],
      catalogues: [{ ...greetings, swahili: { ...greetings.swahili, hello: 'Karibu {{name}}' } }],
    })
  })
  test('of some rows leaves the other texts unchanged', () => {
    const reading = read('catalogue,key,English,Swahili\ngreetings,title,Track Parcel,Tafuta')
    expect(reading).toMatchObject({
      changes: [{ key: 'title', after: 'Tafuta' }],
      catalogues: [{ swahili: { ...greetings.swahili, title: 'Tafuta' } }],
    })
  })
  test('accepts composed letters, and a text that Excel would take for a formula', () => {
    const negative = { ...greetings, swahili: { ...greetings.swahili, title: '-Ksh' } }
    expect(readSheet(toSheet([negative], fixed), [negative], fixed)).toMatchObject({ changes: [] })
    expect(readWith('Fuatilia', 'Cafe\u0301')).toMatchObject({ changes: [{ after: 'Caf\u00e9' }] })
  })
})

describe('a sheet is refused', () => {
  test.each([
    ['with an unknown key', ',hello,', ',hallo,', 'Row 2: greetings/hallo is unknown.'],
    ['with an unknown catalogue', 'greetings,hello', 'farewells,hello', 'Row 2: farewells/hello is unknown.'],
    ['with a key twice', ',rows_one,', ',hello,', 'Row 3: greetings/hello is there twice.'],
    [
      'without a placeholder in Swahili',
      'Habari {{name}}',
      'Habari',
      'Row 2: greetings/hello has other placeholders in Swahili than in English.',
    ],
    [
      'without a placeholder in English',
      'Hello {{name}}',
      'Hello',
      'Row 2: greetings/hello has other placeholders in English than before.',
    ],
    ['with an empty text', 'Fuatilia', ' ', 'Row 5: greetings/title is empty.'],
    [
      'with another English where it is fixed',
      'Track Parcel',
      'Follow',
      'Row 5: greetings/title has an English text that is fixed.',
    ],
    [
      'with another English than the code’s',
      'or\nlate',
      'or late',
      'Row 6: greetings/lost has its English in the code.',
    ],
  ])('%s', (_title, before, after, reason) => {
    const reading = readWith(before, after)
    expect(reading).toMatchObject({ state: 'refused' })
    expect(reading.state === 'refused' && reading.reasons).toContain(reason)
  })
  test('that is not a table, or has other columns', () => {
    expect(read('catalogue,key,English,Swahili\ngreetings,"hello')).toMatchObject({ state: 'refused' })
    expect(read('catalogue,key,English\ngreetings,hello,Hello {{name}}')).toEqual({
      state: 'refused',
      reasons: ['The sheet has no row, or lacks the columns Swahili.'],
    })
  })
})

describe('files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tuma-texts-'))
  const [english, swahili] = ['en', 'sw'].map((language) => join(folder, `${greetings.path}.${language}.json`))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  test('only the file of the changed language is written, in its own order', () => {
    mkdirSync(join(folder, 'frontends/client/src/texts'), { recursive: true })
    for (const [file = '', texts] of [
      [english, greetings.english],
      [swahili, greetings.swahili],
    ] as const) {
      writeFileSync(file, formatTexts(texts))
      utimesSync(file, 0, 0)
    }
    const reading = readWith('Fuatilia', 'Tafuta')
    if (reading.state === 'refused') throw new Error(reading.reasons.join())
    const [after = greetings] = reading.catalogues
    writeCatalogue(folder, greetings, after)
    expect(statSync(english ?? '').mtimeMs).toBe(0)
    const written = readFileSync(swahili ?? '', 'utf8')
    expect(written).toBe(formatTexts(greetings.swahili).replace('Fuatilia', 'Tafuta'))
    expect(written).toContain('Kime\\u00adpotea')
  })
})
