import type { EventStore, StoreSubscription } from '../../../ports/event-store.ts'
import type { InlineProjection, InlineProjections } from '../../../ports/inline-projection.ts'
import { assertAppendable } from '../../appendable.ts'
import type { EmbeddedDocumentStore } from '../documents/document-store.ts'
import type { Connection } from '../file/connection.ts'
import type { Writer } from '../writer/writer.ts'
import { openAppendLine } from './append-line.ts'
import { changeSignal } from './change-signal.ts'
import { openEventRows } from './event-rows.ts'
import { startSubscription } from './event-subscription.ts'
import { eventsTable, hasEventsTable } from './events-table.ts'

const usualPage = 500

export type EmbeddedEventStore = EventStore & {
  readonly addInlineProjection: InlineProjections['add']
  close(): Promise<void>
}

/** The documents in the same file, and the projections that write with the events. */
type BesideEvents = {
  readonly reader: Connection
  readonly writer: Writer
  readonly documents: Pick<EmbeddedDocumentStore, 'asWritten'>
}

export const openEventStore = (
  service: string,
  { reader, writer, documents }: BesideEvents,
  pageSize = usualPage,
): EmbeddedEventStore => {
  const appended = changeSignal()
  const subscriptions = new Set<StoreSubscription>()
  const projections = new Set<InlineProjection>()

  const table = eventsTable(service)
  const rows = openEventRows(service, reader)
  let wasFound = false
  /** A service that has never stored anything has no table yet. */
  const isThere = (): boolean => {
    wasFound ||= hasEventsTable(reader, service)
    return wasFound
  }
  const found = (sql: string, ...values: (string | number)[]) => (isThere() ? reader.prepare(sql).all(...values) : [])

  const readAll: EventStore['readAll'] = async (after, limit) =>
    found(`select * from ${table} where position > ? order by position limit ?`, after ?? 0, limit).map(rows.toEvent)
  const head = (): number | null => {
    const [row] = found(`select max(position) as position from ${table}`)
    return (row?.position ?? null) as number | null
  }
  const line = openAppendLine({
    ...{ service, writer, rows, projections, isThere, head },
    asWritten: documents.asWritten,
    appended: appended.notify,
  })

  return {
    async append(stream, events, expected) {
      assertAppendable(stream, events)
      return line.append(stream, events, expected)
    },
    // SQLite reads a limit of -1 as none.
    read: async (stream, fromRevision = 0, limit = -1) => {
      const sql = `select * from ${table} where stream = ? and revision >= ? order by revision limit ?`
      return found(sql, stream, fromRevision, limit).map(rows.toEvent)
    },
    readAll,
    subscribe(after, onEvents, shown) {
      const subscription = startSubscription({ readAll, pageSize, appended }, after, onEvents, shown)
      subscriptions.add(subscription)
      const forget = () => subscriptions.delete(subscription)
      subscription.ended.then(forget, forget)
      return subscription
    },
    head: async () => head(),
    addInlineProjection(projection) {
      projections.add(projection)
      return () => void projections.delete(projection)
    },
    async close() {
      await line.close()
      await Promise.all([...subscriptions].map((subscription) => subscription.close()))
    },
  }
}
