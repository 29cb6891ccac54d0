import { inNairobi } from '@tuma/contracts/vocabulary'
import { stringify } from 'csv-stringify/sync'
import type { CallContext } from '../door/policy.ts'
import type { Page } from './rows.ts'

type Cell = string | number | boolean | null
type PageAt = { readonly limit: number; readonly cursor: string | null }

const rowsAtOnce = 500
/**
 * What a spreadsheet would calculate, also in full-width letters: at the start of a text, and after any separator in
 * it, because a spreadsheet that is set to another separator than our comma splits the text there and ignores our
 * quotes.
 */
const formulas = /(^|[,;|\t\r\n])(["'\s]*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b])/g
const startsWithBreak = /^[\t\r\n]/
/** Texts that a spreadsheet would change to another number: leading zeros, 12E5, and more digits than its 15. */
const changedNumber = /^\s*(?:0\d+(?:[.,]\d+)?|\d+(?:[.,]\d+)?e\d+|\d{16,})\s*$/i

/**
 * Puts an apostrophe before each formula, and before digits that a spreadsheet would change, so that they are shown as
 * text. Numbers stay numbers; phones come in groups (`spacedPhone`) and need no apostrophe.
 */
const safeText = (text: string) => {
  const safe = text.replace(formulas, "$1'$2").replace(startsWithBreak, "'$&").replace(changedNumber, "'$&")
  return safe === text ? text : { value: safe, quoted: true }
}

/**
 * Rows as lines of a CSV file (RFC 4180).
 * @param bom begins with a byte order mark: Excel reads a file without one in the letters of Windows
 */
export const csvLines = (rows: readonly (readonly Cell[])[], bom = false): string =>
  stringify([...rows], {
    ...{ bom, record_delimiter: 'windows', quote_record_delimiter: true },
    cast: { string: safeText, boolean: String },
  })

/**
 * All rows of a list as a file, fetched page by page as fast as the client reads. The first page is fetched before the
 * answer begins, so that a refusal can be answered.
 * @param columns the title, and the cell of a row below it
 */
export const buildCsv = async <Row>(
  { resHeaders }: CallContext,
  name: string,
  columns: { readonly [title: string]: (row: Row) => Cell },
  pageAt: (page: PageAt) => Promise<Page<Row>>,
): Promise<ReadableStream<Uint8Array>> => {
  const encoder = new TextEncoder()
  const cells = (rows: readonly Row[]) => rows.map((row) => Object.values(columns).map((cell) => cell(row)))
  const first = await pageAt({ limit: rowsAtOnce, cursor: null })
  let next = first.next
  resHeaders.set('content-type', 'text/csv; charset=utf-8')
  resHeaders.set('content-disposition', `attachment; filename="${name}"`)
  return new ReadableStream({
    start(file) {
      file.enqueue(encoder.encode(csvLines([Object.keys(columns), ...cells(first.rows)], true)))
      if (next === null) file.close()
    },
    async pull(file) {
      const page = await pageAt({ limit: rowsAtOnce, cursor: next })
      next = page.next
      file.enqueue(encoder.encode(csvLines(cells(page.rows))))
      if (next === null) file.close()
    },
  })
}

/** In Nairobi's time, in a form that spreadsheets sort: 2026-11-23 14:05. */
export const eatTime = (instant: string): string => inNairobi(instant).toISOString().slice(0, 16).replace('T', ' ')
