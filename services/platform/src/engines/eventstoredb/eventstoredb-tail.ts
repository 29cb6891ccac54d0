import type { AllStreamRecordedEvent, EventStoreDBClient, Position } from '@eventstore/db-client'
import type { DocumentStore } from '../../ports/document-store.ts'
import type { EventStore, StoredEvent } from '../../ports/event-store.ts'
import { once, onceAtATime } from '../once.ts'
import { Silence, silenceMs, within } from './eventstoredb-away.ts'
import { type Connection, openConnection } from './eventstoredb-connection.ts'
import { openNewest, searchLog } from './eventstoredb-newest.ts'
import { atEvent, getThrough, type LogPosition, nothingKnown, openKeptPosition } from './eventstoredb-position.ts'
import type { Reaching } from './eventstoredb-reach.ts'
import { readOwnAfter } from './eventstoredb-reading.ts'
import { type ReadBehind, startSubscription } from './eventstoredb-subscription.ts'
import { openEventWindow } from './eventstoredb-window.ts'

/** The newest events of one service, by one subscription to the server for all followers in this process. */
export type Tail = Pick<EventStore, 'head' | 'subscribe'> & {
  /** For a service whose store has no mark yet: searches the whole log, whatever is known of an earlier one. */
  hasEvents(): Promise<boolean>
  /** An append of this process is stored there. */
  appended(position: number): void
  close(): Promise<void>
}

type Parts = {
  readonly client: EventStoreDBClient
  readonly prefix: string
  readonly documents: DocumentStore
  /** Calls the server once its store is known to be the one of the documents. */
  readonly reaching: Reaching
  readonly toStored: (event: AllStreamRecordedEvent) => StoredEvent
}

/**
 * It begins at the position of a replica or an earlier run, so that other services' events are searched once. The
 * position is stored from the first follower on: a process that only asks for the head writes nothing.
 */
export const openTail = ({ client, prefix, documents, reaching, toStored }: Parts): Tail => {
  const kept = openKeptPosition(documents)
  let isFollowed = false
  const subscribed = openSubscribedTail(toStored, (position) => {
    newest.learn(position)
    if (isFollowed) kept.keep(position)
  })
  let connection: Connection | null = null
  let before = nothingKnown
  let isClosed = false

  // The search continues after its callers gave up.
  const search = onceAtATime(async () => {
    before = await searchLog(client, prefix)
    return before
  })
  // Not in a call to the server, because an outage of the documents is no outage of the event store.
  const readKept = once(async () => {
    const position = await kept.read()
    if (getThrough(position) > getThrough(before)) before = position
  })
  const begin = once(async () => {
    subscribed.beginAt(before === nothingKnown ? await search() : before)
    if (isClosed) throw new Silence('it is closed')
    const onOtherLog = async (): Promise<void> => {
      const position = await reaching(search)
      await kept.forget()
      newest.forget()
      subscribed.beginAt(position)
    }
    connection = openConnection({ ...subscribed, client, prefix, reaching, onOtherLog })
  })
  const next = () => connection?.next() ?? Promise.reject(new Silence('it is closed'))
  const newest = openNewest(client, prefix, { isSearching: () => connection?.isSearching() ?? false, next })
  const read: ReadBehind = {
    async begin() {
      await readKept()
      await reaching(begin)
      isFollowed = true
      kept.keep(subscribed.position())
    },
    next,
    wake: () => connection?.wake(),
    newest: subscribed.window.after,
    page: (after, limit, signal) =>
      reaching(async () => {
        const until = { through: subscribed.window.floor(), signal }
        const events = await readOwnAfter(client, prefix, { after, limit }, silenceMs.wholeSearch, until)
        if (events.length === 0) throw new Silence('it has not come to events that another server told of')
        return events.map(toStored)
      }),
  }

  return {
    hasEvents: async () => (await within(silenceMs.search, search())).newest !== null,
    subscribe: (after, onEvents) => startSubscription(read, after, onEvents),
    async head() {
      await readKept()
      return reaching(() => within(silenceMs.search, begin().then(newest.find)))
    },
    appended: (position) => newest.learn(atEvent(position)),
    async close() {
      isClosed = true
      await connection?.close()
      await kept.close()
    },
  }
}

/** The position from the subscription alone: it is from one server, so that no event can be missing in between. */
const openSubscribedTail = (toStored: Parts['toStored'], onMove: (position: LogPosition) => void) => {
  const window = openEventWindow()
  let subscribed = nothingKnown
  const moveTo = (position: LogPosition): void => {
    subscribed = position
    onMove(position)
  }
  return {
    window,
    position: () => subscribed,
    from: () => subscribed.from,
    beginAt(position: LogPosition): void {
      window.begin(position.newest)
      moveTo(position)
    },
    onEvent(event: AllStreamRecordedEvent, bytes: number): void {
      const found = toStored(event)
      // A server that changes from searching to live may send an event twice.
      if (found.position <= (subscribed.newest ?? -1)) return
      window.add(found, bytes)
      moveTo(atEvent(found.position))
    },
    onCheckpoint(from: Position): void {
      const reached = { newest: subscribed.newest, from }
      if (getThrough(reached) > getThrough(subscribed)) moveTo(reached)
    },
  }
}
