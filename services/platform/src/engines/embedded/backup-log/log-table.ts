import { serialize } from 'node:v8'
import type { Connection } from '../file/connection.ts'
import type { WriteAnswer, WriteRequest } from '../writer/writes.ts'
import { type LeftOut, toLogged, toLoggedKeys } from './logged-requests.ts'

/** `maxBytes`: when more is waiting it is given up, and the next shipment is a copy of the whole. */
export type BackupLogOptions = LeftOut & { readonly maxBytes: number }

/**
 * One row for each commit that a backup needs, written with the commit, so that a crash leaves no gap. The newest row
 * stays when it has been shipped, because its number is one less than the next.
 */
const logTable = `
  create table if not exists backup_log (number integer primary key, at integer not null, requests blob not null, keys text)`
/** Where the shipping has arrived: one row. */
const stateTable = `
  create table if not exists backup_state (one integer primary key check (one = 1), log text not null, state text)`

const hasTable = (connection: Connection, name: string): boolean =>
  connection.prepare("select 1 from sqlite_schema where type = 'table' and name = ?").get(name) !== undefined

/** @param id names this log: commits that another log has are not in it */
export const makeBackupLog = (connection: Connection, id: string): void => {
  const isNew = !hasTable(connection, 'backup_log')
  connection.exec(`begin immediate; ${logTable}; ${stateTable}`)
  connection.prepare('insert or ignore into backup_state (one, log) values (1, ?)').run(id)
  if (isNew) connection.prepare('update backup_state set log = ?').run(id)
  connection.exec('commit')
}

/** For a process that does not log its commits: with the old log the next shipment would miss them. */
export const forgetBackupLog = (connection: Connection): void => {
  if (hasTable(connection, 'backup_log')) connection.exec('drop table backup_log')
}

/** For restored data. @param state see `BackupLog.note` */
export const writeBackupState = (connection: Connection, state: string): void => {
  connection.exec(stateTable)
  connection.prepare("insert or replace into backup_state (one, log, state) values (1, '', ?)").run(state)
}

/** Logs the commits of one writer, inside their transactions. */
export const openCommitLog = (connection: Connection, options: BackupLogOptions) => {
  let bytes = countBytes(connection)
  let next = Number(connection.prepare('select coalesce(max(number), 0) + 1 as number from backup_log').get()?.number)
  return (group: readonly WriteRequest[], answers: readonly WriteAnswer[]): void => {
    if (group.some(({ name }) => name === 'noteShipped')) bytes = countBytes(connection)
    const failed = new Set(answers.filter(({ failure }) => failure).map(({ id }) => id))
    const done = group.filter(({ id }) => !failed.has(id))
    const logged = done.flatMap((request) => toLogged(request, options))
    const keys = done.flatMap((request) => toLoggedKeys(request, options))
    if (logged.length === 0 && keys.length === 0) return
    const requests = serialize(logged)
    const at = group.reduce((latest, request) => Math.max(latest, request.at ?? 0), 0)
    connection
      .prepare('insert into backup_log (number, at, requests, keys) values (?, ?, ?, ?)')
      .run(next, at, requests, keys.length > 0 ? JSON.stringify(keys) : null)
    bytes += requests.length
    if (bytes > options.maxBytes) {
      connection.prepare('delete from backup_log where number < ?').run(next)
      bytes = requests.length
    }
    next += 1
  }
}

const countBytes = (connection: Connection): number =>
  Number(connection.prepare('select coalesce(sum(length(requests)), 0) as bytes from backup_log').get()?.bytes)

type Shipped = { readonly through: number; readonly state: string }

/** Forgets what has arrived at the place, and notes how far that is. */
export const noteShipped = (connection: Connection, { through, state }: Shipped): void => {
  connection
    .prepare('delete from backup_log where number <= ? and number < (select max(number) from backup_log)')
    .run(through)
  connection.prepare('update backup_state set state = ?').run(state)
}
