import type { Connection } from '../file/connection.ts'

const columns = 'position, stream, revision, id, type, version, data, metadata, checksum'
const suffix = ' events'

/** One table for each service, so that reading its events does not walk past those of other services; quoted. */
export const eventsTable = (service: string): string => `"${service}${suffix}"`

/** Events are never deleted: the next position is one more than the greatest. */
const createEventsTable = (service: string): string =>
  `create table ${eventsTable(service)} (
    position integer primary key,
    stream text not null,
    revision integer not null,
    id text not null,
    type text not null,
    version integer not null,
    data text not null,
    metadata text not null,
    checksum text
  )`

/** The only index: an index over ids, which are random, would touch another page for each event. */
const createStreamsIndex = (service: string): string =>
  `create unique index "${service}${suffix} by stream" on ${eventsTable(service)} (stream, revision)`

export const hasEventsTable = (connection: Connection, service: string): boolean =>
  connection.prepare("select 1 from sqlite_schema where type = 'table' and name = ?").get(`${service}${suffix}`) !==
  undefined

export const makeEventsTable = (connection: Connection, { service }: { readonly service: string }): void => {
  if (hasEventsTable(connection, service)) return
  connection.exec(createEventsTable(service))
  connection.exec(createStreamsIndex(service))
  makeEventsView(connection)
}

/** `events`, of all services: the product never uses this view, but people who inspect a data file can. */
export const makeEventsView = (connection: Connection): void => {
  const services = connection
    .prepare(`select name from sqlite_schema where type = 'table' and name like '%${suffix}' order by name`)
    .all()
    .map(({ name }) => String(name).slice(0, -suffix.length))
  const all = services.map((service) => `select '${service}' as service, ${columns} from ${eventsTable(service)}`)
  const none = `select ${['service', ...columns.split(', ')].map((column) => `null as ${column}`).join(', ')} where false`
  connection.exec(`drop view if exists main.events; create view main.events as ${all.join(' union all ') || none}`)
}
