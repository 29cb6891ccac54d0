import type { KeyedHash, Recorded, Streams } from '@tuma/platform/event-sourcing'
import { openBackgroundPace } from '@tuma/platform/runtime'
import { accountBalances } from '../domain/statement/account-balances.ts'
import {
  type KeptRow,
  type PageEvent,
  pageStream,
  type UnknownKind,
  type Whole,
} from '../domain/statement/statement.ts'
import type { StoredDomainEvent } from '../stored-events.ts'
import { getKindId } from './reading-rows.ts'

type Reading = Pick<Streams<StoredDomainEvent>, 'read'>

export const getRows = async (streams: Reading, pageId: string): Promise<readonly KeptRow[]> => {
  const [kept] = (await streams.read(pageStream(pageId))) as Recorded<PageEvent>[]
  if (!kept) throw new Error(`page ${pageId} of a statement is not there`)
  return kept.data.rows
}

type Rows = Omit<Whole, 'shortCode' | 'account' | 'proposal'>
/** Only so many unknown kinds of a file are named; a file with more is not M-Pesa's. */
const maxKinds = 100

/** The figures of all rows of a file, with one page in memory at a time. @returns null without rows */
export const readWhole = async (
  streams: Reading,
  hash: KeyedHash,
  pageIds: readonly string[],
): Promise<Rows | null> => {
  const [first, last] = [pageIds[0], pageIds.at(-1)]
  if (first === undefined || last === undefined) return null
  const [top, foot] = [(await getRows(streams, first))[0], (await getRows(streams, last)).at(-1)]
  if (!top || !foot) return null
  // The order of the portals.
  const isNewestFirst = top.at >= foot.at
  const running = accountBalances()
  const unknown = countingKinds(hash)
  let [rows, from, to] = [0, top.at, top.at]
  for await (const row of inOrder(streams, pageIds, isNewestFirst)) {
    rows += 1
    if (row.at < from) from = row.at
    if (row.at > to) to = row.at
    running.take({ ...row, number: rows })
    unknown.take(row)
  }
  const { gaps, ...balance } = running.whole()
  const numbered = gaps.map((gap) => (isNewestFirst ? { ...gap, row: rows + 1 - gap.row } : gap))
  return { pageIds, rows, from, to, ...balance, gaps: numbered, unknownKinds: unknown.all() }
}

const countingKinds = (hash: KeyedHash) => {
  const kinds = new Map<string, UnknownKind>()
  return {
    take({ kind, name, cents }: KeptRow): void {
      if (kind !== 'other' || name === null) return
      const kindId = getKindId(hash, { name, cents })
      const known = kinds.get(kindId)
      if (known) kinds.set(kindId, { ...known, count: known.count + 1, cents: known.cents + cents })
      else if (kinds.size < maxKinds)
        kinds.set(kindId, { kindId, name, direction: cents < 0 ? 'out' : 'in', count: 1, cents })
    },
    /** The kinds with most rows first. */
    all: () => [...kinds.values()].toSorted((one, other) => other.count - one.count),
  }
}

/** The rows from the oldest to the newest. */
export async function* inOrder(streams: Reading, pageIds: readonly string[], isNewestFirst: boolean) {
  const othersTurn = openBackgroundPace()
  for (const pageId of isNewestFirst ? pageIds.toReversed() : pageIds) {
    await othersTurn()
    const kept = await getRows(streams, pageId)
    yield* isNewestFirst ? kept.toReversed() : kept
  }
}
