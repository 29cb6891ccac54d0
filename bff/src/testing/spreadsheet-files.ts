import { crc32, deflateRawSync } from 'node:zlib'
import { type CellObject, CFB, utils, type WorkBook, write } from '@e965/xlsx'

/** A text, a number, a cell in the writer's form (`{ t, v, z, f }`), or null without a value. */
export type Cell = string | number | boolean | CellObject | null
export type Sheets = Readonly<Record<string, readonly (readonly Cell[])[]>>
export type WorkbookKind = 'xlsx' | 'biff8' | 'xlml'

/** A workbook with these sheets, as a portal or a spreadsheet program would save it. */
export const workbookFile = (kind: WorkbookKind, sheets: Sheets, { date1904 = false } = {}): Buffer => {
  const book: WorkBook = utils.book_new()
  book.Workbook = { WBProps: { date1904 } }
  for (const [name, rows] of Object.entries(sheets))
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows as Cell[][], { dense: true }), name)
  return write(book, { type: 'buffer', bookType: kind, bookSST: true, compression: true })
}

/** Rows of a CSV file in a spreadsheet's form: amounts are numbers, and empty texts are no cells. */
export const asCells = (rows: readonly (readonly string[])[], amounts: readonly number[]): Cell[][] =>
  rows.map((row) =>
    row.map((cell, column) => {
      if (cell === '') return null
      const number = Number(cell.replaceAll(',', ''))
      return amounts.includes(column) && !Number.isNaN(number) ? number : cell
    }),
  )

/** The form in which spreadsheet programs save an `.xlsx` with a password: its archive is one stream of a container. */
export const lockedWorkbook = (): Buffer => {
  const container = CFB.utils.cfb_new()
  CFB.utils.cfb_add(container, '/EncryptionInfo', Buffer.from([4, 0, 4, 0, 0x40, 0, 0, 0]))
  CFB.utils.cfb_add(container, '/EncryptedPackage', Buffer.alloc(5000, 7))
  return CFB.write(container, { type: 'buffer' }) as Buffer
}

type Part = { readonly name: string; readonly content: Uint8Array; readonly declaredBytes?: number }

/** An archive of these parts. `declaredBytes`: a false size of a part in its directory. */
export const buildZip = (parts: readonly Part[]): Buffer => {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, declaredBytes = content.byteLength } of parts) {
    const packed = deflateRawSync(content, { level: 9 })
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(crc32(content), 10)
    fields.writeUInt32LE(packed.byteLength, 14)
    fields.writeUInt32LE(declaredBytes, 18)
    fields.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), fields, Buffer.from(name), packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), fields, rest, Buffer.from(name)]))
    locals.push(local)
    offset += local.byteLength
  }
  const end = Buffer.alloc(18)
  end.writeUInt16LE(parts.length, 4)
  end.writeUInt16LE(parts.length, 6)
  end.writeUInt32LE(Buffer.concat(directory).byteLength, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...locals, ...directory, Buffer.from('PK\u0005\u0006'), end])
}

const types =
  '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/></Types>'
const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relations = (...targets: readonly (readonly [string, string])[]) =>
  `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${targets.map(([kind, target], at) => `<Relationship Id="rId${at + 1}" Type="${relation}/${kind}" Target="${target}"/>`).join('')}</Relationships>`

/** A workbook whose sheet and shared texts are written by hand, so that they can be wrong. */
export const handMadeXlsx = (sheet: string, sharedStrings: string, more: readonly Part[] = []): Buffer => {
  const part = (name: string, text: string): Part => ({ name, content: Buffer.from(text) })
  return buildZip([
    part('[Content_Types].xml', types),
    part('_rels/.rels', relations(['officeDocument', 'xl/workbook.xml'])),
    part(
      'xl/workbook.xml',
      `<?xml version="1.0"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${relation}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    part(
      'xl/_rels/workbook.xml.rels',
      relations(['worksheet', 'worksheets/sheet1.xml'], ['sharedStrings', 'sharedStrings.xml']),
    ),
    part('xl/sharedStrings.xml', sharedStrings),
    part('xl/worksheets/sheet1.xml', sheet),
    ...more,
  ])
}
