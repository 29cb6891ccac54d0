import { isUtf8 } from 'node:buffer'
import { type CellObject, CFB, type ParsingOptions, read, type WorkBook } from '@e965/xlsx'
import { type DateSystem, openCellText } from './cell-text.ts'
import { maxColumns, maxRows } from './limits.ts'
import { RefusedFile } from './refused-file.ts'
import { unpackWorkbook } from './unpack-zip.ts'

type Row = readonly (CellObject | null | undefined)[]

/** In the order of the workbook. `rows` has no blank row, and each is as long as the widest. */
export type Sheet = { readonly rows: Iterable<string[]> }

/** Only values: no styles, no formulas, no HTML of a cell. With `raw`, HTML's times and amounts stay unchanged. */
const asValues: ParsingOptions = {
  ...{ dense: true, raw: true, cellNF: true, cellText: false, cellFormula: false, cellHTML: false, cellStyles: false },
  ...{ bookVBA: false, bookDeps: false },
}

/**
 * The sheets of an `.xlsx`, of a BIFF `.xls`, or of HTML or XML under that name.
 * @throws RefusedFile why it is not read
 */
export const sheetsIn = async (file: Buffer): Promise<readonly Sheet[]> => {
  const book = await openBook(file)
  const dates: DateSystem = book.Workbook?.WBProps?.date1904 ? 1904 : 1900
  return book.SheetNames.flatMap((name) => {
    const data = book.Sheets[name]?.['!data'] as Row[] | undefined
    return data && data.length > 0 ? [{ rows: rowsIn(data, dates) }] : []
  })
}

const openBook = async (file: Buffer): Promise<WorkBook> => {
  try {
    if (file.subarray(0, 2).toString('latin1') === 'PK')
      return read(await unpacked(file), { ...asValues, type: 'buffer' })
    if (file[0] === 0xd0) {
      assertWhole(file)
      return read(file, { ...asValues, type: 'buffer' })
    }
    const text = isUtf8(file) ? file.toString() : new TextDecoder('windows-1252').decode(file)
    return read(withoutNumbers(text.replace(/^\uFEFF/, '').trimStart()), { ...asValues, type: 'string' })
  } catch (error) {
    if (error instanceof RefusedFile) throw error
    const isLocked = /password|encrypt/i.test(String((error as Error).message))
    throw new RefusedFile(isLocked ? 'statement_password' : 'statement_not_readable')
  }
}

const markup = new Map([
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['&', '&amp;'],
])

/** The HTML reader knows only named characters, and `NG&#39;ANG&#39;A` has numbers for its apostrophes. */
const withoutNumbers = (text: string): string =>
  text.replaceAll(/&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi, (written, hex?: string, decimal?: string) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    if (code > 0x10ffff) return written
    const character = String.fromCodePoint(code)
    return markup.get(character) ?? character
  })

/**
 * The reader accepts a cut `.xls` with the rows that it finds, and a statement without its last rows is worse than
 * none.
 * @throws RefusedFile statement_cut where the stream is shorter than its directory says, or has no end;
 * statement_password where it is a locked `.xlsx`
 */
const assertWhole = (file: Buffer): void => {
  const container = CFB.read(file, { type: 'buffer' })
  if (CFB.find(container, '/EncryptedPackage')) throw new RefusedFile('statement_password')
  const stream = CFB.find(container, '/Workbook') ?? CFB.find(container, '/Book')
  if (!stream) return
  const { size } = stream as { size?: number }
  const content = Buffer.from(stream.content as Uint8Array)
  const last = content.findLastIndex((byte) => byte !== 0)
  if (content.byteLength < (size ?? 0) || content[last] !== endOfSheet) throw new RefusedFile('statement_cut')
}

/** BIFF's last record of each sheet, which is empty. */
const endOfSheet = 0x0a

/** The same parts in an uncompressed archive, because the workbook reader unpacks without counting. */
const unpacked = async (file: Buffer): Promise<Buffer> => {
  const archive = CFB.utils.cfb_new({ root: 'R' })
  for (const [name, content] of await unpackWorkbook(file))
    CFB.utils.cfb_add(archive, `/${name}`, content, { unsafe: true })
  return CFB.write(archive, { fileType: 'zip', type: 'buffer' }) as Buffer
}

const headRows = 40

function* rowsIn(data: readonly Row[], dates: DateSystem): Generator<string[]> {
  if (data.length > maxRows) throw new RefusedFile('statement_too_large')
  const width = getWidth(data)
  const textOf = openCellText(dates)
  const { namesAt, times } = timeColumns(data)
  for (const [at, row] of data.entries()) {
    if (!row) continue
    const cells = Array.from({ length: width }, (_, column) => textOf(row[column], at > namesAt && times.has(column)))
    if (cells.some((cell) => cell.trim() !== '')) yield cells
  }
}

/** @throws RefusedFile statement_not_readable where a cell is further right than a statement has columns */
const getWidth = (data: readonly Row[]): number => {
  let width = 0
  for (const row of data) {
    if (row && row.length > width) width = row.length
    if (width > maxColumns) throw new RefusedFile('statement_not_readable')
  }
  return width
}

/** The row of column names, and which of them say time or date. */
const timeColumns = (data: readonly Row[]): { readonly namesAt: number; readonly times: ReadonlySet<number> } => {
  const isNamed = (cell: CellObject | null | undefined, name: RegExp) =>
    typeof cell?.v === 'string' && name.test(cell.v)
  const namesAt = data.slice(0, headRows).findIndex((row) => row?.some((cell) => isNamed(cell, /receipt/i)))
  const names = data[namesAt] ?? []
  return {
    namesAt,
    times: new Set(names.flatMap((cell, column) => (isNamed(cell, /\b(?:time|date)\b/i) ? [column] : []))),
  }
}
