import { CFB } from '@e965/xlsx'
import { describe, expect, test } from 'vitest'
import { buildZip, type Cell, handMadeXlsx, lockedWorkbook, workbookFile } from '../testing/spreadsheet-files.ts'
import { unpackWorkbook } from './unpack-zip.ts'
import { sheetsIn } from './workbook.ts'

const names = ['Receipt No.', 'Completion Time', 'Details', 'Paid In']
const details = 'Merchant Payment from 2547****126 - NG’ANG’A'
const getRows = async (file: Buffer): Promise<string[][][]> => (await sheetsIn(file)).map(({ rows }) => [...rows])
const getCells = async (file: Buffer) => (await getRows(file))[0]?.[1]
const getCode = (file: Buffer) => getRows(file).catch(({ code }) => code)
/** 23 November 2026 09:30:15 as a day and its fraction, counted from 1900. */
const serial = 46349 + (9 * 3600 + 30 * 60 + 15) / 86_400
const time = (v: number): Cell => ({ t: 'n', v, z: 'dd/mm/yyyy hh:mm:ss' })

describe.each(['xlsx', 'biff8', 'xlml'] as const)('a workbook written as %s', (kind) => {
  const withRow = (row: Cell[], options = {}) => workbookFile(kind, { Statement: [names, row] }, options)

  test('gives times and amounts in a statement’s form', async () => {
    const row = await getCells(withRow(['UKN6H7T3GA', time(serial), details, 1250]))
    expect(row?.map((cell) => cell.replace(/[’?]/g, "'"))).toEqual([
      ...['UKN6H7T3GA', '2026-11-23 09:30:15', "Merchant Payment from 2547****126 - NG'ANG'A", '1250'],
    ])
  })
  test('keeps times that are texts unchanged', async () => {
    expect((await getCells(withRow(['UKN6H7T3GA', '01-02-2026 09:30:15', '', '1,250.00'])))?.slice(1)).toEqual([
      ...['01-02-2026 09:30:15', '', '1,250.00'],
    ])
  })
  test('rounds amounts to cents', async () => {
    expect((await getCells(withRow(['UKN6H7T3GA', 'x', '', 1249.9999999999998])))?.[3]).toBe('1250.00')
    expect((await getCells(withRow(['UKN6H7T3GA', 'x', '', 0.1 + 0.2])))?.[3]).toBe('0.30')
    expect((await getCells(withRow(['UKN6H7T3GA', 'x', '', -13.75])))?.[3]).toBe('-13.75')
  })
})

describe.each(['xlsx', 'biff8'] as const)('a workbook written as %s', (kind) => {
  test('may count its days from 1904', async () => {
    const file = workbookFile(kind, { A: [names, ['UKN6H7T3GA', time(serial - 1462), '', 1]] }, { date1904: true })
    expect((await getCells(file))?.[1]).toBe('2026-11-23 09:30:15')
  })
  test('may have times without a format under a column name that says so', async () => {
    const file = workbookFile(kind, { A: [['Short Code', 600100], names, ['UKN6H7T3GA', serial, '', 46349]] })
    expect((await getRows(file))[0]).toEqual([
      ['Short Code', '600100', '', ''],
      names,
      ['UKN6H7T3GA', '2026-11-23 09:30:15', '', '46349'],
    ])
  })
  test('is read sheet by sheet, without blank rows and chart sheets', async () => {
    const file = workbookFile(kind, { Cover: [['About', ' '], [null], ['', '']], Rows: [names, ['UKN6H7T3GA']] })
    expect(await getRows(file)).toEqual([[['About', ' ']], [names, ['UKN6H7T3GA', '', '', '']]])
  })
  test('gives the stored value of a formula', async () => {
    const sum: Cell = { t: 'n', v: 350, f: 'SUM(A1:A9)' }
    expect((await getCells(workbookFile(kind, { A: [names, ['UKN6H7T3GA', 'x', '', sum]] })))?.[3]).toBe('350')
  })
})

test('a table of HTML is read unchanged', async () => {
  const html = `\uFEFF <html><meta charset="utf-8"><table><tr>${names.map((name) => `<th>${name}</th>`).join('')}</tr>
    <tr><td>UKN6H7T3GA</td><td>01-02-2026 09:30:15</td><td>from NG&#39;ANG&#x27;A &amp; Ngũgĩ &#60;b&gt;</td><td>1,250.00</td></tr></table></html>`
  expect(await getCells(Buffer.from(html))).toEqual([
    ...['UKN6H7T3GA', '01-02-2026 09:30:15', "from NG'ANG'A & Ngũgĩ <b>", '1,250.00'],
  ])
})

