import type { Connection } from './connection.ts'
import { createEventsTable, createStreamsIndex, eventsTable, makeEventsView } from './events-table.ts'
import { meetGroup } from './group-writes.ts'
import { ownTables } from './own-tables.ts'

/** A file that is being filled, and the one that it comes from, attached as `old`. */
type Carried = {
  readonly file: Connection
  /** Of the old file's indexes and triggers, by name, how they are made: who takes one away leaves it behind. */
  readonly indexes: Map<string, string>
}
type Step = (carried: Carried) => void

/** What was taken over as it is by nobody is no table of format 1. */
const formerOwn: ReadonlySet<string> = new Set([
  'events',
  'collections',
  'checkpoints',
  'messages',
  'group_positions',
  'parked_messages',
])

/** Of the kind that a later column is: a file in which it is missing has nothing there. */
const columnOr = (file: Connection, table: string, column: string): string =>
  file
    .prepare(`pragma old.table_info(${table})`)
    .all()
    .some(({ name }) => name === column)
    ? column
    : 'null'

const eventsByService: Step = ({ file }) => {
  const checksum = columnOr(file, 'events', 'checksum')
  const services = file.prepare('select distinct service from old.events order by service').all()
  for (const service of services.map(({ service }) => String(service))) {
    file.exec(createEventsTable(service))
    file
      .prepare(
        `insert into ${eventsTable(service)}
         select position, stream, revision, id, type, version, data, metadata, ${checksum}
         from old.events where service = ? order by position`,
      )
      .run(service)
    file.exec(createStreamsIndex(service))
  }
  makeEventsView(file)
}

const ownTablesAsTheyAre: Step = ({ file }) => {
  const shape = columnOr(file, 'collections', 'shape')
  file.exec(`
    insert into collections (service, name, spec, shape) select service, name, spec, ${shape} from old.collections;
    insert into checkpoints select * from old.checkpoints;
    insert into parked_messages select * from old.parked_messages`)
}

/** Open screens were a group once, and would hear of everything for ever. */
const formerGroups = "consumers = 'bff' or consumers like 'bff-%'"

/** All messages: a group that this release begins with hears what it would have heard, and then they go as any others. */
const messagesAndGroups: Step = ({ file }) => {
  file.exec(`
    insert into messages select * from old.messages;
    insert into group_positions select * from old.group_positions where not (${formerGroups})`)
  const groups = file.prepare('select distinct topic, consumers from group_positions').all()
  for (const { topic, consumers } of groups) meetGroup(file, { topic: String(topic), group: String(consumers) })
}

const collectionsAsTheyAre: Step = ({ file }) => {
  const tables = file
    .prepare("select name, sql from old.sqlite_schema where type = 'table' and name not like 'sqlite_%' order by rowid")
    .all()
  for (const { name, sql } of tables) {
    if (formerOwn.has(String(name))) continue
    file.exec(String(sql))
    file.exec(`insert into main."${name}" select * from old."${name}"`)
  }
}

const theirIndexes: Step = ({ file, indexes }) => {
  for (const sql of indexes.values()) file.exec(sql)
}

/** From format 1 to 3, in this order. What is to be otherwise in collections comes before their indexes are made. */
const steps: readonly Step[] = [
  eventsByService,
  ownTablesAsTheyAre,
  messagesAndGroups,
  collectionsAsTheyAre,
  theirIndexes,
]

/** Fills a new file with all that stands in one of format 1, which is only read. */
export const takeOver = (file: Connection, from: string): void => {
  file.prepare('attach ? as old').run(from)
  const indexes = file
    .prepare(
      `select name, sql from old.sqlite_schema
       where type in ('index', 'trigger') and sql is not null and tbl_name not in (${[...formerOwn].map((name) => `'${name}'`)})
       order by type, rowid`,
    )
    .all()
    .map(({ name, sql }): [string, string] => [String(name), String(sql)])
  file.exec(`begin; ${ownTables}`)
  for (const step of steps) step({ file, indexes: new Map(indexes) })
  file.exec('pragma user_version = 3; commit; detach old')
}
