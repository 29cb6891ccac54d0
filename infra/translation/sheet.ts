import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { type Catalogue, englishFor, type Texts } from './catalogues.ts'
import { takeSameValues } from './faults.ts'

/** English that was agreed with the client and does not change, by `catalogue/key` (`fixed-english.json`). */
export type FixedEnglish = Texts

const columns = ['catalogue', 'key', 'English', 'Swahili', 'note'] as const
type Row = Readonly<Record<(typeof columns)[number], string>>

/** Invisible marks, in a form that a person can see and type. */
const marks = [
  ['\u00ad', '&shy;'],
  ['\u00a0', '&nbsp;'],
] as const
const show = (text: string): string => marks.reduce((said, [mark, name]) => said.replaceAll(mark, name), text)
const hide = (text: string): string => marks.reduce((said, [mark, name]) => said.replaceAll(name, mark), text)

/** A text that Excel would take for a formula has an apostrophe before it in the file. */
const withoutApostrophe = (text: string): string => text.replace(/^'(?=[=+\-@\t\r])/, '')

function noteOn(catalogue: Catalogue, key: string, fixedEnglish: FixedEnglish): string {
  return [
    ...(catalogue.notes[key] ? [catalogue.notes[key]] : []),
    ...(`${catalogue.name}/${key}` in fixedEnglish ? ['The English is fixed.'] : []),
    ...(key in catalogue.english ? [] : ['The English is in the code, not here.']),
  ].join(' ')
}

/** A table for spreadsheets: UTF-8 with a byte order mark, one row a text. */
export function toSheet(catalogues: readonly Catalogue[], fixedEnglish: FixedEnglish): string {
  const rows: Row[] = catalogues.flatMap((catalogue) =>
    Object.entries(catalogue.swahili).map(([key, swahili]) => ({
      catalogue: catalogue.name,
      key,
      English: show(englishFor(catalogue, key) ?? ''),
      Swahili: show(swahili),
      note: noteOn(catalogue, key, fixedEnglish),
    })),
  )
  const asCells = { header: true, columns: [...columns], bom: true, escape_formulas: true } as const
  return stringify(rows, { ...asCells, record_delimiter: 'windows' })
}

/** Spreadsheets of some countries write a semicolon or a tab between cells. */
const delimiterIn = (sheet: string): string => /^\ufeff?"?catalogue"?([,;\t])/.exec(sheet)?.[1] ?? ','

function readRows(sheet: string): Row[] {
  const asCells = { bom: true, columns: true, delimiter: delimiterIn(sheet), skip_empty_lines: true } as const
  return parse<Row>(sheet, asCells)
}

export type Change = { readonly catalogue: string; readonly key: string; readonly language: 'English' | 'Swahili' } & {
  readonly before: string
  readonly after: string
}

export type Reading =
  | { readonly state: 'refused'; readonly reasons: readonly string[] }
  | { readonly state: 'read'; readonly changes: readonly Change[]; readonly catalogues: readonly Catalogue[] }

/**
 * Reads a corrected sheet. Rows may be missing, and their texts then stay unchanged. One wrong row refuses the whole
 * sheet.
 * @returns the reasons, by row as a spreadsheet counts them, or the changes and the catalogues with them
 */
export function readSheet(sheet: string, catalogues: readonly Catalogue[], fixedEnglish: FixedEnglish): Reading {
  const rows = rowsOrReason(sheet)
  if (typeof rows === 'string') return { state: 'refused', reasons: [rows] }
  const byName = new Map(catalogues.map((catalogue) => [catalogue.name, catalogue]))
  const seen = new Set<string>()
  const reasons: string[] = []
  const changes: Change[] = []
  for (const [at, row] of rows.entries()) {
    const catalogue = byName.get(row.catalogue)
    const id = `${row.catalogue}/${row.key}`
    const wrong = seen.has(id)
      ? ['is there twice']
      : catalogue
        ? whatIsWrong(row, catalogue, fixedEnglish)
        : ['is unknown']
    reasons.push(...wrong.map((what) => `Row ${at + 2}: ${id} ${what}.`))
    if (catalogue && wrong.length === 0) changes.push(...changesIn(row, catalogue))
    seen.add(id)
  }
  if (reasons.length > 0) return { state: 'refused', reasons }
  return { state: 'read', changes, catalogues: catalogues.map((catalogue) => withChanges(catalogue, changes)) }
}

function rowsOrReason(sheet: string): Row[] | string {
  try {
    const rows = readRows(sheet)
    const missing = columns.slice(0, 4).filter((column) => rows[0]?.[column] === undefined)
    return missing.length === 0 ? rows : `The sheet has no row, or lacks the columns ${missing.join(', ')}.`
  } catch {
    return 'The sheet is no CSV: a row has too many or too few cells, or a quotation mark is open.'
  }
}

/** A cell as a text: composed letters, invisible marks, no apostrophe for Excel. */
const textIn = (cell: string): string => hide(withoutApostrophe(cell)).normalize('NFC')

function whatIsWrong(row: Row, catalogue: Catalogue, fixedEnglish: FixedEnglish): string[] {
  const english = englishFor(catalogue, row.key)
  if (english === undefined || !Object.hasOwn(catalogue.swahili, row.key)) return ['is unknown']
  const [newEnglish, newSwahili] = [textIn(row.English), textIn(row.Swahili)]
  const fixed = fixedEnglish[`${catalogue.name}/${row.key}`]
  return [
    ...(fixed !== undefined && newEnglish !== fixed ? ['has an English text that is fixed'] : []),
    ...(!(row.key in catalogue.english) && newEnglish !== english ? ['has its English in the code'] : []),
    ...(newEnglish.trim() === '' || newSwahili.trim() === '' ? ['is empty'] : []),
    ...(takeSameValues(row.key, english, newEnglish) ? [] : ['has other placeholders in English than before']),
    ...(takeSameValues(row.key, english, newSwahili) ? [] : ['has other placeholders in Swahili than in English']),
  ]
}

function changesIn(row: Row, catalogue: Catalogue): Change[] {
  const { key } = row
  return (
    [
      ['English', englishFor(catalogue, key) ?? '', textIn(row.English)],
      ['Swahili', catalogue.swahili[key] ?? '', textIn(row.Swahili)],
    ] as const
  )
    .filter(([, before, after]) => before !== after)
    .map(([language, before, after]) => ({ catalogue: catalogue.name, key, language, before, after }))
}

function withChanges(catalogue: Catalogue, changes: readonly Change[]): Catalogue {
  const its = changes.filter((change) => change.catalogue === catalogue.name)
  const changed = (language: Change['language']): Texts =>
    Object.fromEntries(its.filter((change) => change.language === language).map(({ key, after }) => [key, after]))
  return {
    ...catalogue,
    english: { ...catalogue.english, ...changed('English') },
    swahili: { ...catalogue.swahili, ...changed('Swahili') },
  }
}
