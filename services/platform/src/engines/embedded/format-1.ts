import { DatabaseSync } from 'node:sqlite'

/** For tests: the data file as releases up to 2026-11-22 made it. */
const tables = `
  create table events (
    position integer primary key autoincrement,
    service text not null,
    stream text not null,
    revision integer not null,
    id text not null,
    type text not null,
    version integer not null,
    data text not null,
    metadata text not null,
    unique (service, stream, revision),
    unique (service, id)
  );
  create index events_in_order on events (service, position);

  create table collections (
    service text not null,
    name text not null,
    spec text not null,
    primary key (service, name)
  );
  create table checkpoints (
    service text not null,
    name text not null,
    position integer not null,
    primary key (service, name)
  );

  create table messages (
    position integer primary key autoincrement,
    topic text not null,
    partition integer not null,
    message text not null
  );
  create index messages_in_order on messages (topic, partition, position);

  create table group_positions (
    topic text not null,
    consumers text not null,
    partition integer not null,
    position integer not null,
    primary key (topic, consumers, partition)
  );

  create table parked_messages (
    id integer primary key autoincrement,
    topic text not null,
    consumers text not null,
    partition integer not null,
    key text not null,
    message text not null,
    reason text not null,
    parked_at text not null,
    replaying integer not null
  );
  create index parked_by_key on parked_messages (consumers, topic, key, id);
  create index replaying_in_order on parked_messages (topic, consumers, partition, id) where replaying = 1;
`

type Old = {
  /** Without what the release of 2026-11-22 had added to the format. */
  readonly asOfFirstRelease?: boolean
}

/** @param path must not exist. @returns open, for who puts something in */
export const makeFormat1 = (path: string, { asOfFirstRelease = false }: Old = {}): DatabaseSync => {
  const file = new DatabaseSync(path)
  file.exec(`pragma journal_mode = wal; ${tables}; pragma user_version = 1`)
  if (!asOfFirstRelease)
    file.exec('alter table collections add column shape text; alter table events add column checksum text')
  return file
}

export type OldEvent = {
  readonly service: string
  readonly stream: string
  readonly revision: number
  readonly checksum?: string
}

/** @returns their positions */
export const putEvents = (file: DatabaseSync, events: readonly OldEvent[]): number[] =>
  events.map(({ service, stream, revision, checksum }) => {
    const put = (more: string, ...values: string[]) =>
      file
        .prepare(
          `insert into events (service, stream, revision, id, type, version, data, metadata${more && ', checksum'})
           values (?, ?, ?, ?, 'ParcelWeighed', 1, '{"grams":250}', '{}'${more})`,
        )
        .run(service, stream, revision, `${service} ${stream} ${revision}`, ...values)
    return Number((checksum === undefined ? put('') : put(', ?', checksum)).lastInsertRowid)
  })
