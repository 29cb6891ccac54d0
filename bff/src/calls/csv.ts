import { inNairobi } from '@tuma/contracts/vocabulary'
import type { CallContext } from '../door/policy.ts'
import type { Page } from './rows.ts'

type Cell = string | number | boolean | null
type PageAt = { readonly limit: number; readonly cursor: string | null }

const rowsAtOnce = 500
/** Excel takes a file without it for one in the letters of Windows. */
const byteOrderMark = '\ufeff'

/** A spreadsheet would work out what begins so: with an apostrophe it is shown as it stands. */
const isFormula = /^[=+\-@\t\r]/

const cellOf = (value: Cell): string => {
  const text = value === null ? '' : String(value)
  const safe = typeof value === 'string' && isFormula.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) || safe !== text ? `"${safe.replaceAll('"', '""')}"` : safe
}

const lineOf = (cells: readonly Cell[]): string => `${cells.map(cellOf).join(',')}\r\n`

/**
 * All rows of a list as a file, asked for page by page as fast as somebody reads it. The first page before anything is
 * answered, so that what is refused is refused.
 * @param columns what stands above, and the cell of a row below it
 */
export const csvOf = async <Row>(
  { resHeaders }: CallContext,
  name: string,
  columns: { readonly [title: string]: (row: Row) => Cell },
  pageAt: (page: PageAt) => Promise<Page<Row>>,
): Promise<ReadableStream<Uint8Array>> => {
  const encoder = new TextEncoder()
  const written = (rows: readonly Row[]) =>
    rows.map((row) => lineOf(Object.values(columns).map((cell) => cell(row)))).join('')
  const first = await pageAt({ limit: rowsAtOnce, cursor: null })
  let next = first.next
  resHeaders.set('content-type', 'text/csv; charset=utf-8')
  resHeaders.set('content-disposition', `attachment; filename="${name}"`)
  return new ReadableStream({
    start(file) {
      file.enqueue(encoder.encode(byteOrderMark + lineOf(Object.keys(columns)) + written(first.rows)))
      if (next === null) file.close()
    },
    async pull(file) {
      const page = await pageAt({ limit: rowsAtOnce, cursor: next })
      next = page.next
      file.enqueue(encoder.encode(written(page.rows)))
      if (next === null) file.close()
    },
  })
}

/** As people of Nairobi write it, and as spreadsheets sort it: 2026-11-23 14:05. */
export const eatTime = (instant: string): string => inNairobi(instant).toISOString().slice(0, 16).replace('T', ' ')
