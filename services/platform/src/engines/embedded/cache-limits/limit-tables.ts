import { randomBytes } from 'node:crypto'
import type { LimitCounts, LimitKey } from '../../../ports/limit-counts.ts'
import { type LimitLevel, sharedTimes, toLevels } from '../../redis/limit-levels.ts'
import { type LimitTable, openLimitTable, type Place } from './limit-table.ts'

/** In process: one table for each kind, made at its first count. @param now milliseconds */
export const openLimitTables = ({ now = Date.now } = {}): LimitCounts & { bytes(): number } => {
  const tables = new Map<string, LimitTable>()
  const getTable = (kind: string): LimitTable => {
    const opened = tables.get(kind) ?? openLimitTable(randomBytes(8), now)
    tables.set(kind, opened)
    return opened
  }

  return {
    async count(kind, key, { max, windowMs }) {
      const table = getTable(kind)
      const { places, isBeyond, told } = getPlaces(table, key, max)
      const count = table.countAt(told) + 1
      if (!isBeyond) for (const place of places) table.add(place, windowMs)
      return {
        count,
        isBeyond,
        // When nothing was ever allowed, there is no window.
        resetsInMs: isBeyond && count === 1 ? windowMs : Math.min(windowMs, table.leftMs(told)),
        giveBack: givingBack(table, isBeyond ? [] : places),
      }
    },
    /** Of all tables together. */
    bytes: () => tables.values().reduce((sum, { bytes }) => sum + bytes, 0),
  }
}

/**
 * The counts of the key: at each of its levels with room, always at the coarsest, in a shared count if needed. `told`
 * is the one beyond its limit, otherwise the finest.
 */
const getPlaces = (table: LimitTable, key: LimitKey, max: number) => {
  const tick = table.tick()
  const levels = toLevels(key)
  const places: Place[] = []
  let told: Place = -1
  for (let index = 0; index < levels.length; index += 1) {
    const level = levels[index] as LimitLevel
    const own = table.find(level, tick)
    if (own < 0 && index > 0) continue
    told = own < 0 ? table.findShared(level, tick) : own
    if (table.countAt(told) + 1 > max * (own < 0 ? sharedTimes(level) : level.times))
      return { places, isBeyond: true, told }
    places.push(told)
  }
  return { places, isBeyond: false, told }
}

const givingBack = (table: LimitTable, places: Place[]) => {
  const ends = places.map((place) => table.endAt(place))
  return async (): Promise<void> => {
    const tick = table.tick()
    places.splice(0).forEach((place, index) => {
      table.takeBack(place, ends[index] as number, tick)
    })
  }
}
