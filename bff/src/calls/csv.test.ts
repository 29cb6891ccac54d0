import { describe, expect, test } from 'vitest'
import type { CallContext } from '../door/policy.ts'
import { buildCsv, csvLines } from './csv.ts'

const getCell = (value: Parameters<typeof csvLines>[0][number][number]): string => csvLines([[value]]).slice(0, -2)

/** The cells of a line in a spreadsheet that is set to this separator. Only a quote at a cell's start counts. */
const cellsBy = (separator: string, line: string): string[] => {
  const cells: string[] = []
  let rest = line
  for (;;) {
    const [, quoted, afterwards] = /^"((?:[^"]|"")*)"([\s\S]*)$/.exec(rest) ?? []
    const begun = quoted === undefined ? '' : quoted.replaceAll('""', '"')
    const tail = afterwards ?? rest
    const end = tail.split(separator)[0] ?? ''
    cells.push(begun + end)
    if (end.length === tail.length) return cells
    rest = tail.slice(end.length + separator.length)
  }
}
const separators = [',', ';', '\t', '|', '\n', '\r']
const signs = ['=', '+', '-', '@', '\uff1d', '\uff0b', '\uff0d', '\uff20', '\ufe66', '\ufe62', '\ufe63', '\ufe6b']

describe('a text in a file for spreadsheets', () => {
  test.each(signs)('that begins with %s is not a formula', (sign) => {
    for (const text of [`${sign}1+1`, ` ${sign}1+1`, `"${sign}1+1`]) expect(getCell(text)).toMatch(/^"'/)
    expect(getCell(`2${sign}1`)).toBe(`2${sign}1`)
  })
  test.each(['\t', '\r', '\n'])('that begins with a tab or a break (%j) is not a formula', (sign) =>
    expect(getCell(`${sign}cmd`)).toMatch(/^"'/),
  )
  test('has no formula after any separator, whichever one the spreadsheet uses', () => {
    const starts = ['', ' ', '"', '""', "'"].flatMap((start) => signs.map((sign) => start + sign))
    const texts = separators.flatMap((inside) => starts.map((start) => `x${inside}${start}1+1`))
    const found = texts.flatMap((text) => separators.flatMap((by) => cellsBy(by, `Njeri,${getCell(text)},Otieno`)))
    expect(found.filter((cell) => signs.some((sign) => cell.replace(/^["\s]+/, '').startsWith(sign)))).toEqual([])
    expect(getCell('x;=1+1')).toBe(`"x;'=1+1"`)
  })
  test('stays unchanged otherwise', () => {
    for (const text of ['Wanjiku Njeri', 'a = b', '2026-11-23 14:05', 'THIKA; Main Stage', 'PAY-123456', ''])
      expect(getCell(text)).toBe(text)
    expect(getCell('Shop "A", Thika')).toBe('"Shop ""A"", Thika"')
  })
})

test.each(['007', '0711333444', '0012,5', '12e5', '12E4567890', '1234567890123456'])(
  'the text %s stays unchanged where a spreadsheet would make another number of it',
  (text) => expect(getCell(text)).toBe(`"'${text}"`),
)
test.each(['0711 333 444', '0', '250', '2026', 'UKQTH1R96Q', 'TM-7K3M-Q2XV-90TB', '12e', 'e5', '0a1'])(
  'the text %s needs no apostrophe',
  (text) => expect(getCell(text)).toBe(text),
)

test('a number stays a number', () => {
  expect([getCell(-5), getCell(-12.5), getCell(0), getCell(true), getCell(null)]).toEqual([
    '-5',
    '-12.5',
    '0',
    'true',
    '',
  ])
})

test('a file begins with a byte order mark and its titles, ends each line as Windows does, and continues page by page', async () => {
  const pages = [
    { rows: [{ name: 'Wanjikũ, "W"', parcels: 2 }], next: 'second' },
    { rows: [{ name: 'Line\nbreak', parcels: 0 }], next: 'third' },
    { rows: [], next: null },
  ]
  const resHeaders = new Headers()
  const columns = {
    Name: ({ name }: { name: string }) => name,
    'Parcels, all': ({ parcels }: { parcels: number }) => parcels,
  }
  const pageAt = async ({ cursor }: { cursor: string | null }) =>
    pages[cursor === null ? 0 : cursor === 'second' ? 1 : 2] as (typeof pages)[number]
  const file = await buildCsv({ resHeaders } as CallContext, 'shops.csv', columns, pageAt)
  const bytes = Buffer.concat(await Array.fromAsync(file))
  expect(bytes.toString()).toBe('\ufeffName,"Parcels, all"\r\n"Wanjikũ, ""W""",2\r\n"Line\nbreak",0\r\n')
  expect(resHeaders.get('content-disposition')).toBe('attachment; filename="shops.csv"')
})
