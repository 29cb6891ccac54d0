import { randomBytes } from 'node:crypto'
import type { LimitCounts } from '../../ports/limit-counts.ts'
import { levelsOf, sharedTimes } from '../limit-levels.ts'
import { type Entry, type LimitTable, openLimitTable, tableBytes } from './limit-table.ts'

type Found = Entry & { readonly times: number }

/** In process: a table a kind, made when the kind is first counted. @param now milliseconds */
export const openLimitTables = ({ now = Date.now } = {}): LimitCounts & { bytes(): number } => {
  const tables = new Map<string, LimitTable>()
  const tableOf = (kind: string): LimitTable => {
    const opened = tables.get(kind) ?? openLimitTable(randomBytes(8), now)
    tables.set(kind, opened)
    return opened
  }

  return {
    async count(kind, key, { most, windowMs }) {
      const table = tableOf(kind)
      const found = entriesOf(table, key)
      const finest = found.at(-1) as Found
      const beyond = found.find(({ count, times }) => count + 1 > most * times)
      if (!beyond) for (const entry of found) table.add(entry, windowMs)
      const told = beyond ?? finest
      const counted = beyond ? [] : found.map((entry) => ({ entry, end: table.endOf(entry) }))
      return {
        count: told.count + 1,
        isBeyond: beyond !== undefined,
        // `most` may be 0: then there is no window yet.
        resetsInMs: beyond?.count === 0 ? windowMs : Math.min(windowMs, table.leftMs(told)),
        async giveBack() {
          for (const { entry, end } of counted.splice(0)) table.takeBack(entry, end)
        },
      }
    },
    async forget(kind, key) {
      for (const level of levelsOf(key)) tables.get(kind)?.forget(level)
    },
    /** Of all tables together. */
    bytes: () => tables.size * tableBytes,
  }
}

/** Where the key is counted: at each of its levels that has room, the coarsest always, in a shared count if need be. */
const entriesOf = (table: LimitTable, key: Parameters<LimitCounts['count']>[1]): readonly Found[] =>
  levelsOf(key).flatMap((level, index): Found[] => {
    const entry = table.find(level)
    if (entry) return [{ ...entry, times: level.times }]
    return index > 0 ? [] : [{ ...table.findShared(level), times: sharedTimes(level) }]
  })
