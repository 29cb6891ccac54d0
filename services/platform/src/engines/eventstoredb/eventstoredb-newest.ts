import { BACKWARDS, END, type EventStoreDBClient, type Position } from '@eventstore/db-client'
import { onceAtATime } from '../once.ts'
import { silenceMs } from './eventstoredb-away.ts'
import { atEvent, getThrough, type LogPosition, nothingKnown } from './eventstoredb-position.ts'
import { collected, getPosition, readOwn } from './eventstoredb-reading.ts'

/** The position of a service's newest event. Never searches the same part twice. */
export type Newest = {
  /** The newest event that was stored at the call, null when the service has none. */
  find(): Promise<number | null>
  /** Adds what the tail or an append knows. */
  learn(position: LogPosition): void
  /** Forgets all, because the log has other positions now. */
  forget(): void
}

const newestFirst = { fromPosition: END, direction: BACKWARDS, maxCount: 1 } as const
const fromLeader = { requiresLeader: true } as const
/** The number of events that are read at a time behind the tail, which knows all but the last ones. */
const pageSize = 100

/** Reading the end of the log is cheap for the server. */
const readEnd = async (client: EventStoreDBClient, options: { readonly requiresLeader?: true } = {}) => {
  const [last] = await collected(client.readAll({ ...newestFirst, ...options }), silenceMs.call)
  return last ? getPosition(last) : null
}

const positionAt = (newest: number | null, end: Position): LogPosition =>
  newest !== null && newest > getThrough({ from: end }) ? atEvent(newest) : { newest, from: end }

const getCommit = (event: { readonly position?: Position } | undefined): number | null =>
  event ? Number(getPosition(event).commit) : null

/**
 * Searches the whole log for the newest event, backwards. Only the leader surely has it; and if two servers answered
 * the two calls, a subscription that begins at the end could miss an event.
 */
export const searchLog = async (client: EventStoreDBClient, prefix: string): Promise<LogPosition> => {
  const end = await readEnd(client, fromLeader)
  if (!end) return nothingKnown
  const [found] = await readOwn(client, prefix, { ...newestFirst, ...fromLeader }, silenceMs.wholeSearch)
  return positionAt(getCommit(found), end)
}

/**
 * While the tail searches, its callers wait for it. The part behind the tail is read once for all callers, and the
 * reading continues after they gave up. Reads also work without a leader, so two servers may answer: the result is not
 * given to the tail.
 */
export const openNewest = (
  client: EventStoreDBClient,
  prefix: string,
  tail: { isSearching(): boolean; next(): Promise<void> },
): Newest => {
  let known = nothingKnown

  const learn = (position: LogPosition): void => {
    if (getThrough(position) > getThrough(known)) known = position
  }
  const searchBehind = onceAtATime(async (end: Position): Promise<void> => {
    const read = { fromPosition: known.from, maxCount: pageSize }
    const events = await readOwn(client, prefix, read, silenceMs.wholeSearch)
    const newest = getCommit(events.at(-1)) ?? known.newest
    learn(newest !== null && events.length === pageSize ? atEvent(newest) : positionAt(newest, end))
  })
  return {
    learn,
    forget() {
      known = nothingKnown
    },
    async find() {
      const end = await readEnd(client)
      while (end && getThrough(known) < getThrough({ from: end }))
        await (tail.isSearching() ? tail.next() : searchBehind(end))
      return known.newest
    },
  }
}
