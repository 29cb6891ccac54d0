import { entriesOfBucket, type LimitLevel, regions, tableEntries } from '../limit-levels.ts'
import { halfSipHash } from './half-sip-hash.ts'

/** Words of an entry: two of the key's hash, the count, and the end of its window in ticks. */
const words = 4
const [second, counted, ends] = [1, 2, 3]
export const tableBytes = tableEntries * words * 4
/** 32 ms: an end fits into 32 bits for four years after the start. */
const tickMs = 32
const countMost = 0xffff_ffff

/** An entry of the table. `place` is the word at which it begins; `count` is 0 where it is free. */
export type Entry = {
  readonly place: number
  readonly count: number
  readonly hash: readonly [number, number]
}
export type LimitTable = ReturnType<typeof openLimitTable>

/**
 * The counts of one kind: 65,536 entries of 16 bytes. An entry whose window is over is free; an entry whose window is not
 * over is never given to another key.
 * @param key eight random bytes, made at the start @param now milliseconds
 */
export const openLimitTable = (key: Buffer, now: () => number) => {
  const [key0, key1] = [key.readInt32LE(0), key.readInt32LE(4)]
  const table = new Uint32Array(tableEntries * words)
  const hash = new Uint32Array(2)
  const openedAt = now()
  const ticksNow = () => Math.max(1, Math.floor((now() - openedAt) / tickMs) + 1)
  const at = (word: number): number => table[word] as number
  const hashOf = (name: string): readonly [number, number] => {
    halfSipHash(key0, key1, name, hash)
    return [hash[0] as number, hash[1] as number]
  }

  /** The entry of the level, or a free one for it. Null where there is no room. */
  const find = ({ name, region }: LimitLevel): Entry | null => {
    const [one, other] = hashOf(name)
    const { first, buckets } = regions[region]
    const bucket = (first + (one % buckets) * entriesOfBucket) * words
    const tick = ticksNow()
    let free = -1
    for (let place = bucket; place < bucket + entriesOfBucket * words; place += words) {
      if (at(place + ends) <= tick) {
        if (free < 0) free = place
      } else if (at(place) === one && at(place + second) === other)
        return { place, count: at(place + counted), hash: [one, other] }
    }
    return free < 0 ? null : { place: free, count: 0, hash: [one, other] }
  }

  return {
    find,
    /** The entry that the level has in common with others. */
    findShared({ name }: LimitLevel): Entry {
      const [one, other] = hashOf(name)
      const { first, buckets } = regions.shared
      const place = (first + (other % (buckets * entriesOfBucket))) * words
      const isOver = at(place + ends) <= ticksNow()
      return { place, count: isOver ? 0 : at(place + counted), hash: [one, other] }
    },
    /** Adds one, and begins a window where the entry is free. */
    add({ place, count, hash: [one, other] }: Entry, windowMs: number): void {
      if (count === 0) {
        table[place] = one
        table[place + second] = other
        table[place + ends] = Math.ceil((now() - openedAt + windowMs) / tickMs) + 1
      }
      table[place + counted] = Math.min(count + 1, countMost)
    },
    /** In ticks of the table: tells one window of an entry from its next. */
    endOf: ({ place }: Entry): number => at(place + ends),
    /** Milliseconds, at most one tick too many. */
    leftMs: ({ place }: Entry): number => openedAt + (at(place + ends) - 1) * tickMs - now(),
    /** Takes one off, unless the window with that end is over. An entry without a count is free. */
    takeBack({ place }: Entry, end: number): void {
      if (at(place + ends) !== end || end <= ticksNow()) return
      const left = at(place + counted) - 1
      table[place + counted] = left
      if (left === 0) table[place + ends] = 0
    },
    forget(level: LimitLevel): void {
      const found = find(level)
      if (found) table[found.place + ends] = 0
    },
  }
}
