import { type Connection, sqliteCode, sqliteErrors } from '../file/connection.ts'
import { counterPrefix } from './counters.ts'
import { tablesBeginning } from './document-writes.ts'

type Dropped = {
  readonly service: string
  readonly name: string
  /** The table's name without the service. */
  readonly stored: string
  readonly checkpoints: readonly string[]
}

export const dropCollection = (connection: Connection, dropped: Dropped): void => {
  const { service, name, stored } = dropped
  const tables = [...tablesBeginning(connection, counterPrefix(service, stored)), `"${service}/${stored}"`]
  for (const table of tables) dropTable(connection, table)
  connection.prepare('delete from collections where service = ? and name = ?').run(service, name)
  for (const name of dropped.checkpoints)
    connection.prepare('delete from checkpoints where service = ? and name = ?').run(dropped.service, name)
}

/**
 * SQLite gives the pages of a dropped table back, and cannot where they are damaged. Such a table leaves only the list of
 * tables; its pages leave the file when it is rewritten, as after every erasure.
 */
const dropTable = (connection: Connection, table: string): void => {
  connection.exec('savepoint dropping')
  try {
    connection.exec(`drop table if exists ${table}`)
  } catch (error) {
    connection.exec('rollback to dropping')
    if (sqliteCode(error) !== sqliteErrors.corrupt) throw error
    connection.withWritableSchema(() => {
      connection.prepare('delete from sqlite_schema where tbl_name = ?').run(table.slice(1, -1))
    })
  } finally {
    connection.exec('release dropping')
  }
}
