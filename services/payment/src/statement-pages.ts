import type { Recorded, Streams } from '@tuma/platform/event-sourcing'
import { runningBalance } from './domain/running-balance.ts'
import { type KeptRow, type PageEvent, pageStream, type Whole } from './domain/statement.ts'
import type { StoredDomainEvent } from './stored-events.ts'

type Reading = Pick<Streams<StoredDomainEvent>, 'read'>

export const rowsOf = async (streams: Reading, pageId: string): Promise<readonly KeptRow[]> => {
  const [kept] = (await streams.read(pageStream(pageId))) as Recorded<PageEvent>[]
  if (!kept) throw new Error(`page ${pageId} of a statement is not there`)
  return kept.data.rows
}

type Rows = Omit<Whole, 'shortCode' | 'account' | 'proposal'>

/** What all of a file's rows say together, one page in memory at a time. @returns null where there is no row */
export const wholeOf = async (streams: Reading, pageIds: readonly string[]): Promise<Rows | null> => {
  const [first, last] = [pageIds[0], pageIds.at(-1)]
  if (first === undefined || last === undefined) return null
  const [top, foot] = [(await rowsOf(streams, first))[0], (await rowsOf(streams, last)).at(-1)]
  if (!top || !foot) return null
  // As portals have it.
  const isNewestFirst = top.at >= foot.at
  const running = runningBalance()
  let [rows, from, to] = [0, top.at, top.at]
  for await (const row of inOrder(streams, pageIds, isNewestFirst)) {
    rows += 1
    if (row.at < from) from = row.at
    if (row.at > to) to = row.at
    running.take(row, rows)
  }
  const { gaps, ...balance } = running.whole()
  const numbered = gaps.map((gap) => (isNewestFirst ? { ...gap, row: rows + 1 - gap.row } : gap))
  return { pageIds, rows, from, to, ...balance, gaps: numbered }
}

/** From the oldest row to the newest. */
export async function* inOrder(streams: Reading, pageIds: readonly string[], isNewestFirst: boolean) {
  for (const pageId of isNewestFirst ? pageIds.toReversed() : pageIds) {
    const kept = await rowsOf(streams, pageId)
    yield* isNewestFirst ? kept.toReversed() : kept
  }
}