describe('a harmful file', () => {
  const sheet = (rows: string, dimension = 'A1:B2') =>
    `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><dimension ref="${dimension}"/><sheetData>${rows}</sheetData></worksheet>`
  const none = '<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"/>'
  const cell = (at: string) => `<c r="${at}" t="str"><v>x</v></c>`

  test('is unpacked no further than allowed, whatever its directory says', async () => {
    const content = Buffer.alloc(4 * 1024 * 1024)
    const bomb = (declaredBytes?: number) => buildZip([{ name: 'xl/workbook.xml', content, declaredBytes }])
    await expect(unpackWorkbook(bomb(), 1024 * 1024)).rejects.toThrow('statement_too_large')
    expect(await getCode(bomb(100))).toBe('statement_not_readable')
    const many = Array.from({ length: 8 }, (_, at) => ({
      name: `xl/worksheets/${at}.xml`,
      content: content.subarray(0, 500_000),
    }))
    await expect(unpackWorkbook(buildZip(many), 1024 * 1024)).rejects.toThrow('statement_too_large')
    expect((await unpackWorkbook(buildZip([{ name: 'xl/media/bomb.png', content }]), 1024 * 1024)).size).toBe(0)
  })
  test('has no more columns than a statement', async () => {
    const wide = sheet(`<row r="1">${Array.from({ length: 61 }, () => '<c t="str"><v>x</v></c>').join('')}</row>`)
    expect(await getCode(handMadeXlsx(wide, none))).toBe('statement_not_readable')
    expect(await getCode(handMadeXlsx(sheet(`<row r="1">${cell('XFD1')}</row>`), none))).toBe('statement_not_readable')
    const million = sheet(`<row r="1">${Array.from({ length: 1_000_000 }, () => '<c><v>1</v></c>').join('')}</row>`)
    expect(await getCode(handMadeXlsx(million, none))).toBe('statement_not_readable')
  })
  test('may claim a thousand million rows, and have one', async () => {
    expect(await getRows(handMadeXlsx(sheet(`<row r="1">${cell('A1')}</row>`, 'A1:XFD1000000000'), none))).toEqual([
      [['x']],
    ])
    const far = sheet(`<row r="1000000000">${cell('A1000000000')}</row>`)
    expect(await getCode(handMadeXlsx(far, none))).toBe('statement_too_large')
  })
  test('has its entities neither fetched nor expanded', async () => {
    const laughs = Array.from({ length: 30 }, (_, at) => `<!ENTITY l${at + 1} "&l${at};&l${at};">`).join('')
    const shared = `<!DOCTYPE sst [<!ENTITY l0 "ha">${laughs}<!ENTITY out SYSTEM "file:///etc/passwd">]><sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><si><t>a&out;&l30;z</t></si></sst>`
    const rows = await getRows(handMadeXlsx(sheet('<row r="1"><c r="A1" t="s"><v>0</v></c></row>'), shared))
    expect(JSON.stringify(rows).length).toBeLessThan(100)
    expect(JSON.stringify(rows)).not.toContain('root:')
  })
  test.each([0.3, 0.6, 0.9, 0.99])('is cut: %d of it has come', async (part) => {
    const rows = Array.from({ length: 200 }, (_, at) => [`UKN${String(at).padStart(7, '0')}`, details, at])
    const xlsx = workbookFile('xlsx', { A: rows })
    expect(await getCode(xlsx.subarray(0, part * xlsx.byteLength))).toBe('statement_cut')
    const xls = workbookFile('biff8', { A: rows })
    const said = await getRows(xls.subarray(0, part * xls.byteLength)).catch(({ code }) => code)
    expect(Array.isArray(said) ? said[0]?.length : said).toSatisfy((what) => what === 200 || /^statement_/.test(what))
    const cut = CFB.utils.cfb_new()
    const stream = CFB.find(CFB.read(xls, { type: 'buffer' }), '/Workbook')?.content as Uint8Array
    CFB.utils.cfb_add(cut, '/Workbook', stream.slice(0, part * stream.length))
    expect(await getCode(CFB.write(cut, { type: 'buffer' }) as Buffer)).toBe('statement_cut')
  })
  test('with a password is refused: a locked .xlsx is a container, and a locked .xls says so in its first records', async () => {
    expect(await getCode(lockedWorkbook())).toBe('statement_password')
    const xls = CFB.read(workbookFile('biff8', { A: [['x']] }), { type: 'buffer' })
    const stream = Buffer.from(CFB.find(xls, '/Workbook')?.content as Uint8Array)
    const afterFirst = 4 + stream.readUInt16LE(2)
    const filePass = Buffer.concat([Buffer.from([0x2f, 0, 54, 0, 1, 0, 1, 0, 1, 0]), Buffer.alloc(48, 7)])
    const lockedXls = CFB.utils.cfb_new()
    const withPass = Buffer.concat([stream.subarray(0, afterFirst), filePass, stream.subarray(afterFirst)])
    CFB.utils.cfb_add(lockedXls, '/Workbook', withPass)
    expect(await getCode(CFB.write(lockedXls, { type: 'buffer' }) as Buffer)).toBe('statement_password')
  })
  test('has rubbish after its first bytes', async () => {
    const rubbish = Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 7919) % 251))
    const ole = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
    expect(await getCode(Buffer.concat([ole, rubbish]))).toBe('statement_not_readable')
    expect(await getCode(Buffer.concat([Buffer.from('PK\u0003\u0004'), rubbish]))).toBe('statement_cut')
    expect(await getCode(buildZip([{ name: 'word/document.xml', content: Buffer.from('<w/>') }]))).toBe(
      'statement_not_readable',
    )
  })
})
