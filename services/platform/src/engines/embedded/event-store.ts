import type { EventStore, StoredEvent } from '../../ports/event-store.ts'
import { assertAppendable } from '../appendable.ts'
import { openAppendLine } from './append-line.ts'
import { changeSignal } from './change-signal.ts'
import type { Connection } from './connection.ts'
import type { EmbeddedDocumentStore } from './document-store.ts'
import { type EventSubscription, startSubscription } from './event-subscription.ts'
import type { EmbeddedMessageBus } from './message-bus.ts'
import type { Positions } from './positions.ts'
import type { Writer } from './writer.ts'

const usualPage = 500

export type EmbeddedEventStore = EventStore & { close(): Promise<void> }

/** What stands in the same file, and where what follows from events is written with them. */
type BesideEvents = {
  readonly reader: Connection
  readonly writer: Writer
  readonly positions: Positions
  readonly documents: Pick<EmbeddedDocumentStore, 'asWritten'>
  readonly bus: Pick<EmbeddedMessageBus, 'asWritten'>
}

/** Beyond the port's promises: event ids are unique in a service's whole store, not only in their stream. */
export const openEventStore = (
  service: string,
  { reader, writer, positions, documents, bus }: BesideEvents,
  pageSize = usualPage,
): EmbeddedEventStore => {
  const appended = changeSignal()
  const subscriptions = new Set<EventSubscription>()

  const readAll: EventStore['readAll'] = async (after, limit) =>
    reader
      .prepare('select * from events where service = ? and position > ? order by position limit ?')
      .all(service, after ?? 0, limit)
      .map(toStoredEvent)
  const head = (): number | null => {
    const row = reader.prepare('select max(position) as position from events where service = ?').get(service)
    return (row?.position ?? null) as number | null
  }
  const line = openAppendLine({
    ...{ service, writer, positions },
    head: () => head() ?? 0,
    subscriptions,
    asWritten({ writes, checkpoints, published }) {
      const log = published && bus.asWritten(published.topic, published.messages)
      const batch = { documents: documents.asWritten(writes, checkpoints), published: log?.written ?? null }
      return { batch, stands: () => log?.stands() }
    },
    appended: appended.notify,
  })

  return {
    async append(stream, events, expected) {
      assertAppendable(stream, events)
      return line.append(stream, events, expected)
    },
    read: async (stream, fromRevision = 0) =>
      reader
        .prepare('select * from events where service = ? and stream = ? and revision >= ? order by revision')
        .all(service, stream, fromRevision)
        .map(toStoredEvent),
    readAll,
    subscribe(after, onEvents, inCommit) {
      const page = (last: number | null) => readAll(last, pageSize)
      const subscription = startSubscription(page, appended, after, onEvents, inCommit)
      subscriptions.add(subscription)
      const forget = () => subscriptions.delete(subscription)
      subscription.ended.then(forget, forget)
      return subscription
    },
    head: async () => head(),
    async close() {
      await line.close()
      await Promise.all([...subscriptions].map((subscription) => subscription.close()))
    },
  }
}

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
