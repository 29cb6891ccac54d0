import type { AllStreamRecordedEvent, EventStoreDBClient, Position } from '@eventstore/db-client'
import type { DocumentStore } from '../ports/document-store.ts'
import type { EventStore, StoredEvent } from '../ports/event-store.ts'
import { type Reaching, Silence, silenceMs, within } from './eventstoredb-away.ts'
import { type Connection, openConnection } from './eventstoredb-connection.ts'
import { openNewest, searchNewest } from './eventstoredb-newest.ts'
import { atCheckpoint, atEvent, type LogPosition, nothingKnown, openKeptPosition } from './eventstoredb-position.ts'
import { readOwnAfter } from './eventstoredb-reading.ts'
import { type ReadBehind, startSubscription } from './eventstoredb-subscription.ts'
import { openEventWindow } from './eventstoredb-window.ts'
import { once } from './once.ts'

/** The newest events of one service, by one subscription to the server for all who follow it in this process. */
export type Tail = Pick<EventStore, 'head'> & {
  /** For a service whose store has no mark yet: searches from the beginning of the log. */
  hasEvents(): Promise<boolean>
  /** A follower that is further behind than the newest events reads pages for itself. */
  subscribe(
    after: number | null,
    onEvents: (events: readonly StoredEvent[]) => Promise<void>,
  ): ReturnType<EventStore['subscribe']>
  /** An append of this process is stored there. */
  appended(position: number): void
  close(): Promise<void>
}

type Parts = {
  readonly client: EventStoreDBClient
  readonly prefix: string
  readonly documents: DocumentStore
  /** Calls the server whatever the format of its events is. */
  readonly reaching: Reaching
  /** Calls the server once the format of its events is known to be ours. */
  readonly reachingOurs: Reaching
  readonly toStored: (event: AllStreamRecordedEvent) => StoredEvent
}

/** What the subscription alone has told: one server has answered it, so that none can be missing in between. */
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
  return {
    window,
    position: () => told,
    kept: kept.read,
    close: kept.close,
    begin(position: LogPosition): void {
      told = position
      window.begin(position.newest)
      learn(position)
    },
    /** From now on its position is kept. */
    follow(): void {
      isFollowed = true
      kept.keep(told)
    },
    listener: {
      onEvent(event: AllStreamRecordedEvent, bytes: number) {
        const found = toStored(event)
        if (found.position <= (told.newest ?? -1)) return
        window.add(found, bytes)
        moveTo(atEvent(found.position))
      },
      onCheckpoint(position: Position) {
        const reached = atCheckpoint(told.newest, position)
        if (reached.through > told.through) moveTo(reached)
      },
    },
  }
}

/**
 * It begins where a replica or an earlier run has come to, so that others' events are searched once. The position is kept
 * from the first follower on: a process that only asks for the head writes nothing.
 */
export const openTail = (parts: Parts): Tail => {
  const { client, prefix, reaching, reachingOurs, toStored } = parts
  const told = openTold(parts, (position) => newest.learn(position))
  let connection: Connection | null = null
  let isNew = false
  let isClosed = false

  const start = async (): Promise<LogPosition> => {
    if (isNew) return nothingKnown
    const before = await told.kept()
    if (before !== nothingKnown) return before
    const found = await searchNewest(client, prefix)
    return found === null ? nothingKnown : atEvent(found)
  }
  const begin = once(async () => {
    const position = await start()
    if (isClosed) throw new Silence('it is closed')
    told.begin(position)
    connection = openConnection({ ...parts, from: () => told.position().from, listener: told.listener })
  })
  const next = () => connection?.next() ?? Promise.reject(new Silence('it is closed'))
  const newest = openNewest(client, prefix, {
    isSearching: () => connection?.isSearching() ?? false,
    next,
    onOtherLog() {
      told.begin(nothingKnown)
      connection?.restart(new Silence('the log ends before events that were in it'))
    },
  })
  const firstEvent = async (): Promise<boolean> => {
    await begin()
    while (told.position().newest === null && !connection?.isLive()) await next()
    return told.position().newest !== null
  }
  const read: ReadBehind = {
    async begin() {
      await reachingOurs(begin)
      told.follow()
    },
    next,
    newest: told.window.after,
    page: (after, limit, signal) =>
      reaching(async () => {
        const ending = { withinMs: silenceMs.wholeSearch, through: told.window.floor(), signal }
        const events = await readOwnAfter(client, prefix, after, limit, ending)
        if (events.length === 0) throw new Silence('it has not come to events that another server told of')
        return events.map(toStored)
      }),
  }

  return {
    hasEvents() {
      isNew = true
      return within(silenceMs.search, firstEvent())
    },
    subscribe: (after, onEvents) => startSubscription(read, () => connection?.wake(), after, onEvents),
    head: () => within(silenceMs.search, begin().then(newest.find)),
    appended: (position) => newest.learn(atEvent(position)),
    async close() {
      isClosed = true
      await connection?.close()
      await told.close()
    },
  }
}
