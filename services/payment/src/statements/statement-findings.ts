import type { StatementFindings } from '@tuma/contracts/services'
import type { TillMove } from '@tuma/contracts/vocabulary'
import type { KeyedHash, Streams } from '@tuma/platform/event-sourcing'
import { type Collection, everyDocument } from '@tuma/platform/ports'
import { openBackgroundPace } from '@tuma/platform/runtime'
import { getOutcome } from '../domain/statement/row-outcome.ts'
import type { KeptRow, KindRuling, Statement } from '../domain/statement/statement.ts'
import type { StatedRow } from '../domain/statement/statement-views.ts'
import type { Movement, TillMoved } from '../domain/statement/till-movement.ts'
import type { TillRow } from '../domain/statement/till-rows-view.ts'
import type { StoredDomainEvent } from '../stored-events.ts'
import { type Reading, readingRows } from './reading-rows.ts'
import { getRows } from './statement-pages.ts'

const maxShown = 100

type Findings = Omit<
  StatementFindings,
  'statementId' | 'state' | 'readAt' | 'shortCode' | 'proposal' | 'confirm' | 'applied' | 'again' | 'kinds'
>
type Line = StatementFindings['missing']['lines'][number]

type Deps = {
  readonly streams: Pick<Streams<StoredDomainEvent>, 'read'>
  readonly stated: Collection<StatedRow>
  readonly tillRows: Collection<TillRow>
  readonly hash: KeyedHash
}

/**
 * The times of payments that a statement would have. A message gives only the minute, so a payment of the last minute
 * may be later than the newest row.
 */
export const withinPeriod = ({ from, to }: Pick<Statement, 'from' | 'to'>) => ({
  from,
  to: new Date(Date.parse(to) - 59_000).toISOString(),
})

/**
 * What the import of a statement would do now: each row as the import itself decides it, once, and the known payments
 * without a row.
 */
export const findingsIn = async (
  deps: Deps,
  statement: Statement,
  rulings: readonly KindRuling[],
): Promise<Findings> => {
  const { streams, stated, tillRows } = deps
  const found = openFindings()
  const read = readingRows(deps, rulings, '')
  const othersTurn = openBackgroundPace()
  const eachRow = async (isAsked: (row: KeptRow) => boolean, take: (one: Reading) => void) => {
    for (const pageId of statement.pageIds) {
      const rows = (await getRows(streams, pageId)).filter(isAsked)
      for (const one of await Promise.all(rows.map(read))) take(one)
      await othersTurn()
    }
  }
  await eachRow(({ kind }) => kind !== 'reversal', found.take)
  // A payment of this file may be reversed by a row before it, or by a row of an earlier file.
  await eachRow(({ kind }) => kind === 'reversal', found.takeReversal)
  for await (const row of everyDocument(tillRows, { where: { standing: 'open' } })) found.takeWaiting(row)
  const unstated = everyDocument(stated, { where: { work: 'unstated' }, between: withinPeriod(statement) })
  for await (const { paymentId, receipt, cents, paidAt } of unstated)
    if (!found.tells(paymentId)) found.missing({ receipt, cents, at: paidAt })
  const { from, to, rows, gaps, gapsInAll, opening, closing } = statement
  return { from, to, rows, gaps: { count: gapsInAll, lines: [...gaps] }, opening, closing, ...found.all() }
}

const openFindings = () => {
  const told = new Map<string, number>()
  const done = new Set<string>()
  const reversed = new Set<string>()
  const shown = openLists()

  /** Whether the same row was in the file before. */
  const isRepeated = ({ row: { kind, cents }, movementId, paymentId }: Reading): boolean => {
    const before = kind === 'payment' ? told.get(paymentId) === cents : done.has(movementId)
    if (kind === 'payment') told.set(paymentId, cents)
    else if (kind !== 'failed') done.add(movementId)
    return before
  }
  const reverse = (paymentId: string, line: Line): void => {
    if (reversed.has(paymentId)) shown.count('known')
    else shown.list('reversals', line)
    reversed.add(paymentId)
  }
  const take = (one: Reading): void => {
    if (isRepeated(one)) shown.count('known')
    else showOutcome(one, shown)
  }

  return {
    take,
    takeReversal(one: Reading): void {
      const { payment } = one.known
      const isKnown = payment ? !payment.reversed : told.has(one.paymentId)
      if (isKnown) reverse(one.paymentId, getLine(one))
      else take(one)
    },
    takeWaiting({ linkedId, receipt, cents, movedAt, movementId }: TillRow): void {
      if (linkedId === null || !told.has(linkedId) || done.has(movementId) || reversed.has(linkedId)) return
      reverse(linkedId, { receipt: receipt ?? '', cents, at: movedAt })
    },
    tells: (paymentId: string) => told.has(paymentId),
    missing: (line: Line) => shown.list('missing', line),
    all: shown.all,
  }
}

const getLine = ({ row: { receipt, cents, at }, read: { name } }: Reading): Line => ({
  ...{ receipt, cents, at },
  ...(name === null ? {} : { name }),
})

const showOutcome = (one: Reading, shown: ReturnType<typeof openLists>): void => {
  const { row, read, known } = one
  const line = getLine(one)
  const { shows, moves } = getOutcome(row, read, known)
  if (shows === 'differs') shown.list('differs', { ...line, knownCents: known.payment?.cents ?? 0 })
  else if (shows === 'matched' || shows === 'known' || shows === 'failed') shown.count(shows)
  else if (shows !== null) shown.list(shows, line)
  if (shows === 'failedShown') shown.count('failed')
  for (const { type, data } of moves) {
    if (type === 'TillMoveUnclear') shown.list('unclear', line)
    if (type === 'TillMoved') shown.move(data.kind, data.cents, isOpposite(data, known.movement))
  }
}

/** Whether it reverses what was booked. */
const isOpposite = ({ kind, cents }: TillMoved, known: Movement | null): boolean =>
  known !== null && known.kind === kind && known.booked === -cents

const openLists = () => {
  const lists = {
    newMoney: list(),
    missing: list(),
    differs: list(),
    reversals: list(),
    failedShown: list(),
    unclear: list(),
  }
  const counts = { matched: 0, failed: 0, known: 0 }
  const sum = () => ({ count: 0, cents: 0 })
  const sums = {
    charges: sum(),
    settled: sum(),
    overdraft: sum(),
    paidOut: sum(),
    sweeps: sum(),
    notOurs: sum(),
  }
  return {
    list: (name: keyof typeof lists, line: Line) => lists[name].add(line),
    count(name: keyof typeof counts): void {
      counts[name] += 1
    },
    /** @param isTakenBack it was booked as this kind, and is not any longer */
    move(kind: TillMove, cents: number, isTakenBack: boolean): void {
      if (kind === 'opening') return
      sums[sumNames[kind]].count += isTakenBack ? -1 : 1
      sums[sumNames[kind]].cents += cents
    },
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

const sumNames = {
  charge: 'charges',
  settled: 'settled',
  overdraft: 'overdraft',
  paid_out: 'paidOut',
  sweep: 'sweeps',
  not_ours: 'notOurs',
} as const

const list = () => {
  const lines: Line[] = []
  let count = 0
  return {
    add(line: Line): void {
      count += 1
      if (lines.length < maxShown) lines.push(line)
    },
    all: () => ({ count, lines }),
  }
}
