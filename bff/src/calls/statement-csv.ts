import { isUtf8 } from 'node:buffer'
import { Refused } from '@tuma/contracts/vocabulary'
import { CsvError, type Options, parse } from 'csv-parse'

const maxRowBytes = 16 * 1024
/** The parser holds the thread for each piece: this size takes a millisecond or two. */
const bytesAtOnce = 8 * 1024

type Pieces = AsyncIterator<Uint8Array>

/**
 * The rows of a CSV file as fast as they are read, so that a long file is never in memory as a whole.
 * @param begun the beginning of the file, without a byte order mark; `pieces` has the rest
 * @throws Refused statement_cut, statement_row
 */
export async function* csvRows(begun: Buffer, pieces: Pieces): AsyncGenerator<string[]> {
  const parser = parse(optionsFor(begun))
  const feeding = feed(parser, begun, pieces)
  try {
    for await (const cells of parser) yield (cells as string[]).map(textOf)
    await feeding
  } catch (error) {
    throw getRefusal(error)
  } finally {
    parser.destroy()
    await feeding.catch(() => undefined)
  }
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
  for (let from = 0; from < piece.byteLength; from += bytesAtOnce)
    await taken(parser, piece.subarray(from, from + bytesAtOnce))
}

const taken = async (parser: ReturnType<typeof parse>, some: Uint8Array): Promise<void> => {
  if (parser.destroyed || parser.write(some)) return
  await new Promise<void>((resolve) => {
    const go = () => {
      parser.off('drain', go).off('close', go)
      resolve()
    }
    parser.once('drain', go).once('close', go)
  })
}

const optionsFor = (begun: Buffer): Options => ({
  // One character for each byte, because cells may have different encodings.
  encoding: 'latin1',
  delimiter: separatorIn(begun.toString('latin1')),
  relaxColumnCount: true,
  relaxQuotes: true,
  skipEmptyLines: true,
  maxRecordSize: maxRowBytes,
})

/** By the line with the column names, and not by those above it. */
const separatorIn = (text: string): string => {
  const names = text.split(/\r\n|\r|\n/).find((line) => /receipt/i.test(line)) ?? ''
  const many = (separator: string) => names.split(separator).length
  return [',', ';', '\t'].reduce((max, one) => (many(one) > many(max) ? one : max))
}

const windows = new TextDecoder('windows-1252')

const beyondAscii = /[\u0080-\u00FF]/

/** @param cell with one character for each of its bytes */
const textOf = (cell: string): string => {
  if (!beyondAscii.test(cell)) return cell
  const bytes = Buffer.from(cell, 'latin1')
  return isUtf8(bytes) ? bytes.toString() : windows.decode(bytes)
}

const getRefusal = (error: unknown): unknown => {
  if (!(error instanceof CsvError)) return error
  return new Refused(error.code === 'CSV_QUOTE_NOT_CLOSED' ? 'statement_cut' : 'statement_row')
}
