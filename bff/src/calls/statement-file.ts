import { isUtf8 } from 'node:buffer'
import { Refused, statementBytesMost } from '@tuma/contracts/vocabulary'
import { CsvError, type Options, parse } from 'csv-parse'

/** How much of the file is looked at before anybody knows how it is written. */
const lookedAtMost = 64 * 1024
const rowMost = 16 * 1024

const beginnings = ['PK\u0003\u0004', '\u00D0\u00CF\u0011\u00E0', '%PDF', '\u00FF\u00FE', '\u00FE\u00FF', '<', '{\\rtf']

/**
 * A CSV file line by line, as fast as somebody takes them: of any length that we take, it is never in memory as a whole.
 * @param onBytes each piece as it came, for whoever makes a hash of them
 * @throws Refused statement_too_large, statement_not_csv, statement_cut, statement_row
 */
export async function* linesOf(file: AsyncIterable<Uint8Array>, onBytes: (piece: Uint8Array) => void) {
  const pieces = limited(file, onBytes)[Symbol.asyncIterator]()
  const begun = withoutMark(await beginning(pieces))
  assertText(begun)
  const parser = parse(optionsFor(begun))
  const feeding = feed(parser, begun, pieces)
  try {
    for await (const cells of parser) yield (cells as Buffer[]).map(textOf)
    await feeding
  } catch (error) {
    throw refusalOf(error)
  } finally {
    parser.destroy()
    await feeding.catch(() => undefined)
    await pieces.return?.(undefined)
  }
}

async function* limited(file: AsyncIterable<Uint8Array>, onBytes: (piece: Uint8Array) => void) {
  let bytes = 0
  for await (const piece of file) {
    bytes += piece.byteLength
    if (bytes > statementBytesMost) throw new Refused('statement_too_large')
    onBytes(piece)
    yield piece
  }
}

type Pieces = AsyncIterator<Uint8Array>

const beginning = async (pieces: Pieces): Promise<Buffer> => {
  const read: Uint8Array[] = []
  for (let bytes = 0; bytes < lookedAtMost; ) {
    const { value, done } = await pieces.next()
    if (done) break
    read.push(value)
    bytes += value.byteLength
  }
  return Buffer.concat(read)
}

/** What says of a file that it is of Unicode belongs to no name. */
const withoutMark = (begun: Buffer): Buffer =>
  begun.subarray(0, 3).equals(Buffer.of(0xef, 0xbb, 0xbf)) ? begun.subarray(3) : begun

const assertText = (begun: Buffer): void => {
  if (begun.byteLength === 0) throw new Refused('statement_empty')
  const text = begun.toString('latin1').trimStart()
  if (beginnings.some((one) => text.startsWith(one)) || text.includes('\0')) throw new Refused('statement_not_csv')
}

const feed = async (parser: ReturnType<typeof parse>, begun: Buffer, pieces: Pieces): Promise<void> => {
  try {
    await written(parser, begun)
    for (let piece = await pieces.next(); !piece.done; piece = await pieces.next()) await written(parser, piece.value)
    parser.end()
  } catch (error) {
    parser.destroy(error as Error)
    throw error
  }
}

const written = async (parser: ReturnType<typeof parse>, piece: Uint8Array): Promise<void> => {
  if (parser.destroyed || parser.write(piece)) return
  await new Promise<void>((resolve) => {
    const go = () => {
      parser.off('drain', go).off('close', go)
      resolve()
    }
    parser.once('drain', go).once('close', go)
  })
}

const optionsFor = (begun: Buffer): Options => ({
  // Bytes: one cell may be in other letters than the next.
  encoding: null,
  delimiter: separatorIn(begun.toString('latin1')),
  relaxColumnCount: true,
  relaxQuotes: true,
  skipEmptyLines: true,
  maxRecordSize: rowMost,
})

/** By the line that names the columns, and not by those above it. */
const separatorIn = (text: string): string => {
  const names = text.split(/\r\n|\r|\n/).find((line) => /receipt/i.test(line)) ?? ''
  const many = (separator: string) => names.split(separator).length
  return [',', ';', '\t'].reduce((most, one) => (many(one) > many(most) ? one : most))
}

const windows = new TextDecoder('windows-1252')

const textOf = (cell: Buffer): string => (isUtf8(cell) ? cell.toString() : windows.decode(cell))

const refusalOf = (error: unknown): unknown => {
  // Whoever sends it has gone.
  if (error instanceof Error && 'code' in error && error.code === 'ECONNRESET') return new Refused('statement_cut')
  if (!(error instanceof CsvError)) return error
  return new Refused(error.code === 'CSV_QUOTE_NOT_CLOSED' ? 'statement_cut' : 'statement_row')
}
