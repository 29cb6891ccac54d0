import type { EventStore, EventToAppend, StoredEvent, StoreSubscription } from '../../ports/event-store.ts'
import { assertAppendable } from '../appendable.ts'
import { type ChangeSignal, changeSignal } from './change-signal.ts'
import type { Connection } from './connection.ts'
import type { EventRow } from './event-writes.ts'
import type { Writer } from './writer.ts'

const usualPage = 500
/** Who has had so many full pages one after the other is far behind: larger ones are fewer commits, and hold nobody up for long. */
const fullPages = 10
const largestPage = 2000

export type EmbeddedEventStore = EventStore & { close(): Promise<void> }

/** Beyond the port's promises: event ids are unique in a service's whole store, not only in their stream. */
export const openEventStore = (
  service: string,
  reader: Connection,
  writer: Writer,
  pageSize = usualPage,
): EmbeddedEventStore => {
  const appended = changeSignal()
  const subscriptions = new Set<StoreSubscription>()

  const readAll: EventStore['readAll'] = async (after, limit) =>
    reader
      .prepare('select * from events where service = ? and position > ? order by position limit ?')
      .all(service, after ?? 0, limit)
      .map(toStoredEvent)

  return {
    async append(stream, events, expected) {
      assertAppendable(stream, events)
      // Of a writer that dies nobody hears whether they stand there.
      const append = { service, stream, events: events.map(toRow), expected }
      return writer.write('appendEvents', append).finally(appended.notify)
    },
    read: async (stream, fromRevision = 0) =>
      reader
        .prepare('select * from events where service = ? and stream = ? and revision >= ? order by revision')
        .all(service, stream, fromRevision)
        .map(toStoredEvent),
    readAll,
    subscribe(after, onEvents) {
      const subscription = startSubscription({ readAll, pageSize, appended }, after, onEvents)
      subscriptions.add(subscription)
      const forget = () => subscriptions.delete(subscription)
      subscription.ended.then(forget, forget)
      return subscription
    },
    async head() {
      const row = reader.prepare('select max(position) as position from events where service = ?').get(service)
      return (row?.position ?? null) as number | null
    },
    async close() {
      await Promise.all([...subscriptions].map((subscription) => subscription.close()))
    },
  }
}

const startSubscription = (
  store: Pick<EventStore, 'readAll'> & { readonly pageSize: number; readonly appended: ChangeSignal },
  after: number | null,
  onEvents: (events: readonly StoredEvent[]) => Promise<void>,
): StoreSubscription => {
  const { appended, pageSize } = store
  const large = Math.max(pageSize, Math.min(4 * pageSize, largestPage))
  let closed = false
  const follow = async () => {
    let position = after
    let inARow = 0
    while (!closed) {
      const more = appended.next()
      const limit = inARow < fullPages ? pageSize : large
      const events = await store.readAll(position, limit)
      inARow = events.length === limit ? inARow + 1 : 0
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
