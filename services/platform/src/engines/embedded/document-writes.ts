import { type Checkpoint, NotUnique } from '../../ports/document-store.ts'
import { type Connection, SQLITE, sqliteCode } from './connection.ts'

export type Declaration = {
  readonly service: string
  readonly name: string
  /** The specification as text that is equal for equal specifications. */
  readonly spec: string
  readonly statements: readonly string[]
}

export type Row = {
  readonly collection: string
  /** Quoted, as are the columns. */
  readonly table: string
  readonly columns: readonly string[]
  /** One for each column; `_id` and `_version` are the first two. */
  readonly values: readonly [id: string, version: number, ...others: (string | number | null)[]]
}

export type DocumentBatch = {
  readonly service: string
  readonly rows: readonly Row[]
  readonly checkpoint?: Checkpoint | undefined
}

export function declareCollection(connection: Connection, { service, name, spec, statements }: Declaration): void {
  const known = connection.prepare('select spec from collections where service = ? and name = ?').get(service, name)
  if (known?.spec === spec) return
  if (known) throw new Error(`collection ${name} was declared differently before: give the new one a new name`)
  for (const statement of statements) connection.exec(statement)
  connection.prepare('insert into collections (service, name, spec) values (?, ?, ?)').run(service, name, spec)
}

export function dropCollection(
  connection: Connection,
  dropped: { service: string; name: string; table: string },
): void {
  connection.exec(`drop table if exists ${dropped.table}`)
  connection.prepare('delete from collections where service = ? and name = ?').run(dropped.service, dropped.name)
}

export function writeDocuments(connection: Connection, { service, rows, checkpoint }: DocumentBatch): boolean[] {
  const taken = rows.map((row) => writeRow(connection, row))
  if (checkpoint) {
    connection
      .prepare('insert or replace into checkpoints (service, name, position) values (?, ?, ?)')
      .run(service, checkpoint.name, checkpoint.position)
  }
  return taken
}

/** The guard is asked first: a late write must be nothing, not a quarrel over a unique value that has moved on. */
function writeRow(connection: Connection, { collection, table, columns, values }: Row): boolean {
  const [id, version] = values
  const stored = connection.prepare(`select _version from ${table} where _id = ?`).get(id)
  if (stored && Number(stored._version) >= version) return false
  try {
    connection
      .prepare(
        `insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})
         on conflict (_id) do update set ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`,
      )
      .run(...values)
  } catch (error) {
    if (sqliteCode(error) !== SQLITE.constraint) throw error
    throw new NotUnique(collection, fieldOf(error as Error))
  }
  return true
}

/** SQLite says `UNIQUE constraint failed: table.column`. */
const fieldOf = (error: Error) => error.message.slice(error.message.lastIndexOf('.') + 1)

export function forgetDocument(connection: Connection, { table, id }: { table: string; id: string }): void {
  connection.prepare(`delete from ${table} where _id = ?`).run(id)
}
