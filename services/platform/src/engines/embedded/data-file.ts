import { dirname } from 'node:path'
import { FileDamaged, FileTooNew } from './cannot-open.ts'
import { type Connection, openForWriting } from './connection.ts'
import { makePrivateFile } from './private-files.ts'
import { clearRemnants } from './remnants.ts'
import { takeSoundMark } from './sound-mark.ts'
import { storageTroubleOf } from './storage-trouble.ts'
import { assertTakesWrites } from './takes-writes.ts'

/** Of the data file, as it stands in it: what a release does not know it leaves alone. */
export const dataFormat = 1

const ownTables = `
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

/**
 * Makes the file or brings it up to date, and looks whether it is sound, unless it was closed in order and is as it was.
 * @returns whether it was. @throws FileTooNew, FileDamaged, FolderInUse, FolderNotWritable, DiskFull
 */
export const prepareDataFile = (path: string): boolean => {
  let connection: Connection | undefined
  try {
    const untouched = takeSoundMark(path)
    makePrivateFile(path)
    connection = openForWriting(path)
    if (!untouched) refuseDamaged(connection, path)
    bringUpToDate(connection, path)
    assertTakesWrites(connection, path)
    clearRemnants(connection, path)
    return untouched
  } catch (error) {
    throw storageTroubleOf(error, dirname(path)) ?? error
  } finally {
    connection?.close()
  }
}

const refuseDamaged = (connection: Connection, path: string): void => {
  const finding = connection.prepare('pragma quick_check(1)').get()?.quick_check
  if (finding !== 'ok') throw new FileDamaged(path, String(finding))
}

const bringUpToDate = (connection: Connection, path: string): void => {
  const found = Number(connection.prepare('pragma user_version').get()?.user_version)
  if (found > dataFormat) throw new FileTooNew(path, found, dataFormat)
  if (found < dataFormat) connection.exec(`begin immediate; ${ownTables}; pragma user_version = ${dataFormat}; commit`)
  addColumn(connection, 'collections', 'shape')
  addColumn(connection, 'events', 'checksum')
}

/** The format stays: who does not know the column reads and writes the others as ever, and leaves this one null. */
const addColumn = (connection: Connection, table: string, column: string): void => {
  const columns = connection.prepare(`pragma table_info(${table})`).all()
  if (!columns.some(({ name }) => name === column)) connection.exec(`alter table ${table} add column ${column} text`)
}
