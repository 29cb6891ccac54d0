import { BACKWARDS, END, type EventStoreDBClient, type Position } from '@eventstore/db-client'
import { silenceMs } from './eventstoredb-away.ts'
import { atEvent, type LogPosition, nothingKnown } from './eventstoredb-position.ts'
import { collected, positionOf, readOwn } from './eventstoredb-reading.ts'

/** The position of a service's newest event. Nothing is searched twice, whoever asks. */
export type Newest = {
  /** Of the newest event that was stored at the call, null when there is none. */
  find(): Promise<number | null>
  /** What else is known: by the tail, by an append. */
  learn(position: LogPosition): void
}

/** Where more than these are ours, the newest is found from the end of the log backwards. */
const fewEvents = 10
const newestFirst = { fromPosition: END, direction: BACKWARDS, maxCount: 1 } as const
/** One server of a cluster may be behind another one for a moment; for longer than that it is another log. */
const maxBehindMs = 5000
const patiently = { withinMs: silenceMs.wholeSearch }

/** Searches from the end of the log backwards. @returns null where nothing is found before the log begins */
export const searchNewest = async (client: EventStoreDBClient, prefix: string): Promise<number | null> => {
  const found = (await readOwn(client, prefix, newestFirst, patiently)).at(-1)
  return found ? Number(positionOf(found).commit) : null
}

/**
 * The end of the log costs the server nothing. While the tail searches, its callers wait for it; what is behind the tail is
 * read once for all who ask, and goes on when they have lost patience.
 * What is found here is not told to the tail: two calls may be answered by two servers of a cluster, and the second one
 * may not have the last events of the first.
 * @param tail.onOtherLog the log ends before what the tail was told of
 */
export const openNewest = (
  client: EventStoreDBClient,
  prefix: string,
  tail: { isSearching(): boolean; next(): Promise<void>; onOtherLog(): void },
): Newest => {
  let known = nothingKnown
  let search: Promise<void> | null = null
  let behindSince: number | null = null

  const learn = (position: LogPosition): void => {
    if (position.through > known.through) known = position
  }
  const searchBehind = async (end: Position): Promise<void> => {
    const few = await readOwn(client, prefix, { fromPosition: known.from, maxCount: fewEvents + 1 }, patiently)
    const last = few.at(-1)
    const found = last ? Number(positionOf(last).commit) : known.newest
    const newest = few.length > fewEvents ? await searchNewest(client, prefix) : found
    const through = Number(end.commit)
    learn(newest !== null && newest > through ? atEvent(newest) : { newest, from: end, through })
  }
  const lookOn = (end: Position): Promise<void> => {
    if (tail.isSearching()) return tail.next()
    search ??= searchBehind(end).finally(() => {
      search = null
    })
    return search
  }
  const isOtherLog = (through: number): boolean => {
    behindSince = through < known.through ? (behindSince ?? performance.now()) : null
    return behindSince !== null && performance.now() - behindSince > maxBehindMs
  }
  const find = async (): Promise<number | null> => {
    const [last] = await collected(client.readAll(newestFirst), { withinMs: silenceMs.call })
    const end = last ? positionOf(last) : null
    const through = end ? Number(end.commit) : -1
    if (isOtherLog(through)) {
      known = nothingKnown
      tail.onOtherLog()
    }
    while (end && known.through < through) await lookOn(end)
    return known.newest
  }
  return { find, learn }
}
