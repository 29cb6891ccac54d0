import type { StatementFindings } from '@tuma/contracts/services'
import type { KeyedHash, Streams } from '@tuma/platform/event-sourcing'
import { type Collection, everyDocument } from '@tuma/platform/ports'
import type { KeptRow, Statement } from './domain/statement.ts'
import type { StatedRow } from './domain/statement-views.ts'
import { rowsOf } from './statement-pages.ts'
import type { StoredDomainEvent } from './stored-events.ts'

const shownMost = 100

type Findings = Omit<
  StatementFindings,
  'statementId' | 'state' | 'readAt' | 'shortCode' | 'proposal' | 'confirm' | 'applied'
>
type Line = StatementFindings['missing']['lines'][number]

type House = {
  readonly streams: Pick<Streams<StoredDomainEvent>, 'read'>
  readonly stated: Collection<StatedRow>
  readonly hash: KeyedHash
}

/** The payments of these receipts that we know of, by their ids. */
export const knownAmong = async (
  { stated, hash }: Pick<House, 'stated' | 'hash'>,
  receipts: readonly string[],
): Promise<ReadonlyMap<string, StatedRow>> => {
  const paymentIds = [...new Set(receipts)].map((receipt) => hash('code', receipt))
  const rows = await Promise.all(paymentIds.map((paymentId) => stated.get(paymentId)))
  return new Map(rows.flatMap((row) => (row ? [[row.paymentId, row]] : [])))
}

/**
 * Payments that a statement of this time would name. A message tells the minute alone, so what was paid in the last one may be
 * later than the newest row.
 */
export const withinPeriod = ({ from, to }: Pick<Statement, 'from' | 'to'>) => ({
  from,
  to: new Date(Date.parse(to) - 59_000).toISOString(),
})

/** What follows from a statement, or has: each row beside what we know, and what we know that has no row. */
export const findingsIn = async (house: House, statement: Statement): Promise<Findings> => {
  const { streams, stated, hash } = house
  const found = openFindings()
  const told = new Set<string>()
  for (const pageId of statement.pageIds) {
    const rows = await rowsOf(streams, pageId)
    const receipts = rows.flatMap(({ receipt, kind, linked }) => (kind === 'reversal' && linked ? [linked] : [receipt]))
    const known = await knownAmong(house, receipts)
    for (const row of rows) {
      const paymentId = hash('code', row.receipt)
      if (row.kind === 'payment') told.add(paymentId)
      found.take(row, known.get(row.kind === 'reversal' ? hash('code', row.linked ?? '') : paymentId) ?? null)
    }
  }
  const unstated = everyDocument(stated, { where: { work: 'unstated' }, between: withinPeriod(statement) })
  for await (const { paymentId, receipt, cents, paidAt } of unstated)
    if (!told.has(paymentId)) found.missing({ receipt, cents, at: paidAt })
  const { from, to, rows, gaps, gapsInAll, opening, closing } = statement
  return { from, to, rows, gaps: { count: gapsInAll, lines: [...gaps] }, opening, closing, ...found.all() }
}

const openFindings = () => {
  const lists = {
    newMoney: list(),
    missing: list(),
    differs: list(),
    reversals: list(),
    failedShown: list(),
    unclear: list(),
  }
  const sums = { charges: { count: 0, cents: 0 }, settled: { count: 0, cents: 0 } }
  const counts = { matched: 0, failed: 0 }
  const add = (sum: { count: number; cents: number }, cents: number) => {
    sum.count += 1
    sum.cents += cents
  }

  const payment = (line: Line, known: StatedRow | null): void => {
    if (!known) lists.newMoney.add(line)
    else if (isSameAmount(known, line.cents)) counts.matched += 1
    else lists.differs.add({ ...line, knownCents: known.cents })
  }

  const failed = (line: Line, known: StatedRow | null): void => {
    counts.failed += 1
    if (known && !known.confirmed) lists.failedShown.add(line)
  }

  return {
    take({ kind, receipt, cents, at }: KeptRow, known: StatedRow | null): void {
      const line = { receipt, cents, at }
      if (kind === 'payment') payment(line, known)
      else if (kind === 'charge') add(sums.charges, cents)
      else if (kind === 'settled') add(sums.settled, cents)
      else if (kind === 'reversal' && known) lists.reversals.add(line)
      else if (kind === 'failed') failed(line, known)
      else lists.unclear.add(line)
    },
    missing: lists.missing.add,
    all: () => ({
      ...counts,
      ...sums,
      newMoney: lists.newMoney.all(),
      missing: lists.missing.all(),
      differs: lists.differs.all(),
      reversals: lists.reversals.all(),
      failedShown: lists.failedShown.all(),
      unclear: lists.unclear.all(),
    }),
  }
}

/** A message tells whole shillings, as far as we take it; whatever stands above one tells cents. */
const isSameAmount = ({ confirmed, cents }: StatedRow, told: number): boolean =>
  cents === told || (!confirmed && cents === 100 * Math.floor(told / 100))

const list = () => {
  const lines: Line[] = []
  let count = 0
  return {
    add(line: Line): void {
      count += 1
      if (lines.length < shownMost) lines.push(line)
    },
    all: () => ({ count, lines }),
  }
}
