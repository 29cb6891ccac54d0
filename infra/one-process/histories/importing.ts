import { getEatDay } from '@tuma/contracts/vocabulary'
import type { HistoryRun } from './history-run.ts'
import { cellsFrom, head, laterBy } from './mpesa-side.ts'
import { admins } from './people.ts'

/** An admin imports a statement of this many days. */
export const takeOver = async (run: HistoryRun, days: number, newestFirst: boolean): Promise<void> => {
  const { ledger, services } = run
  const from = laterBy(services.clock.now, -days * 24 * 3_600_000)
  const cells = cellsFrom(ledger.rows, from)
  if (cells.length === 0) return
  const rows = newestFirst ? cells.toReversed() : cells
  const page = await services.payment.statementPage({ head, rows, correlationId: 'call' })
  if (!page.read || page.pageId === null) throw new Error('the rows can not be read')
  // A file says above its rows on which day it was made.
  const file = {
    fileHash: `${getEatDay(services.clock.now)} ${JSON.stringify(rows)}`,
    fileName: null,
    head,
    pageIds: [page.pageId],
  }
  const { statementId } = await services.payment.statementRead({ asked: services.asked(admins[1], 'admin'), ...file })
  for (const paid of [...ledger.paid.values()].filter(({ at }) => at >= from)) {
    paid.isTold = true
    if (paid.isNamed) paid.isDoubted = false
  }
  for (const { linked, at } of ledger.rows) {
    const paid = at >= from ? ledger.paid.get(linked) : undefined
    if (paid) paid.isReversalTold = true
  }
  await services.payment.commitStatement({
    ...{ asked: services.asked(admins[1], 'admin'), statementId, isOurs: true, shortCode: null },
  })
  await isApplied(run, statementId)
  await services.settle()
}

/** Waits for an import, because no call waits for it as calls wait for a read model. */
const isApplied = async ({ services }: HistoryRun, statementId: string): Promise<void> => {
  for (;;) {
    const { rows } = await services.payment.statements({ limit: 100, cursor: null })
    if (rows.find((one) => one.statementId === statementId)?.state === 'applied') return
    if (services.faults().length > 0) throw new Error(services.faults().join())
    await new Promise((resolve) => setImmediate(resolve))
  }
}
