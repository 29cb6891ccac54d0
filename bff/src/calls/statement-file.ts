import { maxStatementBytes, Refused } from '@tuma/contracts/vocabulary'
import type { ReadSpreadsheet } from '../spreadsheets/read-spreadsheet.ts'
import { csvRows } from './statement-csv.ts'

/** How much of the file is examined to find its format. */
const maxBeginningBytes = 64 * 1024

/** A row of the file. CSV counts as one sheet, the last. */
export type FileRow = { readonly sheet: number; readonly isLast: boolean; readonly cells: string[] }

type Reading = {
  /** Gets each piece unchanged, to hash the whole file. */
  readonly onBytes: (piece: Uint8Array) => void
  readonly readSpreadsheet: ReadSpreadsheet
  /** Aborted when the sender has disconnected. */
  readonly closed: AbortSignal
}

/**
 * The rows of a statement's file as fast as they are read. Its first bytes give the format, whatever its name: CSV, a
 * workbook (`.xlsx`), BIFF (`.xls`), or HTML or XML, which some portals call `.xls`.
 * @throws Refused statement_too_large, statement_empty, statement_not_csv, statement_cut, statement_row,
 * statement_not_readable, statement_password
 */
export async function* rowsInFile(
  file: AsyncIterable<Uint8Array>,
  { onBytes, readSpreadsheet, closed }: Reading,
): AsyncGenerator<FileRow> {
  const pieces = limited(file, onBytes)[Symbol.asyncIterator]()
  try {
    const begun = await beginning(pieces)
    if (begun.byteLength === 0) throw new Refused('statement_empty')
    const kind = kindOfFile(begun)
    if (kind === 'unknown') throw new Refused('statement_not_csv')
    if (kind === 'csv') {
      for await (const cells of csvRows(withoutMark(begun), pieces)) yield { sheet: 0, isLast: true, cells }
      return
    }
    for await (const { sheet, isLast, rows } of readSpreadsheet(whole(begun, pieces), closed))
      for (const cells of rows) yield { sheet, isLast, cells }
  } catch (error) {
    throw isGone(error) ? new Refused('statement_cut') : error
  } finally {
    await pieces.return?.(undefined)
  }
}

async function* limited(file: AsyncIterable<Uint8Array>, onBytes: (piece: Uint8Array) => void) {
  let bytes = 0
  for await (const piece of file) {
    bytes += piece.byteLength
    if (bytes > maxStatementBytes) throw new Refused('statement_too_large')
    onBytes(piece)
    yield piece
  }
}

type Pieces = AsyncIterator<Uint8Array>

const beginning = async (pieces: Pieces): Promise<Buffer> => {
  const read: Uint8Array[] = []
  for (let bytes = 0; bytes < maxBeginningBytes; ) {
    const { value, done } = await pieces.next()
    if (done) break
    read.push(value)
    bytes += value.byteLength
  }
  return Buffer.concat(read)
}

async function* whole(begun: Buffer, pieces: Pieces): AsyncGenerator<Uint8Array> {
  yield begun
  for (let piece = await pieces.next(); !piece.done; piece = await pieces.next()) yield piece.value
}

const workbooks = ['PK\u0003\u0004', '\u00D0\u00CF\u0011\u00E0']
const unreadable = ['%PDF', '\u00FF\u00FE', '\u00FE\u00FF', '{\\rtf', 'PK']

const kindOfFile = (begun: Buffer): 'spreadsheet' | 'csv' | 'unknown' => {
  const raw = begun.toString('latin1')
  if (workbooks.some((one) => raw.startsWith(one))) return 'spreadsheet'
  const text = withoutMark(begun).toString('latin1').trimStart()
  if (unreadable.some((one) => text.startsWith(one)) || text.includes('\0')) return 'unknown'
  return text.startsWith('<') ? 'spreadsheet' : 'csv'
}

/** The byte order mark of UTF-8 is not part of a column's name. */
const withoutMark = (begun: Buffer): Buffer =>
  begun.subarray(0, 3).equals(Buffer.of(0xef, 0xbb, 0xbf)) ? begun.subarray(3) : begun

const isGone = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ECONNRESET'
