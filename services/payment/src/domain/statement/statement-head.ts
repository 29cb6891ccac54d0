/** The places of the columns of a statement, and what the lines above their names say. */
export type StatementHead = {
  readonly columns: { readonly [Name in Column]?: number | undefined }
  /** The number of cells in a row. */
  readonly width: number
  /** The paybill, the till or its store; null where the file does not say. */
  readonly shortCode: string | null
  /** Which of several accounts under one short code. */
  readonly account: string | null
}

/** The names in the organisation portal and in a till's own statement, only letters and digits. */
const names = {
  receipt: ['receiptno', 'receiptnumber', 'receipt'],
  completed: ['completiontime', 'completedtime', 'completiondate'],
  details: ['details'],
  status: ['transactionstatus', 'status'],
  paidIn: ['paidin'],
  withdrawn: ['withdrawn', 'withdrawal', 'paidout'],
  balance: ['balance'],
  reason: ['reasontype', 'transactiontype'],
  other: ['otherpartyinfo', 'otherparty'],
  linked: ['linkedtransactionid'],
} as const
export type Column = keyof typeof names

/** A till's statement leaves out the withdrawn column where nothing was withdrawn. */
const needed: readonly Column[] = ['receipt', 'completed', 'details', 'status', 'paidIn']

/** A name without its unit: `Paid In (KSHs)` and `Paid In KES` are `paidin`. */
const bare = (cell: string): string =>
  cell
    .toLowerCase()
    .replaceAll(/\([^)]*\)|\b(?:kshs?|kes)\b/g, '')
    .replaceAll(/[^a-z0-9]/g, '')

/** A file has one to six lines above its names. @returns the head and the first line after it; null without one */
export const readHead = (
  lines: readonly (readonly string[])[],
): { readonly head: StatementHead; readonly rowsFrom: number } | null => {
  for (const [at, line] of lines.entries()) {
    const columns = columnsIn(line)
    if (!hasNeeded(columns)) continue
    return { head: { columns, width: getWidth(line), ...toldAbove(lines.slice(0, at)) }, rowsFrom: at + 1 }
  }
  return null
}

const hasNeeded = (columns: StatementHead['columns']): boolean => needed.every((name) => columns[name] !== undefined)

/** Converters of PDFs repeat the column names at the top of each page. */
export const isRepeatedHead = (cells: readonly string[], { columns }: Pick<StatementHead, 'columns'>): boolean => {
  const receipt = bare(cells[columns.receipt ?? -1] ?? '')
  return names.receipt.some((spelling) => spelling === receipt) && hasNeeded(columnsIn(cells))
}

const columnsIn = (line: readonly string[]): StatementHead['columns'] => {
  const cells = line.map(bare)
  return Object.fromEntries(
    Object.entries(names).flatMap(([name, spellings]) => {
      const at = cells.findIndex((cell) => (spellings as readonly string[]).includes(cell))
      return at === -1 ? [] : [[name, at]]
    }),
  )
}

/** A separator at the end of a line does not make another cell. */
const getWidth = (line: readonly string[]): number => line.findLastIndex((cell) => cell.trim() !== '') + 1

const codeNames =
  /^(?:short ?code|till(?: ?(?:no|number))?|pay ?bill(?: ?(?:no|number))?|store ?(?:no|number))\b[.:# ]*/i
const accountNames = /^account(?: ?(?:name|type))?[.: ]*$/i

const toldAbove = (lines: readonly (readonly string[])[]) => {
  const said = lines.map((line) => line.map((cell) => cell.trim()).filter((cell) => cell !== ''))
  const codes = said.flatMap(([name = '', ...values]) =>
    codeNames.test(name) ? [name.replace(codeNames, ''), ...values].filter((value) => /^\d{4,9}$/.test(value)) : [],
  )
  const account = said.find(([name = '']) => accountNames.test(name))?.[1] ?? null
  return { shortCode: codes[0] ?? null, account }
}
