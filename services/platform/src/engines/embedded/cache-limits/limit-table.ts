import { entriesOfBucket, type LimitLevel, tableEntries, toRegions } from '../../redis/limit-levels.ts'
import { halfSipHash } from './half-sip-hash.ts'

/** Words of an entry: two of the key's hash, the count, and the tick at which its window ends. */
const words = 4
const regions = toRegions(tableEntries)
const [second, counted, ends] = [1, 2, 3]
/** 32 ms: an end fits into 32 bits for four years after the start. */
const tickMs = 32
const maxCount = 0xffff_ffff

/** The word of the table at which an entry begins. */
export type Place = number
export type LimitTable = ReturnType<typeof openLimitTable>

/**
 * The counts of one kind: 65,536 entries of 16 bytes. An entry whose window is over is free; an entry whose window is not
 * over is never given to another key. Each entry that is not free has a count above 0.
 * @param key eight random bytes, made at the start @param now milliseconds
 */
export const openLimitTable = (key: Buffer, now: () => number) => {
  const [key0, key1] = [key.readInt32LE(0), key.readInt32LE(4)]
  const table = new Uint32Array(tableEntries * words)
  const hash = new Uint32Array(2)
  const openedAt = now()
  const at = (word: number): number => table[word] as number
  /** A free entry gets its key before its first count: until that count it is free. */
  const claim = (place: Place): Place => {
    table[place] = hash[0] as number
    table[place + second] = hash[1] as number
    table[place + counted] = 0
    return place
  }

  /** The entry of the level, or a free one for it; -1 when there is no room. */
  const find = ({ name, region }: LimitLevel, tick: number): Place => {
    halfSipHash(key0, key1, name, hash)
    const [one, other] = [hash[0] as number, hash[1] as number]
    const { first, buckets } = regions[region]
    const bucket = (first + (one % buckets) * entriesOfBucket) * words
    let free = -1
    for (let place = bucket; place < bucket + entriesOfBucket * words; place += words) {
      if (at(place + ends) <= tick) {
        if (free < 0) free = place
      } else if (at(place) === one && at(place + second) === other) return place
    }
    return free < 0 ? free : claim(free)
  }

  return {
    find,
    bytes: table.byteLength,
    /** The current tick, in the same form as the ends. */
    tick: (): number => Math.max(1, Math.floor((now() - openedAt) / tickMs) + 1),
    /** The entry that the level shares with others. */
    findShared({ name }: LimitLevel, tick: number): Place {
      halfSipHash(key0, key1, name, hash)
      const { first, buckets } = regions.shared
      const place = (first + ((hash[1] as number) % (buckets * entriesOfBucket))) * words
      return at(place + ends) <= tick ? claim(place) : place
    },
    countAt: (place: Place): number => at(place + counted),
    /** Adds one, and begins a window when there is no count yet. */
    add(place: Place, windowMs: number): void {
      const count = at(place + counted)
      if (count === 0) table[place + ends] = Math.ceil((now() - openedAt + windowMs) / tickMs) + 1
      table[place + counted] = Math.min(count + 1, maxCount)
    },
    /** Tells one window of an entry from its next. */
    endAt: (place: Place): number => at(place + ends),
    /** Milliseconds, at most one tick too many. */
    leftMs: (place: Place): number => openedAt + (at(place + ends) - 1) * tickMs - now(),
    /** Subtracts one, unless the window with that end is over. */
    takeBack(place: Place, end: number, tick: number): void {
      if (at(place + ends) !== end || end <= tick) return
      table[place + counted] = at(place + counted) - 1
      if (at(place + counted) === 0) table[place + ends] = 0
    },
  }
}
