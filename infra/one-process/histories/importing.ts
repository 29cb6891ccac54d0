import { getEatDay } from '@tuma/contracts/vocabulary'
import type { Game } from './game.ts'
import { cellsFrom, head, laterBy } from './mpesa-side.ts'
import { admins } from './people.ts'

/** An admin imports a statement of this many days. */
export const takeOver = async (game: Game, days: number, newestFirst: boolean): Promise<void> => {
  const { ledger, world } = game
  const from = laterBy(world.clock.now, -days * 24 * 3_600_000)
  const cells = cellsFrom(ledger.rows, from)
  if (cells.length === 0) return
  const rows = newestFirst ? cells.toReversed() : cells
  const page = await world.payment.statementPage({ head, rows, correlationId: 'call' })
  if (!page.read || page.pageId === null) throw new Error('the rows can not be read')
  // A file says above its rows on which day it was made.
  const file = {
    fileHash: `${getEatDay(world.clock.now)} ${JSON.stringify(rows)}`,
    fileName: null,
    head,
    pageIds: [page.pageId],
  }
  const { statementId } = await world.payment.statementRead({ asked: world.asked(admins[1], 'admin'), ...file })
  for (const paid of [...ledger.paid.values()].filter(({ at }) => at >= from)) {
    paid.isTold = true
    if (paid.isNamed) paid.isDoubted = false
  }
  for (const { linked, at } of ledger.rows) {
    const paid = at >= from ? ledger.paid.get(linked) : undefined
    if (paid) paid.isReversalTold = true
  }
  await world.payment.commitStatement({
    ...{ asked: world.asked(admins[1], 'admin'), statementId, isOurs: true, shortCode: null },
  })
  await isApplied(game, statementId)
  await world.settle()
}

/** Waits for an import, because no call waits for it as calls wait for a read model. */
const isApplied = async ({ world }: Game, statementId: string): Promise<void> => {
  for (;;) {
    const { rows } = await world.payment.statements({ limit: 100, cursor: null })
    if (rows.find((one) => one.statementId === statementId)?.state === 'applied') return
    if (world.faults().length > 0) throw new Error(world.faults().join())
    await new Promise((resolve) => setImmediate(resolve))
  }
}
