import type { EventStore, EventToAppend, StoredEvent, StoreSubscription } from '../../ports/event-store.ts'
import { assertAppendable } from '../appendable.ts'
import { type ChangeSignal, changeSignal } from './change-signal.ts'
import type { Connection } from './connection.ts'
import type { EventRow } from './event-writes.ts'
import { eventsTable, hasEventsTable } from './events-table.ts'
import type { Writer } from './writer.ts'

const usualPage = 500

export type EmbeddedEventStore = EventStore & { close(): Promise<void> }

export const openEventStore = (
  service: string,
  reader: Connection,
  writer: Writer,
  pageSize = usualPage,
): EmbeddedEventStore => {
  const appended = changeSignal()
  const subscriptions = new Set<StoreSubscription>()

  const table = eventsTable(service)
  let wasMade = false
  let wasFound = false
  /** A service that has never stored anything has no table yet. */
  const isThere = (): boolean => {
    wasFound ||= hasEventsTable(reader, service)
    return wasFound
  }
  const found = (sql: string, ...values: (string | number)[]) => (isThere() ? reader.prepare(sql).all(...values) : [])

  const readAll: EventStore['readAll'] = async (after, limit) =>
    found(`select * from ${table} where position > ? order by position limit ?`, after ?? 0, limit).map(toStoredEvent)

  return {
    async append(stream, events, expected) {
      assertAppendable(stream, events)
      if (!wasMade) await writer.write('makeEventsTable', { service })
      wasMade = true
      // Of a writer that dies nobody hears whether they stand there.
      const append = { service, stream, events: events.map(toRow), expected }
      return writer.write('appendEvents', append).finally(appended.notify)
    },
    read: async (stream, fromRevision = 0) =>
      found(`select * from ${table} where stream = ? and revision >= ? order by revision`, stream, fromRevision).map(
        toStoredEvent,
      ),
    readAll,
    subscribe(after, onEvents) {
      const subscription = startSubscription((last) => readAll(last, pageSize), appended, after, onEvents)
      subscriptions.add(subscription)
      const forget = () => subscriptions.delete(subscription)
      subscription.ended.then(forget, forget)
      return subscription
    },
    async head() {
      const [row] = found(`select max(position) as position from ${table}`)
      return (row?.position ?? null) as number | null
    },
    async close() {
      await Promise.all([...subscriptions].map((subscription) => subscription.close()))
    },
  }
}

const startSubscription = (
  readPage: (after: number | null) => Promise<StoredEvent[]>,
  appended: ChangeSignal,
  after: number | null,
  onEvents: (events: readonly StoredEvent[]) => Promise<void>,
): StoreSubscription => {
  let closed = false
  const follow = async () => {
    let position = after
    while (!closed) {
      const more = appended.next()
      const events = await readPage(position)
      const last = events.at(-1)
      if (closed) return
      if (last) {
        await onEvents(events)
        position = last.position
      } else {
        await more
      }
    }
  }
  const ended = follow()
  return {
    ended,
    async close() {
      closed = true
      appended.notify()
      await ended.catch(() => {})
    },
  }
}

const toRow = (event: EventToAppend): EventRow => ({
  ...event,
  data: JSON.stringify(event.data),
  metadata: JSON.stringify(event.metadata),
  checksum: event.checksum ?? null,
})

const toStoredEvent = (row: Record<string, unknown>): StoredEvent => ({
  id: row.id as string,
  type: row.type as string,
  version: row.version as number,
  ...parsed(row),
  ...(row.checksum === null ? {} : { checksum: row.checksum as string }),
  stream: row.stream as string,
  revision: row.revision as number,
  position: row.position as number,
})

/** One that can't be parsed must not hold up all that is read with it. */
const parsed = ({ data, metadata }: Record<string, unknown>): Pick<StoredEvent, 'data' | 'metadata' | 'unreadable'> => {
  try {
    return { data: JSON.parse(data as string), metadata: JSON.parse(metadata as string) }
  } catch {
    return { data: null, metadata: null, unreadable: true }
  }
}
