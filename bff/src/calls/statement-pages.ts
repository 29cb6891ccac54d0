import { createHash } from 'node:crypto'
import type { StatementFile } from '@tuma/contracts/api'
import type { PaymentClient, StatementHead } from '@tuma/contracts/services'
import { Refused } from '@tuma/contracts/vocabulary'
import { openBackgroundPace } from '@tuma/platform/runtime'
import type { ReadSpreadsheet } from '../spreadsheets/read-spreadsheet.ts'
import { type FileRow, rowsInFile } from './statement-file.ts'

/** The most lines of a head and of the lines above it. */
const maxHeadRows = 40
const rowsAtOnce = 250
const charactersAtOnce = 300_000

type Rows = Pick<PaymentClient, 'statementHead' | 'statementPage'>

type Reading = { readonly correlationId: string; readonly readSpreadsheet: ReadSpreadsheet }
type Kept = { readonly fileHash: string; readonly head: StatementHead; readonly pageIds: string[] }

/**
 * Keeps all rows of the first sheet with a statement's columns, page by page. This imports nothing yet.
 * @throws Refused as `rowsInFile`, statement_unknown, statement_row with the row's number, statement_other_till
 */
export const keepRows = async (
  payment: Rows,
  file: StatementFile,
  { correlationId, readSpreadsheet }: Reading,
): Promise<Kept> => {
  const hash = createHash('sha256')
  const onBytes = (piece: Uint8Array) => hash.update(piece)
  const rows = rowsInFile(file, { onBytes, readSpreadsheet, closed: file.closed })
  try {
    const found = await findHead(payment, rows)
    if (!found) throw new Refused('statement_unknown')
    const { head, below } = found
    const pageIds = await keepEach(below, (page, at) => keepPage(payment, { head, rows: page, correlationId }, at))
    return { fileHash: hash.digest('hex'), head, pageIds }
  } finally {
    await rows.return(undefined)
  }
}

type KeepPage = (rows: string[][], at: number) => Promise<string | null>

/** One page after the other, in the order of the file. A file may be long, so other work gets its turn in between. */
const keepEach = async (all: AsyncIterable<string[]>, keep: KeepPage): Promise<string[]> => {
  const othersTurn = openBackgroundPace()
  const pageIds: string[] = []
  let count = 0
  for await (const page of getPages(all)) {
    const pageId = await keep(page, count)
    if (pageId !== null) pageIds.push(pageId)
    count += page.length
    await othersTurn()
  }
  return pageIds
}

async function* getPages(all: AsyncIterable<string[]>): AsyncGenerator<string[][]> {
  let some: string[][] = []
  let characters = 0
  for await (const cells of all) {
    some.push(cells)
    characters += cells.reduce((sum, cell) => sum + cell.length, 0)
    if (some.length < rowsAtOnce && characters < charactersAtOnce) continue
    yield some
    some = []
    characters = 0
  }
  if (some.length > 0) yield some
}

type Found = { readonly head: StatementHead; readonly below: AsyncIterable<string[]> }

/** @returns the head of the first sheet that has one, and the rows of that sheet below it; null without a head */
const findHead = async (payment: Rows, rows: AsyncGenerator<FileRow>): Promise<Found | null> => {
  for (let next: FileRow | null = await getNext(rows); next; ) {
    const above = [next]
    const { sheet, isLast } = next
    for (next = await getNext(rows); next?.sheet === sheet && above.length < maxHeadRows; next = await getNext(rows))
      above.push(next)
    const found = await payment.statementHead({ lines: above.map(({ cells }) => cells) })
    if (found)
      return {
        head: found.head,
        below: belowHead(above.slice(found.rowsFrom), next?.sheet === sheet ? next : null, rows),
      }
    if (isLast) return null
    while (next?.sheet === sheet) next = await getNext(rows)
  }
  return null
}

const getNext = async (rows: AsyncGenerator<FileRow>): Promise<FileRow | null> => {
  const next = await rows.next()
  return next.done ? null : next.value
}

/** @param next the row of this sheet that was read after `first`; rows of other sheets are left out */
async function* belowHead(
  first: readonly FileRow[],
  next: FileRow | null,
  rows: AsyncGenerator<FileRow>,
): AsyncGenerator<string[]> {
  for (const { cells } of first) yield cells
  for (let row = next; row && row.sheet === next?.sheet; row = await getNext(rows)) yield row.cells
}

type PageOf = Parameters<PaymentClient['statementPage']>[0]

/** @param at number of its first row. A row that is cut short is the end of the file, or the file is not M-Pesa's. */
const keepPage = async (payment: Rows, page: PageOf, at: number): Promise<string | null> => {
  const kept = await payment.statementPage(page)
  if (kept.read) return kept.pageId
  const isLast = kept.row === page.rows.length - 1
  throw new Refused(kept.cut && isLast ? 'statement_cut' : 'statement_row', { row: at + kept.row + 1 })
}
