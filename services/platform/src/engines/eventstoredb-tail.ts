import type { AllStreamRecordedEvent, EventStoreDBClient, Position } from '@eventstore/db-client'
import type { DocumentStore } from '../ports/document-store.ts'
import type { EventStore, StoredEvent } from '../ports/event-store.ts'
import { Silence, silenceMs, within } from './eventstoredb-away.ts'
import { type Connection, openConnection } from './eventstoredb-connection.ts'
import { openNewest, searchNewest } from './eventstoredb-newest.ts'
import { atCheckpoint, atEvent, type LogPosition, nothingKnown, openKeptPosition } from './eventstoredb-position.ts'
import type { Reaching } from './eventstoredb-reach.ts'
import { readOwnAfter } from './eventstoredb-reading.ts'
import { type ReadBehind, startSubscription } from './eventstoredb-subscription.ts'
import { openEventWindow } from './eventstoredb-window.ts'
import { once } from './once.ts'

/** The newest events of one service, by one subscription to the server for all who follow it in this process. */
export type Tail = Pick<EventStore, 'head' | 'subscribe'> & {
  /** For a service whose store has no mark yet: searches from the beginning of the log. */
  hasEvents(): Promise<boolean>
  /** An append of this process is stored there. */
  appended(position: number): void
  close(): Promise<void>
}

type Parts = {
  readonly client: EventStoreDBClient
  readonly prefix: string
  readonly documents: DocumentStore
  /** Calls the server whatever the format of its events is. */
  readonly reachingServer: Reaching
  /** Calls the server once the format of its events is known to be ours. */
  readonly reaching: Reaching
  readonly toStored: (event: AllStreamRecordedEvent) => StoredEvent
}

/** What the subscription alone has told: one server has answered it, so that no event can be missing in between. */
const openTold = (
  { documents, toStored }: Pick<Parts, 'documents' | 'toStored'>,
  learn: (position: LogPosition) => void,
) => {
  const window = openEventWindow()
  const kept = openKeptPosition(documents)
  let told = nothingKnown
  let isFollowed = false
  const moveTo = (position: LogPosition): void => {
    told = position
    learn(position)
    if (isFollowed) kept.keep(position)
  }
  const beginAt = (position: LogPosition): void => {
    window.begin(position.newest)
    moveTo(position)
  }
  return {
    ...{ window, kept, beginAt, position: () => told },
    /** From now on its position is kept. */
    follow(): void {
      isFollowed = true
      kept.keep(told)
    },
    beginOtherLog(): void {
      kept.forget()
      beginAt(nothingKnown)
    },
    onEvent(event: AllStreamRecordedEvent, bytes: number): void {
      const found = toStored(event)
      if (found.position <= (told.newest ?? -1)) return
      window.add(found, bytes)
      moveTo(atEvent(found.position))
    },
    onCheckpoint(position: Position): void {
      const reached = atCheckpoint(told.newest, position)
      if (reached.through > told.through) moveTo(reached)
    },
  }
}

/**
 * It begins where a replica or an earlier run has come to, so that others' events are searched once. The position is kept
 * from the first follower on: a process that only asks for the head writes nothing.
 */
export const openTail = ({ client, prefix, documents, reachingServer, reaching, toStored }: Parts): Tail => {
  const told = openTold({ documents, toStored }, (position) => newest.learn(position))
  let connection: Connection | null = null
  let before = nothingKnown
  let isNew = false
  let isClosed = false

  // Not in a call to the server: documents that are away do not make it one that is.
  const readKept = once(async () => {
    before = await told.kept.read()
  })
  const findStart = async (): Promise<LogPosition> => {
    if (isNew || before !== nothingKnown) return isNew ? nothingKnown : before
    const found = await searchNewest(client, prefix)
    return found === null ? nothingKnown : atEvent(found)
  }
  const begin = once(async () => {
    const start = await findStart()
    if (isClosed) throw new Silence('it is closed')
    told.beginAt(start)
    connection = openConnection({ ...told, client, prefix, reaching: reachingServer, from: () => told.position().from })
  })
  const next = () => connection?.next() ?? Promise.reject(new Silence('it is closed'))
  const newest = openNewest(client, prefix, {
    isSearching: () => connection?.state() === 'searching',
    next,
    onOtherLog() {
      told.beginOtherLog()
      connection?.restart(new Silence('the log ends before events that were in it'))
    },
  })
  const findFirst = async (): Promise<boolean> => {
    await begin()
    while (told.position().newest === null && connection?.state() !== 'live') await next()
    return told.position().newest !== null
  }
  const read: ReadBehind = {
    async begin() {
      await readKept()
      await reaching(begin)
      told.follow()
    },
    next,
    wake: () => connection?.wake(),
    newest: told.window.after,
    page: (after, limit, signal) =>
      reachingServer(async () => {
        const ending = { withinMs: silenceMs.wholeSearch, through: told.window.floor(), signal }
        const events = await readOwnAfter(client, prefix, after, limit, ending)
        if (events.length === 0) throw new Silence('it has not come to events that another server told of')
        return events.map(toStored)
      }),
  }

  return {
    hasEvents() {
      isNew = true
      return within(silenceMs.search, findFirst())
    },
    subscribe: (after, onEvents) => startSubscription(read, after, onEvents),
    async head() {
      await readKept()
      return reaching(() => within(silenceMs.search, begin().then(newest.find)))
    },
    appended: (position) => newest.learn(atEvent(position)),
    async close() {
      isClosed = true
      await connection?.close()
      await told.kept.close()
    },
  }
}
