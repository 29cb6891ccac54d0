import type { RowKind } from '@tuma/contracts/vocabulary'
import { readKind } from './row-kinds.ts'
import { linkedTo, payerIn } from './row-payer.ts'
import { getCents, getInstant, isNothing } from './statement-cells.ts'
import { type Column, isRepeatedHead, type StatementHead } from './statement-head.ts'

/** A row of the till's statement, as the file gives it. */
export type ToldRow = {
  readonly receipt: string
  readonly kind: RowKind
  /** M-Pesa's own words for an unknown kind; null for a known one. */
  readonly name: string | null
  readonly isCharge: boolean
  /** What the till gains, negative where it loses; for a failed row what it would have been. */
  readonly cents: number
  readonly at: string
  readonly balance: number | null
  /** The receipt that it reverses. */
  readonly linked: string | null
  readonly payerName: string | null
  /** Its last three digits, which every row shows. */
  readonly phoneEnd: string | null
}

/** `blank`: no money moved; `cut`: the row ends too early. */
export type ReadRow = ToldRow | 'blank' | 'cut' | 'unreadable'

export const readRow = (cells: readonly string[], head: StatementHead): ReadRow => {
  const { columns, width } = head
  const said = cells.filter((cell) => cell.trim() !== '')
  if (said.length < 2 && said.every(isNote)) return 'blank'
  if (isRepeatedHead(cells, head)) return 'blank'
  if (cells.length < width) return 'cut'
  const cell: CellOf = (name) => plain(cells[columns[name] ?? -1] ?? '')
  const receipt = cell('receipt').toUpperCase()
  if ((receipt === '' || /^(?:grand )?total\b/i.test(receipt)) && isFoot(cell)) return 'blank'
  return /^[A-Z0-9]{8,14}$/.test(receipt) && cell('status') !== '' ? toldIn(cell, receipt) : 'unreadable'
}

type CellOf = (name: Column) => string

const toldIn = (cell: CellOf, receipt: string): ToldRow | 'blank' | 'unreadable' => {
  const at = getInstant(cell('completed'))
  const [paidIn, withdrawn, named] = [cell('paidIn'), cell('withdrawn'), cell('balance')].map(getCents)
  if (at === null || typeof paidIn !== 'number' || typeof withdrawn !== 'number') return 'unreadable'
  const cents = Math.abs(paidIn) - Math.abs(withdrawn)
  const isFree = paidIn === 0 && withdrawn === 0 && !isNothing(cell('withdrawn'))
  // M-Pesa charges nothing for small payments, and some files have a row for that.
  if (isFree) return 'blank'
  if (cents === 0 || typeof named !== 'number') return 'unreadable'
  const told = { details: cell('details'), reason: cell('reason'), status: cell('status') }
  return {
    ...{ receipt, ...readKind(told, cents), cents, at, balance: isNothing(cell('balance')) ? null : named },
    linked: linkedTo(cell('linked'), told.details),
    ...payerIn(told.details),
  }
}

/** Words below the rows. A row that was cut off in its receipt has no space in it. */
const isNote = (cell: string): boolean => /\S\s+\S/.test(cell)

/** A sum below the rows has neither time nor status. */
const isFoot = (cell: CellOf): boolean => cell('completed') === '' && cell('status') === ''

/** The cell as a spreadsheet shows it: text may still have its apostrophe. */
const plain = (cell: string): string => cell.trim().replace(/^'/, '').trim()
