import { BACKWARDS, END, type EventStoreDBClient, type Position } from '@eventstore/db-client'
import { silenceMs } from './eventstoredb-away.ts'
import { atEvent, type LogPosition, nothingKnown, throughOf } from './eventstoredb-position.ts'
import { collected, positionOf, readOwn } from './eventstoredb-reading.ts'
import { onceAtATime } from './once.ts'

/** The position of a service's newest event. Nothing is searched twice, whoever asks. */
export type Newest = {
  /** Of the newest event that was stored at the call, null when there is none. */
  find(): Promise<number | null>
  /** What else is known: by the tail, by an append. */
  learn(position: LogPosition): void
  /** The log has other positions now. */
  forget(): void
}

/** Where more than these are ours, the newest is found from the end of the log backwards. */
const fewEvents = 10
const newestFirst = { fromPosition: END, direction: BACKWARDS, maxCount: 1 } as const

/** A subscription may begin where this ends only if `read.requiresLeader`: else two calls may be answered by two servers. */
type Asked = { readonly requiresLeader?: boolean }

/** The end of the log costs the server nothing. */
const readEnd = async (client: EventStoreDBClient, asked: Asked): Promise<Position | null> => {
  const [last] = await collected(client.readAll({ ...newestFirst, ...asked }), silenceMs.call)
  return last ? positionOf(last) : null
}

/** From the end of the log backwards. */
const readNewest = async (client: EventStoreDBClient, prefix: string, asked: Asked): Promise<number | null> => {
  const [found] = await readOwn(client, prefix, { ...newestFirst, ...asked }, silenceMs.wholeSearch)
  return found ? Number(positionOf(found).commit) : null
}

const positionAt = (newest: number | null, end: Position): LogPosition =>
  newest !== null && newest > throughOf({ from: end }) ? atEvent(newest) : { newest, from: end }

/** Searches the whole log for the newest event, which the leader alone is sure to have. */
export const searchLog = async (client: EventStoreDBClient, prefix: string): Promise<LogPosition> => {
  const end = await readEnd(client, { requiresLeader: true })
  return end ? positionAt(await readNewest(client, prefix, { requiresLeader: true }), end) : nothingKnown
}

/**
 * While the tail searches, its callers wait for it; what is behind the tail is read once for all who ask, and goes on when
 * they have lost patience. Reads go on without a leader, so two servers may answer: what is found is not told to the tail.
 */
export const openNewest = (
  client: EventStoreDBClient,
  prefix: string,
  tail: { isSearching(): boolean; next(): Promise<void> },
): Newest => {
  let known = nothingKnown

  const learn = (position: LogPosition): void => {
    if (throughOf(position) > throughOf(known)) known = position
  }
  const searchBehind = onceAtATime(async (end: Position): Promise<void> => {
    const read = { fromPosition: known.from, maxCount: fewEvents + 1 }
    const few = await readOwn(client, prefix, read, silenceMs.wholeSearch)
    const last = few.at(-1)
    const found = last ? Number(positionOf(last).commit) : known.newest
    learn(positionAt(few.length > fewEvents ? await readNewest(client, prefix, {}) : found, end))
  })
  return {
    learn,
    forget() {
      known = nothingKnown
    },
    async find() {
      const end = await readEnd(client, {})
      while (end && throughOf(known) < throughOf({ from: end }))
        await (tail.isSearching() ? tail.next() : searchBehind(end))
      return known.newest
    },
  }
}
